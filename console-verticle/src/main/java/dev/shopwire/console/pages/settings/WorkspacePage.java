package dev.shopwire.console.pages.settings;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.PageWorkspace;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.Zones;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import dev.shopwire.console.tenants.WorkspaceRequests;
import io.vertx.core.Future;
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

  private static final Map<String, String> DONE =
      Map.of(
          "workspace", "The workspace was changed.",
          "self-referral", "The rule for self-referrals was changed.");

  private final RoleRequests roles;
  private final WorkspaceRequests workspaces;
  private final Curl curl;

  WorkspacePage(WorkspaceRequests workspaces, PageKit kit) {
    this.workspaces = workspaces;
    this.roles = kit.roles();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  Future<PageResponse> submit(PageRequest request) {
    return switch (request.form().get(Form.ID_FIELD)) {
      case "workspace" -> change(request.require(AccessLevel.OWNER));
      case "self-referral" ->
          Submissions.submit(
              request,
              SELF_REFERRAL,
              body -> attribution(request, body),
              changed -> Future.succeededFuture(request.done("self-referral")),
              again -> show(request, again));
      default -> Future.failedFuture(Failure.notFound("form"));
    };
  }

  private Future<PageResponse> change(PageRequest request) {
    return Submissions.submit(
        request,
        settings(request),
        body -> workspaces.change(request.caller(), request.workspaceId(), body),
        changed -> Future.succeededFuture(request.done("workspace")),
        again -> show(request, again));
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    Form settings = settings(request);
    return selfReferral(request, submission)
        .map(
            rule -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              parts.addAll(Outcomes.alert(settings, submission));
              parts.addAll(Outcomes.alert(SELF_REFERRAL, submission));
              parts.add(
                  request.may(AccessLevel.OWNER)
                      ? settings.after(submission)
                      : new Text("Only owners change the workspace itself."));
              parts.addAll(rule);
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

  /** Another role keeps the rule; while it is unavailable, the rest of the page works. */
  private Future<List<Part>> selfReferral(PageRequest request, Submission submission) {
    return new UnavailableRole(
            "self-referral-unavailable", SELF_REFERRAL.heading(), Role.ATTRIBUTION)
        .unless(
            roles
                .send(
                    AttributionContracts.SHOW_SETTINGS, request.workspaceId(), "", request.caller())
                .map(ApiJson::of)
                .map(
                    settings ->
                        List.of(
                            SELF_REFERRAL
                                .withValues(
                                    Map.of(
                                        "selfReferral",
                                        settings.at("/attributionSettings/selfReferral").asText()))
                                .after(submission))));
  }

  private Future<JsonResponse> attribution(PageRequest request, byte[] body) {
    return roles.send(
        AttributionContracts.CHANGE_SETTINGS,
        request.workspaceId(),
        new String(body, StandardCharsets.UTF_8),
        request.caller());
  }
}
