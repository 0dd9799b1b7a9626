package dev.shopwire.console.pages.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.members.InvitationRequests;
import dev.shopwire.console.members.MemberRequests;
import dev.shopwire.console.members.PasswordResetRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Secret;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The second steps of the users' page: what is done to one user or invitation. */
final class UserSteps {
  private final MemberRequests members;
  private final InvitationRequests invitations;
  private final PasswordResetRequests resets;
  private final SecondSteps steps;

  UserSteps(MemberRequests members, InvitationRequests invitations, PasswordResetRequests resets) {
    this.members = members;
    this.invitations = invitations;
    this.resets = resets;
    steps =
        new SecondSteps(
            UsersPage.HEADING,
            Map.of(
                "role",
                Step.of(
                    request -> member(request, UserForms::changeRole), this::changeRole, "role"),
                "remove",
                Step.of(request -> member(request, UserForms::remove), this::remove, "removed"),
                "reset",
                new Step(
                    request -> member(request.require(AccessLevel.OWNER), UserForms::reset),
                    this::reset,
                    UserSteps::afterReset),
                "uninvite",
                Step.of(this::invitation, this::uninvite, "uninvited")));
  }

  SecondSteps all() {
    return steps;
  }

  private Future<?> changeRole(PageRequest request, byte[] body) {
    return members.change(request.caller(), request.workspaceId(), request.id(), body);
  }

  private Future<?> remove(PageRequest request, byte[] body) {
    return members.remove(request.caller(), request.workspaceId(), request.id());
  }

  private Future<?> reset(PageRequest request, byte[] body) {
    return resets.reset(request.caller(), request.workspaceId(), request.id(), body);
  }

  /** Shows the link, this once, if there is one. */
  private static PageResponse afterReset(PageRequest request, Object created) {
    JsonNode link = ApiJson.of(created).path("link");
    return link.isTextual()
        ? request.narrowPage(
            UsersPage.HEADING,
            List.of(
                new Secret(
                    "link",
                    "Reset link",
                    link.asText(),
                    "It is shown this once, works once, and for 24 hours."),
                new Link("Back to the users", request.path())))
        : request.done("reset");
  }

  private Future<?> uninvite(PageRequest request, byte[] body) {
    return invitations.delete(request.caller(), request.id());
  }

  private Future<Confirmation> member(
      PageRequest request, BiFunction<PageRequest, JsonNode, Confirmation> confirmation) {
    request.require(AccessLevel.ADMIN);
    return members
        .list(request.workspaceId(), PageParameters.only(request.id()))
        .map(listed -> ApiJson.find(listed, "users", request.query().get("id"), "user"))
        .map(user -> confirmation.apply(requireManageable(request, user), user));
  }

  /** Only owners decide about owners. */
  private static PageRequest requireManageable(PageRequest request, JsonNode user) {
    return user.path("role").asText().equals(AccessLevel.OWNER.id())
        ? request.require(AccessLevel.OWNER)
        : request;
  }

  private Future<Confirmation> invitation(PageRequest request) {
    request.require(AccessLevel.ADMIN);
    return invitations
        .list(request.workspaceId(), PageParameters.only(request.id()))
        .map(listed -> ApiJson.find(listed, "invitations", request.query().get("id"), "invitation"))
        .map(invitation -> UserForms.uninvite(request, invitation));
  }
}
