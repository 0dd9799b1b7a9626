package dev.shopwire.console.pages.apps;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Secret;
import dev.shopwire.console.tenants.KeyRequests;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows an app to admins: its API keys, which they create and revoke, and its excluded shops. */
final class AppPage {
  private static final Map<String, String> DONE =
      Map.of(
          "revoked", "The API key was revoked.",
          "excluded", "The shops are excluded.",
          "removed", "The shop is no longer excluded.");

  private final WorkspaceApps apps;
  private final KeyRequests keys;
  private final ListedKeys listedKeys;
  private final ExcludedShops excluded;
  private final Lists lists;
  private final Curl curl;

  AppPage(PageKit kit) {
    this.apps = new WorkspaceApps(kit.services().apps());
    this.keys = kit.services().keys();
    this.listedKeys = new ListedKeys(keys);
    this.excluded = new ExcludedShops(kit.roles(), kit.curl());
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return apps.find(request, request.pathId())
        .compose(
            app ->
                steps(app)
                    .orPage(page -> show(page, app, List.of(), Submission.NONE))
                    .handle(request));
  }

  Future<PageResponse> submit(PageRequest request) {
    return apps.find(request, request.pathId())
        .compose(app -> steps(app).orForm(form -> submit(form, app)).handle(request));
  }

  private SecondSteps steps(JsonNode app) {
    return new SecondSteps(
        name(app),
        Map.of(
            "revoke",
            Step.of(
                request ->
                    listedKeys
                        .find(request.numericPathId(), request.query().get("id"))
                        .map(key -> AppForms.revoke(request, key)),
                (request, body) ->
                    keys.revoke(
                        request.caller(), request.numericPathId(), request.query().get("id")),
                "revoked"),
            "remove",
            Step.of(
                request -> excluded.find(request).map(shop -> AppForms.remove(request, shop)),
                (request, body) -> excluded.remove(request),
                "removed")));
  }

  private Future<PageResponse> submit(PageRequest request, JsonNode app) {
    return switch (request.form().get(Form.ID_FIELD)) {
      case "new-key" ->
          Submissions.submit(
              request,
              AppForms.NEW_KEY,
              body -> keys.create(request.caller(), request.numericPathId(), body),
              created -> show(request, app, List.of(secret(ApiJson.of(created))), Submission.NONE),
              again -> show(request, app, List.of(), again));
      case "exclude" ->
          Submissions.submit(
              request,
              AppForms.EXCLUDE,
              body -> excluded.add(request, body),
              done -> Future.succeededFuture(request.done("excluded")),
              again -> show(request, app, List.of(), again));
      default -> Future.failedFuture(Failure.notFound("form"));
    };
  }

  private static Part secret(JsonNode created) {
    return new Secret(
        "api-key",
        "API key",
        created.path("secret").asText(),
        "The key %s. It is shown this once: keep it where only the app's server reads it."
            .formatted(created.at("/key/name").asText()));
  }

  private Future<PageResponse> show(
      PageRequest request, JsonNode app, List<Part> first, Submission submission) {
    Future<List<Part>> listed = lists.parts(request, keys(request));
    Future<List<Part>> shops = excluded.parts(request, submission);
    return Future.all(listed, shops)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(first);
              parts.addAll(Outcomes.notice(request, DONE));
              parts.addAll(Outcomes.alert(AppForms.NEW_KEY, submission));
              parts.addAll(Outcomes.alert(AppForms.EXCLUDE, submission));
              parts.add(definitions(request, app));
              parts.addAll(listed.result());
              parts.add(AppForms.NEW_KEY.after(submission));
              parts.addAll(shops.result());
              return request.page(name(app), parts);
            });
  }

  private static Part definitions(PageRequest request, JsonNode app) {
    return Definitions.of(
        new Definition("Slug", Cell.text(app.path("slug").asText())),
        new Definition(
            "Behavior", WorkspaceApps.filtered(request, "Events", "/behavior/events", app)),
        new Definition(
            "Affiliates", WorkspaceApps.filtered(request, "Codes", "/affiliates/log", app)));
  }

  private ListView keys(PageRequest request) {
    String path = "/console/api/apps/%s/keys".formatted(request.pathId());
    return ListView.of(
            "keys",
            "API keys",
            new ApiList(Role.CONSOLE, "listKeys", path, request.pathId(), "keys"),
            parameters -> keys.list(request.numericPathId(), PageParameters.of(parameters)))
        .columns(
            List.of(
                Column.text("Name", "/name"),
                Column.code("Prefix", "/prefix"),
                Column.number("Requests per second", "/limits/requestsPerSecond"),
                Column.number("Events per second", "/limits/eventsPerSecond"),
                Column.yesOrNo("Revoked", "/revoked"),
                Column.actions(AppPage::actions)))
        .whenEmpty(
            "An app's server authenticates with an API key. Create one below.",
            curl.tryWithToken(
                "keys-try",
                path,
                "{\"name\":\"backend\"}",
                "TOKEN is an API token with the role admin, made on the page Account."));
  }

  private static List<Action> actions(JsonNode key) {
    return key.path("revoked").asBoolean()
        ? List.of()
        : List.of(Action.of("Revoke", "revoke", key));
  }

  private static String name(JsonNode app) {
    return app.path("name").asText();
  }
}
