package dev.shopwire.console.oidc;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.UnexpectedErrors;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.console.sessions.SessionCookies;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads browsers to the identity provider and back. Whatever happens, they end on the sign-in page,
 * which leads those who are signed in to where they wanted to go, and shows others what failed.
 */
public final class OidcRoutes {
  /** Starts a sign-in; {@code next} is passed on to the sign-in page. */
  public static final String START = OidcSignIn.CALLBACK + "/start";

  private static final Logger LOG = LoggerFactory.getLogger(OidcRoutes.class);
  private static final String SIGN_IN = "/console/sign-in";
  private static final int MAX_NEXT = 1_000;
  private static final int MAX_CODE = 4_000;
  private static final int SEE_OTHER = 303;

  private final OidcSignIn signIn;
  private final SessionCookies cookies;

  public OidcRoutes(OidcSignIn signIn, SessionCookies cookies) {
    this.signIn = signIn;
    this.cookies = cookies;
  }

  public void addTo(Routes routes) {
    routes
        .on(HttpMethod.GET, START, this::start)
        .on(HttpMethod.GET, OidcSignIn.CALLBACK, this::finish);
  }

  private void start(RoutingContext context) {
    signIn
        .start(parameter(context, "next", MAX_NEXT))
        .onComplete(
            started -> {
              cookies.setOidc(context, started.cookie(), OidcState.LIFETIME);
              redirect(context, started.url());
            },
            error -> redirectFailed(context, error));
  }

  private void finish(RoutingContext context) {
    String cookie = cookies.oidcOf(context.request());
    signIn
        .finish(
            cookies.clientOf(context),
            cookie,
            parameter(context, "state", MAX_NEXT),
            parameter(context, "code", MAX_CODE))
        .onComplete(
            finished -> {
              cookies.set(context, finished.session());
              cookies.clearOidc(context);
              String next = finished.next();
              redirect(context, next.isEmpty() ? SIGN_IN : SIGN_IN + "?next=" + encoded(next));
            },
            error -> {
              cookies.clearOidc(context);
              redirectFailed(context, error);
            });
  }

  /** Empty if it is missing or too long. */
  private static String parameter(RoutingContext context, String name, int max) {
    String value = context.request().getParam(name, "");
    return value.length() > max ? "" : value;
  }

  private static void redirectFailed(RoutingContext context, Throwable error) {
    Throwable mapped = PostgresFailures.asFailure(error);
    Failure failure =
        mapped instanceof Failure expected
            ? expected
            : UnexpectedErrors.report(
                LOG, "Signing in through the identity provider failed", error);
    String reason = failure.code() == Code.UNAUTHORIZED ? failure.reason() : "oidc_unavailable";
    redirect(context, SIGN_IN + "?failed=" + encoded(reason));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void redirect(RoutingContext context, String location) {
    context
        .response()
        .setStatusCode(SEE_OTHER)
        .putHeader(HttpHeaders.LOCATION, location)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("Referrer-Policy", "same-origin")
        .putHeader("X-Content-Type-Options", "nosniff")
        .end();
  }
}
