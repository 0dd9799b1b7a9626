package dev.shopwire.console.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.members.InvitationRequests;
import dev.shopwire.console.members.MemberRequests;
import dev.shopwire.console.pages.ListPages.Listing;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Secret;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists the users of a workspace and its invitations; admins invite. */
final class UsersPage {
  static final String HEADING = "Users";

  /** A workspace has at most as many open invitations. */
  private static final PageParameters ALL = new PageParameters(PageSize.MAX, Optional.empty());

  private final MemberRequests members;
  private final InvitationRequests invitations;
  private final ListPages lists;
  private final Curl curl;

  UsersPage(MemberRequests members, InvitationRequests invitations, ListPages lists, Curl curl) {
    this.members = members;
    this.invitations = invitations;
    this.lists = lists;
    this.curl = curl;
  }

  Future<Answer> show(PageRequest request) {
    return show(request, List.of(), Submission.NONE);
  }

  /** Invites someone; the link is shown in the answer, this once. */
  Future<Answer> invite(PageRequest request) {
    return Submissions.submit(
        request,
        UserForms.invite(request),
        body -> invitations.create(request.caller(), request.workspaceId(), body),
        created -> show(request, List.of(link(ListPages.json(created))), Submission.NONE),
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

  private Future<Answer> show(PageRequest request, List<Part> first, Submission submission) {
    Future<JsonNode> users =
        members.list(request.workspaceId(), ListPages.parameters(request)).map(ListPages::json);
    Future<List<Part>> invited = invitations(request, submission);
    Future<List<Part>> export =
        lists
            .export(request, listing(request), Map.of())
            .map(found -> List.copyOf(found.stream().toList()));
    return Future.all(users, invited, export)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(first);
              parts.addAll(Outcomes.notice(request));
              parts.addAll(Outcomes.alert(UserForms.invite(request), submission));
              parts.addAll(export.result());
              parts.addAll(users(request, users.result()));
              parts.addAll(invited.result());
              return request.page(HEADING, parts);
            });
  }

  private static Listing listing(PageRequest request) {
    return new Listing(
        Role.CONSOLE,
        "listWorkspaceUsers",
        "/console/api/workspaces/%d/users".formatted(request.workspaceId()),
        Long.toString(request.workspaceId()));
  }

  private List<Part> users(PageRequest request, JsonNode response) {
    List<JsonNode> rows = ListPages.rows(response, "users");
    Part list =
        rows.isEmpty()
            ? new Region(
                "nothing",
                "Nothing here yet",
                List.of(new Text("This workspace has no users. Invite the first one below.")))
            : userTable(request, rows);
    return List.of(
        list,
        ListPages.links(request, response),
        curl.same(
            "curl", listing(request).path(), Map.of("take", Integer.toString(ListPages.TAKE))));
  }

  private static Table userTable(PageRequest request, List<JsonNode> users) {
    List<String> columns =
        new ArrayList<>(List.of("Name", "Email", "Role", "TOTP", "Last sign-in"));
    if (request.may(AccessLevel.ADMIN)) {
      columns.add("Actions");
    }
    return new Table(
        "users", "Users", columns, users.stream().map(user -> row(request, user)).toList());
  }

  private static List<Cell> row(PageRequest request, JsonNode user) {
    List<Cell> row =
        new ArrayList<>(
            List.of(
                new Cell.Text(user.path("name").asText()),
                new Cell.Text(user.path("email").asText()),
                new Cell.Word(user.path("role").asText()),
                new Cell.Word(user.path("totp").asBoolean() ? "on" : "off"),
                Cell.time(user.path("lastSignInAt").textValue(), request.zone())));
    if (request.may(AccessLevel.ADMIN)) {
      row.add(new Cell.Actions(actions(request, user)));
    }
    return row;
  }

  private static List<Action> actions(PageRequest request, JsonNode user) {
    boolean isOwner = user.path("role").asText().equals(AccessLevel.OWNER.id());
    if (isOwner && !request.may(AccessLevel.OWNER)) {
      return List.of();
    }
    List<Action> actions = new ArrayList<>();
    actions.add(action("Change role", "role", user));
    if (request.may(AccessLevel.OWNER)) {
      actions.add(action("Reset", "reset", user));
    }
    actions.add(action("Remove", "remove", user));
    return actions;
  }

  private static Action action(String label, String step, JsonNode row) {
    return new Action(label, Map.of("step", step, "id", row.path("id").asText()));
  }

  /** Only admins see them. */
  private Future<List<Part>> invitations(PageRequest request, Submission submission) {
    if (!request.may(AccessLevel.ADMIN)) {
      return Future.succeededFuture(List.of());
    }
    return invitations
        .list(request.workspaceId(), ALL)
        .map(ListPages::json)
        .map(
            response -> {
              List<JsonNode> rows = ListPages.rows(response, "invitations");
              List<Part> parts = new ArrayList<>();
              parts.add(
                  rows.isEmpty()
                      ? new Text("No invitation is open.")
                      : invitationTable(request, rows));
              parts.add(UserForms.invite(request).after(submission));
              parts.add(
                  curl.same(
                      "curl-invitations",
                      "/console/api/workspaces/%d/invitations".formatted(request.workspaceId()),
                      Map.of()));
              return parts;
            });
  }

  private static Table invitationTable(PageRequest request, List<JsonNode> invitations) {
    return new Table(
        "invitations",
        "Invitations",
        List.of("Email", "Role", "Expires", "Actions"),
        invitations.stream()
            .map(
                invitation ->
                    List.<Cell>of(
                        new Cell.Text(invitation.path("email").asText()),
                        new Cell.Word(invitation.path("role").asText()),
                        Cell.time(invitation.path("expiresAt").textValue(), request.zone()),
                        new Cell.Actions(List.of(action("Delete", "uninvite", invitation)))))
            .toList());
  }
}
