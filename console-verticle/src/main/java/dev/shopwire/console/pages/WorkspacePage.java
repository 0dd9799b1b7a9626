package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Section;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.tenants.WorkspaceRequests;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Changes a workspace and its rules. */
final class WorkspacePage {
  private static final String HEADING = "Workspace";
  private static final Form SELF_REFERRAL =
      Form.of(
          "self-referral",
          "Self-referrals",
          "Save rule",
          Field.select("selfReferral", "Self referral", "flag", "refuse")
              .required()
              .withHint("A code whose affiliate has an e-mail address of the shop."));

  private final Vertx vertx;
  private final WorkspaceRequests workspaces;
  private final Curl curl;

  WorkspacePage(Vertx vertx, WorkspaceRequests workspaces, Curl curl) {
    this.vertx = vertx;
    this.workspaces = workspaces;
    this.curl = curl;
  }

  Future<Answer> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  Future<Answer> submit(PageRequest request) {
    return switch (request.form().get(Form.ID_FIELD)) {
      case "workspace" -> change(request.require(AccessLevel.OWNER));
      case "self-referral" ->
          Submissions.submit(
              request,
              SELF_REFERRAL,
              body -> attribution(request, new String(body, StandardCharsets.UTF_8)),
              changed -> Future.succeededFuture(request.done("self-referral")),
              again -> show(request, again));
      default -> Future.failedFuture(Failure.notFound("form"));
    };
  }

  private Future<Answer> change(PageRequest request) {
    return Submissions.submit(
        request,
        settings(request),
        body -> workspaces.change(request.caller(), request.workspaceId(), body),
        changed -> Future.succeededFuture(request.done("workspace")),
        again -> show(request, again));
  }

  private Future<Answer> show(PageRequest request, Submission submission) {
    Form settings = settings(request);
    return selfReferral(request, submission)
        .map(
            rule -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request));
              parts.addAll(Outcomes.alert(settings, submission));
              parts.addAll(Outcomes.alert(SELF_REFERRAL, submission));
              parts.add(
                  request.may(AccessLevel.OWNER)
                      ? settings.after(submission)
                      : new Text("Only owners change the workspace itself."));
              parts.add(rule);
              parts.add(
                  curl.same("curl", "/console/api/workspaces/" + request.workspaceId(), Map.of()));
              return request.narrowPage(HEADING, parts);
            });
  }

  private static Form settings(PageRequest request) {
    PageWorkspace workspace = request.workspace();
    return Form.of(
            "workspace",
            "",
            "Save",
            Field.text("name", "Name").required(),
            Field.text("timezone", "Default time zone")
                .withHint("Of pages for users who chose none. Empty: UTC.")
                .withSuggestions(Zones.all()),
            Field.checkbox("requireTotp", "TOTP needed")
                .withHint("Members without it see only their account until they set it up."))
        .withValues(
            Map.of(
                "name", workspace.name(),
                "timezone", workspace.timezone().orElse(""),
                "requireTotp", Boolean.toString(workspace.requireTotp())));
  }

  /** Another role keeps the rule; while it is away, the rest of the page works. */
  private Future<Part> selfReferral(PageRequest request, Submission submission) {
    return AttributionContracts.SHOW_SETTINGS
        .call(vertx, new AdminRequest(request.workspaceId(), "", request.caller()))
        .<Part>map(
            response ->
                SELF_REFERRAL
                    .withValues(Map.of("selfReferral", selfReferral(response)))
                    .after(submission))
        .otherwise(
            away ->
                new Section(
                    "self-referral",
                    "Self-referrals",
                    List.of(new Text("The role attribution is not available now."))));
  }

  private static String selfReferral(JsonResponse response) {
    return new JsonObject(response.json())
        .getJsonObject("attributionSettings")
        .getString("selfReferral");
  }

  private Future<JsonResponse> attribution(PageRequest request, String body) {
    return AttributionContracts.CHANGE_SETTINGS.call(
        vertx, new AdminRequest(request.workspaceId(), body, request.caller()));
  }
}
