package dev.shopwire.console.pages.entry;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.account.Refusals;
import dev.shopwire.console.account.SignIn;
import dev.shopwire.console.oidc.OidcRoutes;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SignInPaths;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.sessions.OpenedSession;
import dev.shopwire.console.sessions.SessionCookies;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Signs users in, in two steps if they have TOTP, and out. */
final class SignInPages {
  private static final String HEADING = "Sign in";
  private static final String NEXT = "next";
  private static final String PENDING = "pending";
  private static final Map<String, String> DONE =
      Map.of(
          "password-reset", "Your password was changed. Sign in with it.",
          "signed-out", "You are signed out.");

  /** By the parameter {@code failed} of the identity provider's way back. */
  private static final Map<String, String> PROVIDER_FAULTS =
      Map.of(
          "oidc_failed", "Signing in through the identity provider failed. Try again.",
          "oidc_unknown_user",
              "No user with this identity may sign in here. Ask for an invitation.",
          "oidc_unavailable", "The identity provider is not available now.");

  private static final Form PASSWORD =
      Form.of(
          "sign-in",
          "",
          "Sign in",
          Field.email("email", "Email").withAutocomplete("username"),
          Field.password("password", "Password", "current-password"));
  private static final Form CODE =
      Form.of(
          "code",
          "",
          "Verify",
          Field.code("code", "Code")
              .withHint("The six digits of your authenticator app, or a recovery code."));

  private final SignIn signIn;
  private final SessionCookies cookies;
  private final PendingSignIn pending;
  private final Optional<String> provider;
  private final Curl curl;

  /**
   * @param provider the label of the identity provider's link; empty if there is none
   */
  SignInPages(
      SignIn signIn,
      SessionCookies cookies,
      PendingSignIn pending,
      Optional<String> provider,
      Curl curl) {
    this.signIn = signIn;
    this.cookies = cookies;
    this.pending = pending;
    this.provider = provider;
    this.curl = curl;
  }

  Future<PageResponse> show(PageRequest request) {
    return Future.succeededFuture(
        request.visitor().isPresent()
            ? new PageResponse.Redirect(target(request.query().get(NEXT)))
            : passwordPage(request, Submission.NONE));
  }

  private static String target(String next) {
    return SignInPaths.page(next).orElse(SignInPaths.HOME);
  }

  private PageResponse passwordPage(PageRequest request, Submission submission) {
    String next = request.query().has(NEXT) ? request.query().get(NEXT) : request.form().get(NEXT);
    List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
    parts.addAll(Outcomes.alert(PASSWORD, submission));
    parts.addAll(providerFault(request));
    parts.addAll(PlainHttp.warning(request.context().request(), cookies.insecure()));
    parts.add(PASSWORD.withFixed(Map.of(NEXT, next)).after(submission));
    provider.ifPresent(label -> parts.add(providerLink(label, next)));
    parts.add(
        curl.sameByAnyone(
            "curl",
            "/console/api/session",
            "{\"email\":\"$EMAIL\",\"password\":\"$PASSWORD\"}",
            "Set EMAIL and PASSWORD. Scripts use an API token instead."));
    return request.narrowPage(HEADING, parts);
  }

  private static List<Part> providerFault(PageRequest request) {
    return Stream.ofNullable(PROVIDER_FAULTS.get(request.query().get("failed")))
        .<Part>map(text -> new FaultAlert("", List.of(), Faults.of("", text)))
        .toList();
  }

  /** A link: the policy of pages would stop a form that leads to another host. */
  private static Part providerLink(String label, String next) {
    return new Link(
        label,
        SignInPaths.page(next)
            .map(page -> OidcRoutes.START + "?next=" + PageRequest.encode(page))
            .orElse(OidcRoutes.START));
  }

  Future<PageResponse> submit(PageRequest request) {
    return switch (request.form().get(Form.ID_FIELD)) {
      case "sign-in" -> verifyPassword(request);
      case "code" -> verifyCode(request);
      default -> Future.failedFuture(Failure.notFound("form"));
    };
  }

  private Future<PageResponse> verifyPassword(PageRequest request) {
    return Submissions.submit(
        request,
        PASSWORD,
        body ->
            signIn
                .signIn(cookies.clientOf(request.context()), body)
                .map(opened -> enter(request, opened))
                .recover(
                    error ->
                        isCodeRequired(error)
                            ? Future.succeededFuture(firstCodePage(request))
                            : Future.failedFuture(error)),
        Future::succeededFuture,
        again -> Future.succeededFuture(passwordPage(request, again)));
  }

  private static boolean isCodeRequired(Throwable error) {
    return error instanceof Failure failure && failure.reason().equals(Refusals.CODE_REQUIRED);
  }

  private PageResponse firstCodePage(PageRequest request) {
    String sealed = pending.seal(request.form().get("email"), request.form().get("password"));
    return codePage(request, sealed, Submission.NONE);
  }

  private static PageResponse codePage(PageRequest request, String sealed, Submission submission) {
    Form form = CODE.withFixed(Map.of(PENDING, sealed, NEXT, request.form().get(NEXT)));
    List<Part> parts = new ArrayList<>(Outcomes.alert(CODE, submission));
    parts.add(form.after(submission));
    parts.add(new Link("Start again", SignInPaths.SIGN_IN));
    return request.narrowPage(HEADING, parts);
  }

  private Future<PageResponse> verifyCode(PageRequest request) {
    String sealed = request.form().get(PENDING);
    Function<Submission, Future<PageResponse>> again =
        submission -> Future.succeededFuture(codePage(request, sealed, submission));
    return pending
        .open(sealed, request.form().get("code"))
        .map(
            body ->
                Submissions.submit(
                    request,
                    CODE,
                    fields ->
                        signIn
                            .signIn(cookies.clientOf(request.context()), body)
                            .map(opened -> enter(request, opened)),
                    Future::succeededFuture,
                    again))
        .orElseGet(() -> Future.succeededFuture(expired(request)));
  }

  private PageResponse expired(PageRequest request) {
    Failure failure =
        Failure.invalid("", "expired", "The first step was too long ago, please start again");
    Submission submission = new Submission(PASSWORD.id(), request.form(), Faults.of(failure));
    return PageRequest.withStatus(passwordPage(request, submission), failure);
  }

  private PageResponse enter(PageRequest request, OpenedSession opened) {
    cookies.set(request.context(), opened);
    return new PageResponse.Redirect(target(request.form().get(NEXT)));
  }

  Future<PageResponse> signOut(PageRequest request) {
    return signIn
        .signOut(request.caller(), request.session())
        .map(
            ended -> {
              cookies.clear(request.context());
              return new PageResponse.Redirect(SignInPaths.SIGN_IN + "?done=signed-out");
            });
  }
}
