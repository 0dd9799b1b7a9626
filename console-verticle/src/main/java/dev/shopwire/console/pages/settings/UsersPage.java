package dev.shopwire.console.pages.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.members.InvitationRequests;
import dev.shopwire.console.members.MemberRequests;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
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
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Secret;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lists the users of a workspace and its invitations; admins invite. */
final class UsersPage {
  static final String HEADING = "Users";

  private static final Map<String, String> DONE =
      Map.of(
          "role", "The role was changed.",
          "removed", "The user was removed from this workspace.",
          "reset", "The second factor was removed.",
          "uninvited", "The invitation was deleted.");

  private final MemberRequests members;
  private final InvitationRequests invitations;
  private final Lists lists;
  private final Curl curl;

  UsersPage(MemberRequests members, InvitationRequests invitations, PageKit kit) {
    this.members = members;
    this.invitations = invitations;
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, List.of(), Submission.NONE);
  }

  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(UserForms.INVITE)
        ? invite(request)
        : Future.failedFuture(Failure.notFound("form"));
  }

  /** Invites someone; the link is shown in the response, this once. */
  private Future<PageResponse> invite(PageRequest request) {
    return Submissions.submit(
        request,
        UserForms.invite(request),
        body -> invitations.create(request.caller(), request.workspaceId(), body),
        created -> show(request, List.of(link(ApiJson.of(created))), Submission.NONE),
        submission -> show(request, List.of(), submission));
  }

  private static Part link(JsonNode created) {
    return new Secret(
        "link",
        "Invitation link",
        created.path("link").asText(),
        "For %s. It is shown this once, works once, and for 7 days. Send it over a channel that"
                .formatted(created.at("/invitation/email").asText())
            + " only they read.");
  }

  private Future<PageResponse> show(PageRequest request, List<Part> first, Submission submission) {
    Future<List<Part>> users = lists.parts(request, users(request));
    Future<List<Part>> invited =
        request.may(AccessLevel.ADMIN)
            ? lists.parts(request, invitations(request))
            : Future.succeededFuture(List.of());
    return Future.all(users, invited)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(first);
              parts.addAll(Outcomes.notice(request, DONE));
              parts.addAll(Outcomes.alert(UserForms.invite(request), submission));
              parts.addAll(users.result());
              parts.addAll(invited.result());
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(UserForms.invite(request).after(submission));
              }
              return request.page(HEADING, parts);
            });
  }

  private ListView users(PageRequest request) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.text("Name", "/name"),
                Column.text("Email", "/email"),
                Column.word("Role", "/role"),
                Column.of(
                    "TOTP", user -> new Cell.Word(user.path("totp").asBoolean() ? "on" : "off")),
                Column.time("Last sign-in", "/lastSignInAt")));
    if (request.may(AccessLevel.ADMIN)) {
      columns.add(Column.actions(user -> actions(request, user)));
    }
    return ListView.of(
            "users",
            HEADING,
            ApiList.ofWorkspace(
                Role.CONSOLE, "listWorkspaceUsers", request.workspaceId(), "users", "users"),
            parameters -> members.list(request.workspaceId(), PageParameters.of(parameters)))
        .columns(columns)
        .whenEmpty(
            "This workspace has no users. Invite the first one.",
            tryInviting(request, "try-users"));
  }

  private static List<Action> actions(PageRequest request, JsonNode user) {
    boolean isOwner = user.path("role").asText().equals(AccessLevel.OWNER.id());
    if (isOwner && !request.may(AccessLevel.OWNER)) {
      return List.of();
    }
    List<Action> actions = new ArrayList<>();
    actions.add(Action.of("Change role", "role", user));
    if (request.may(AccessLevel.OWNER)) {
      actions.add(Action.of("Reset", "reset", user));
    }
    actions.add(Action.of("Remove", "remove", user));
    return actions;
  }

  private ListView invitations(PageRequest request) {
    return ListView.of(
            "invitations",
            "Invitations",
            ApiList.ofWorkspace(
                Role.CONSOLE,
                "listInvitations",
                request.workspaceId(),
                "invitations",
                "invitations"),
            parameters -> invitations.list(request.workspaceId(), PageParameters.of(parameters)))
        .columns(
            List.of(
                Column.text("Email", "/email"),
                Column.word("Role", "/role"),
                Column.time("Expires", "/expiresAt"),
                Column.actions(invitation -> List.of(Action.of("Delete", "uninvite", invitation)))))
        .whenEmpty(
            "No invitation is open. Invite someone below.", tryInviting(request, "try-invitations"))
        .asFurther();
  }

  /**
   * @param id unique on the page, on which both lists may be empty
   */
  private Figure tryInviting(PageRequest request, String id) {
    return curl.tryWithToken(
        id,
        "/console/api/workspaces/%d/invitations".formatted(request.workspaceId()),
        "{\"email\":\"someone@example.com\",\"role\":\"analyst\"}",
        "TOKEN is the admin token: API tokens can't invite.");
  }
}
