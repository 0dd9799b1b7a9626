package dev.shopwire.console.pages.account;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.SignInPaths;
import dev.shopwire.console.pages.Visitor;
import dev.shopwire.console.pages.Zones;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.parts.Confirmation;
import java.util.Map;

/** The forms of the account page. */
final class AccountForms {
  static final Form PASSWORD =
      Form.of(
          "password",
          "Password",
          "Change password",
          Field.password("current", "Current password", "current-password"),
          Field.password("new", "New password", "new-password")
              .withHint("12 characters or more; a sentence is fine."),
          Field.repeatedPassword("repeat", "Repeat password"));

  static final Form START_TOTP =
      Form.of(
          "totp", "", "Set up TOTP", Field.password("password", "Password", "current-password"));

  static final Form CONFIRM_TOTP =
      Form.of(
          "totp-confirm",
          "",
          "Confirm",
          Field.code("code", "Code").withHint("The six digits that the app shows now."));

  static final Confirmation REMOVE_TOTP =
      new Confirmation(
          "Remove TOTP from your account?",
          "You sign in by password alone. Workspaces that need TOTP are closed to you until you set"
              + " it up again. Your recovery codes no longer work.",
          Form.of(
                  "totp-remove",
                  "",
                  "Remove TOTP",
                  Field.password("password", "Password", "current-password"),
                  Field.code("code", "Code").withHint("Of the app, or a recovery code."))
              .farReaching(),
          SignInPaths.ACCOUNT);

  static final Confirmation END_OTHERS =
      new Confirmation(
          "End all your other sessions?",
          "Every other browser in which you are signed in has to sign in again.",
          Form.of("sessions", "", "End all other sessions").farReaching(),
          SignInPaths.ACCOUNT);

  private AccountForms() {}

  static Form profile(Visitor visitor) {
    return Form.of(
            "profile",
            "Profile",
            "Save",
            Field.text("name", "Name").required().withAutocomplete("name"),
            Field.text("timezone", "Time zone")
                .withHint("Empty: that of the workspace.")
                .withSuggestions(Zones.all()),
            Field.select("theme", "Theme", "system", "light", "dark").required(),
            Field.checkbox("shortcuts", "Keyboard shortcuts")
                .withHint("Single keys; press ? on any page for the list."))
        .withValues(
            Map.of(
                "name", visitor.name(),
                "timezone", visitor.timezone().orElse(""),
                "theme", visitor.theme(),
                "shortcuts", Boolean.toString(visitor.shortcuts())));
  }

  static Form newToken(Visitor visitor) {
    return Form.of(
        "token",
        "New API token",
        "Create token",
        Field.text("name", "Token name").required(),
        Field.select(
                "workspaceId",
                "Of workspace",
                visitor.memberships().stream()
                    .map(each -> new Option(each.workspaceId(), each.workspaceName()))
                    .toList())
            .required(),
        Field.select("role", "Role", "analyst", "admin", "owner")
            .required()
            .withHint("At most what you may do yourself."),
        Field.date("expiresAt", "Expires").withHint("Empty: never."));
  }

  static Confirmation endSession(JsonNode session) {
    return new Confirmation(
        "End the session of %s (%s)?"
            .formatted(session.path("address").asText(), session.path("userAgent").asText()),
        "That browser has to sign in again.",
        Form.of("session", "", "End session")
            .withFixed(Map.of("id", session.path("id").asText()))
            .farReaching(),
        SignInPaths.ACCOUNT);
  }

  static Confirmation endToken(JsonNode token) {
    return new Confirmation(
        "End the API token %s (%s)?"
            .formatted(token.path("name").asText(), token.path("prefix").asText()),
        "Programs that use it are refused at once.",
        Form.of("token-end", "", "End token")
            .withFixed(Map.of("id", token.path("id").asText()))
            .farReaching(),
        SignInPaths.ACCOUNT);
  }
}
