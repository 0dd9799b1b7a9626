package dev.shopwire.console.pages.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.parts.Confirmation;
import java.util.Map;

/** The forms of the users' page. */
final class UserForms {
  static final String INVITE = "invite";

  private UserForms() {}

  static Form invite(PageRequest request) {
    return Form.of(INVITE, "Invite", "Invite", Field.email("email", "Email"), role(request));
  }

  /** Admins make no owners. */
  private static Field role(PageRequest request) {
    return (request.may(AccessLevel.OWNER)
            ? Field.select("role", "Role", "analyst", "admin", "owner")
            : Field.select("role", "Role", "analyst", "admin"))
        .required()
        .withHint(
            "Analysts read, admins also change, owners also decide about owners and the workspace.");
  }

  static Confirmation changeRole(PageRequest request, JsonNode user) {
    return new Confirmation(
        "Change the role of %s (%s)?"
            .formatted(user.path("name").asText(), user.path("email").asText()),
        "The new role holds at once, also for their API tokens.",
        Form.of("role", "", "Save role", role(request))
            .withFixed(id(user))
            .withValues(Map.of("role", user.path("role").asText())),
        request.path());
  }

  static Confirmation remove(PageRequest request, JsonNode user) {
    return new Confirmation(
        "Remove %s (%s) from %s?"
            .formatted(
                user.path("name").asText(),
                user.path("email").asText(),
                request.workspace().name()),
        "They lose access to this workspace at once, and their API tokens for it end. The user"
            + " itself stays, with what else they belong to.",
        Form.of("remove", "", "Remove").withFixed(id(user)).farReaching(),
        request.path());
  }

  static Confirmation reset(PageRequest request, JsonNode user) {
    return new Confirmation(
        "Reset how %s (%s) signs in?"
            .formatted(user.path("name").asText(), user.path("email").asText()),
        "A new password makes the present one useless once the link is used, and ends all their"
            + " sessions. Without TOTP they sign in by password alone until they set it up again.",
        Form.of(
                "reset",
                "",
                "Reset",
                Field.checkbox("password", "New password, by a link that works once"),
                Field.checkbox("totp", "Remove TOTP"))
            .withFixed(id(user))
            .withValues(Map.of("password", "true"))
            .farReaching(),
        request.path());
  }

  static Confirmation uninvite(PageRequest request, JsonNode invitation) {
    return new Confirmation(
        "Delete the invitation of %s?".formatted(invitation.path("email").asText()),
        "Its link no longer works.",
        Form.of("uninvite", "", "Delete").withFixed(id(invitation)).farReaching(),
        request.path());
  }

  private static Map<String, String> id(JsonNode row) {
    return Map.of("id", row.path("id").asText());
  }
}
