package dev.shopwire.console.pages;

import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Notice;
import dev.shopwire.console.pages.parts.Part;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Says on a page what became of a form. */
final class Outcomes {
  /** By the parameter {@code done} of {@link PageRequest#done}; other values say nothing. */
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("role", "The role was changed."),
          Map.entry("removed", "The user was removed from this workspace."),
          Map.entry("reset", "The second factor was removed."),
          Map.entry("uninvited", "The invitation was deleted."),
          Map.entry("workspace", "The workspace was changed."),
          Map.entry("self-referral", "The rule for self-referrals was changed."),
          Map.entry("profile", "Your settings were changed."),
          Map.entry(
              "password", "Your password was changed, and all your other sessions have ended."),
          Map.entry("password-reset", "Your password was changed. Sign in with it."),
          Map.entry("totp-removed", "TOTP was removed."),
          Map.entry("session", "The session has ended."),
          Map.entry("sessions", "All other sessions have ended."),
          Map.entry("token", "The API token has ended."),
          Map.entry("signed-out", "You are signed out."));

  /** By the parameter {@code failed} of the identity provider's way back. */
  private static final Map<String, String> PROVIDER_FAULTS =
      Map.of(
          "oidc_failed", "Signing in through the identity provider failed. Try again.",
          "oidc_unknown_user", "Nobody with this identity may sign in here. Ask for an invitation.",
          "oidc_unavailable", "The identity provider is not available now.");

  private Outcomes() {}

  static List<Part> notice(PageRequest request) {
    return Stream.ofNullable(TEXTS.get(request.query().get("done")))
        .<Part>map(Notice::new)
        .toList();
  }

  static List<Part> providerFault(PageRequest request) {
    return Stream.ofNullable(PROVIDER_FAULTS.get(request.query().get("failed")))
        .<Part>map(text -> new FaultAlert("", List.of(), Faults.of("", text)))
        .toList();
  }

  /** The summary of a form's faults, if it was submitted and has some. */
  static List<Part> alert(Form form, Submission submission) {
    return submission.formId().equals(form.id()) && !submission.faults().isEmpty()
        ? List.of(new FaultAlert(form.id(), form.fields(), submission.faults()))
        : List.of();
  }
}
