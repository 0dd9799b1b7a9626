package dev.shopwire.console.pages.entry;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.account.SetUp;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.members.InvitationAcceptance;
import dev.shopwire.console.members.PasswordResetAcceptance;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SignInPaths;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.sessions.OpenedSession;
import dev.shopwire.console.sessions.SessionCookies;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The pages that links with a token lead to: set-up, invitation, password reset. */
final class EntryPages {
  private static final Field NAME = Field.text("name", "Name").required().withAutocomplete("name");
  private static final Field PASSWORD =
      Field.password("password", "Password", "new-password")
          .withHint("12 characters or more; a sentence is fine.");
  private static final Field REPEAT = Field.repeatedPassword("repeat", "Repeat password");
  private static final String PASTE = "Filled in from the link; else paste it here.";

  private static final Set<String> TOKEN_FAULTS =
      Set.of("unauthorized", "unknown_invitation", "unknown_reset");

  private static final Form SET_UP =
      Form.of(
          "setup",
          "",
          "Create owner",
          Field.token("token", "Set-up token").withHint(PASTE),
          NAME,
          Field.email("email", "Email"),
          PASSWORD,
          REPEAT);
  private static final Form NEW_USER =
      Form.of(
          "invite",
          "",
          "Join",
          Field.token("token", "Invitation token").withHint(PASTE),
          NAME,
          PASSWORD,
          REPEAT);
  private static final Form KNOWN_USER =
      Form.of("invite", "", "Join", Field.token("token", "Invitation token").withHint(PASTE));
  private static final Form RESET =
      Form.of(
          "reset",
          "",
          "Save password",
          Field.token("token", "Reset token").withHint(PASTE),
          PASSWORD,
          REPEAT);

  private final SetUp setUp;
  private final InvitationAcceptance invitations;
  private final PasswordResetAcceptance resets;
  private final SessionCookies cookies;
  private final Curl curl;

  EntryPages(
      SetUp setUp,
      InvitationAcceptance invitations,
      PasswordResetAcceptance resets,
      SessionCookies cookies,
      Curl curl) {
    this.setUp = setUp;
    this.invitations = invitations;
    this.resets = resets;
    this.cookies = cookies;
    this.curl = curl;
  }

  Future<PageResponse> showSetUp(PageRequest request) {
    return Future.succeededFuture(setUpPage(request, Submission.NONE));
  }

  private PageResponse setUpPage(PageRequest request, Submission submission) {
    return page(
        request,
        "Set up Shopwire",
        SET_UP,
        submission,
        "Create the first user: an operator, and the owner of all workspaces. The token is in the"
            + " link that the service prints when it starts.",
        curl.sameByAnyone(
            "curl",
            "/console/api/setup",
            "{\"token\":\"$TOKEN\",\"name\":\"Your name\",\"email\":\"you@example.com\",\"password\":\"$PASSWORD\"}",
            "TOKEN is the set-up token, PASSWORD the new password."));
  }

  Future<PageResponse> submitSetUp(PageRequest request) {
    return Submissions.submit(
        request,
        SET_UP,
        body -> atToken(setUp.createOwner(cookies.clientOf(request.context()), body)),
        opened -> enter(request, Optional.of(opened)),
        again -> Future.succeededFuture(setUpPage(request, again)));
  }

  Future<PageResponse> showInvitation(PageRequest request) {
    return Future.succeededFuture(invitationPage(request, Submission.NONE));
  }

  private static Form invitationForm(PageRequest request) {
    return request.visitor().isPresent() ? KNOWN_USER : NEW_USER;
  }

  private PageResponse invitationPage(PageRequest request, Submission submission) {
    return page(
        request,
        "Accept invitation",
        invitationForm(request),
        submission,
        request
            .visitor()
            .map(
                visitor ->
                    "You join with the account that is signed in: %s.".formatted(visitor.email()))
            .orElse(
                "If you have an account already, enter its password, or sign in first; then you"
                    + " join with that account."),
        curl.sameByAnyone(
            "curl",
            "/console/api/invitations/accept",
            "{\"token\":\"$TOKEN\",\"name\":\"Your name\",\"password\":\"$PASSWORD\"}",
            "TOKEN is the invitation token, PASSWORD the new password."));
  }

  Future<PageResponse> submitInvitation(PageRequest request) {
    return Submissions.submit(
        request,
        invitationForm(request),
        body ->
            atToken(
                invitations.accept(
                    cookies.clientOf(request.context()), Callers.session(request.context()), body)),
        accepted -> enter(request, accepted.opened()),
        again -> Future.succeededFuture(invitationPage(request, again)));
  }

  Future<PageResponse> showReset(PageRequest request) {
    return Future.succeededFuture(resetPage(request, Submission.NONE));
  }

  private PageResponse resetPage(PageRequest request, Submission submission) {
    return page(
        request,
        "Choose a password",
        RESET,
        submission,
        "All your sessions end; sign in with the new password afterwards.",
        curl.sameByAnyone(
            "curl",
            "/console/api/password-resets/accept",
            "{\"token\":\"$TOKEN\",\"password\":\"$PASSWORD\"}",
            "TOKEN is the reset token, PASSWORD the new password."));
  }

  Future<PageResponse> submitReset(PageRequest request) {
    return Submissions.submit(
        request,
        RESET,
        body -> atToken(resets.accept(cookies.clientOf(request.context()), body)),
        done ->
            Future.succeededFuture(
                new PageResponse.Redirect(SignInPaths.SIGN_IN + "?done=password-reset")),
        again -> Future.succeededFuture(resetPage(request, again)));
  }

  private PageResponse page(
      PageRequest request,
      String heading,
      Form form,
      Submission submission,
      String text,
      Figure same) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(form, submission));
    parts.addAll(PlainHttp.warning(request.context().request(), cookies.insecure()));
    parts.add(new Text(text));
    parts.add(form.after(submission));
    parts.add(same);
    return request.narrowPage(heading, parts);
  }

  /** Tokens that don't work are faults of their field. */
  private static <T> Future<T> atToken(Future<T> work) {
    return work.recover(
        error ->
            Future.failedFuture(
                error instanceof Failure failure && TOKEN_FAULTS.contains(failure.reason())
                    ? Failure.invalid("/token", failure.reason(), failure.message())
                    : error));
  }

  private Future<PageResponse> enter(PageRequest request, Optional<OpenedSession> opened) {
    opened.ifPresent(session -> cookies.set(request.context(), session));
    return Future.succeededFuture(new PageResponse.Redirect(SignInPaths.HOME));
  }
}
