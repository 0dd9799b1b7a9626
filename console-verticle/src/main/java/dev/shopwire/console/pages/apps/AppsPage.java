package dev.shopwire.console.pages.apps;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Created;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.tenants.AppRequests;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Lists the apps of a workspace; admins create new ones. */
final class AppsPage {
  private static final String HEADING = "Apps";
  private static final Form NEW =
      Form.of(
          "new",
          "New app",
          "Create app",
          Field.text("name", "Name").required(),
          Field.text("slug", "Slug")
              .required()
              .withHint(
                  "Its name in requests and filters: lower-case letters, digits and hyphens. It"
                      + " stays."));

  private final AppRequests apps;
  private final Lists lists;
  private final Curl curl;

  AppsPage(PageKit kit) {
    this.apps = kit.services().apps();
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(NEW.id())
        ? Submissions.submit(
            request,
            NEW,
            body -> apps.create(request.caller(), request.workspaceId(), body),
            created ->
                Future.succeededFuture(Created.page(request, ApiJson.of(created).path("app"))),
            again -> show(request, again))
        : Future.failedFuture(Failure.notFound("form"));
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    return lists
        .parts(request, apps(request))
        .map(
            listed -> {
              List<Part> parts = new ArrayList<>(created(request));
              parts.addAll(Outcomes.alert(NEW, submission));
              parts.addAll(listed);
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(NEW.after(submission));
              }
              return request.page(HEADING, parts);
            });
  }

  private static List<Part> created(PageRequest request) {
    return Created.notice(
        request,
        "The app was created.",
        "Make an API key for it",
        id -> ConsolePage.APP.path(request.workspaceId(), id));
  }

  private ListView apps(PageRequest request) {
    return ListView.of(
            "apps",
            HEADING,
            ApiList.ofWorkspace(Role.CONSOLE, "listApps", request.workspaceId(), "apps", "apps"),
            parameters -> apps.list(request.workspaceId(), PageParameters.of(parameters)))
        .columns(
            List.of(
                Column.of("Name", app -> name(request, app)),
                Column.text("Slug", "/slug"),
                Column.of(
                    "Behavior",
                    app -> WorkspaceApps.filtered(request, "Events", "/behavior/events", app)),
                Column.of(
                    "Affiliates",
                    app -> WorkspaceApps.filtered(request, "Codes", "/affiliates/log", app)),
                Column.of("Partner interface", app -> partner(request, app))))
        .whenEmpty(
            "Events, customers and affiliates belong to apps. Create the first one, and on its"
                + " page an API key.",
            curl.tryWithToken(
                "apps-try",
                "/console/api/workspaces/%d/apps".formatted(request.workspaceId()),
                "{\"slug\":\"report-builder\",\"name\":\"Report Builder\"}",
                "TOKEN is an API token with the role admin, made on the page Account."));
  }

  private static Cell partner(PageRequest request, JsonNode app) {
    return new Cell.Link(
        "Connection of " + app.path("slug").asText(),
        ConsolePage.PARTNER_CONNECTION.path(request.workspaceId(), app.path("id").asText()));
  }

  /** The page of an app is for admins. */
  private static Cell name(PageRequest request, JsonNode app) {
    String name = app.path("name").asText();
    return request.may(AccessLevel.ADMIN)
        ? new Cell.Link(name, ConsolePage.APP.path(request.workspaceId(), app.path("id").asText()))
        : Cell.text(name);
  }
}
