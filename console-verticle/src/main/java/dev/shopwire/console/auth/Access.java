package dev.shopwire.console.auth;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.RequestIds;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.console.auth.AccessRule.Credentials;
import dev.shopwire.console.auth.CredentialReads.Found;
import dev.shopwire.console.sessions.CookieSecret;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.sessions.SessionTimes;
import dev.shopwire.console.sessions.UserSession;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.SqlClient;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides who makes a request and whether they may: by the header {@code Authorization} with the
 * admin token or a user's API token, otherwise by the session cookie. Not thread-safe; use from one
 * event loop.
 */
public final class Access {
  /** The header with the CSRF token of a session. */
  public static final String CSRF_HEADER = "X-CSRF-Token";

  private static final String USER_TOKEN = "Bearer sw_user_";
  private static final int SCHEME_LENGTH = "Bearer ".length();

  private final AdminAccess adminToken;
  private final CredentialReads reads;
  private final LastUses lastUses;
  private final SessionCookies cookies;
  private final RequestOrigin origin;

  /**
   * @param publicUrl the console's address for browsers, without a path
   */
  public Access(
      AdminAccess adminToken,
      SqlClient client,
      SessionTimes times,
      LastUses lastUses,
      SessionCookies cookies,
      String publicUrl) {
    this.adminToken = adminToken;
    this.reads = new CredentialReads(client, times);
    this.lastUses = lastUses;
    this.cookies = cookies;
    this.origin = new RequestOrigin(publicUrl);
  }

  /** Ids of other workspaces get the same response as unknown ones. */
  public static Failure unknownId() {
    return Failure.of(Code.NOT_FOUND, "unknown_id", "No resource has this id");
  }

  private static Failure unauthorized() {
    return Failure.of(
        Code.UNAUTHORIZED,
        "Not signed in: expected a session cookie or Authorization: Bearer <token>");
  }

  /** The caller of {@code context}, or a failure with 401, 403, 404 or 429. */
  public Future<Caller> authorize(RoutingContext context, AccessRule rule) {
    HttpServerRequest request = context.request();
    if (rule.least() == AccessLevel.NONE) {
      return authorizeAnyone(context, rule);
    }
    String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (authorization != null && rule.csrf() == AccessRule.Csrf.HEADER) {
      return authorization.regionMatches(true, 0, USER_TOKEN, 0, USER_TOKEN.length())
          ? authorizeToken(context, rule, authorization.substring(SCHEME_LENGTH).strip())
          : adminToken.check(request).compose(valid -> authorizeAdminToken(context, rule));
    }
    return cookies
        .sessionOf(request)
        .map(secret -> authorizeSession(context, rule, secret))
        .orElseGet(() -> Future.failedFuture(unauthorized()));
  }

  /** Everyone may; a signed-in user is recognized. */
  private Future<Caller> authorizeAnyone(RoutingContext context, AccessRule rule) {
    HttpServerRequest request = context.request();
    if (rule.isWrite() && origin.isForeign(request)) {
      return Future.failedFuture(RequestOrigin.refusal());
    }
    Caller anyone = caller(context, Actor.SYSTEM, AccessLevel.NONE, 0);
    return cookies
        .sessionOf(request)
        .filter(
            secret ->
                !rule.isWrite()
                    || rule.csrf() == AccessRule.Csrf.FORM
                    || hasCsrfToken(request, secret))
        .map(
            secret ->
                reads
                    .session(secret.hash(), Optional.empty(), null)
                    .map(
                        found ->
                            found
                                .map(user -> signedIn(context, user, secret, AccessLevel.USER, 0))
                                .orElse(anyone)))
        .orElseGet(() -> Future.succeededFuture(anyone));
  }

  private Future<Caller> authorizeAdminToken(RoutingContext context, AccessRule rule) {
    if (rule.credentials() == Credentials.SESSION) {
      return Future.failedFuture(sessionRequired());
    }
    return rule.resource()
        .map(resource -> reads.workspace(resource, rule.resourceId(context)))
        .orElseGet(() -> Future.succeededFuture(0L))
        .map(workspace -> caller(context, Actor.ADMIN_TOKEN, AccessLevel.OPERATOR, workspace));
  }

  private Future<Caller> authorizeToken(RoutingContext context, AccessRule rule, String token) {
    Buffer hash = Buffer.buffer(ApiKey.hash(token));
    return reads
        .token(hash, rule.resource(), rule.resourceId(context))
        .map(
            found -> {
              Found valid =
                  found.orElseThrow(
                      () -> adminToken.wrongToken(context.request(), "The API token is invalid"));
              if (rule.credentials() != Credentials.ANY) {
                throw sessionRequired();
              }
              return tokenCaller(context, rule, valid);
            });
  }

  private Caller tokenCaller(RoutingContext context, AccessRule rule, Found token) {
    AccessLevel level =
        token
            .level()
            .orElse(AccessLevel.NONE)
            .atMost(AccessLevel.of(Objects.requireNonNull(token.tokenRole())));
    long workspace = 0;
    if (rule.resource().isPresent()) {
      if (!Objects.equals(token.workspaceId(), token.tokenWorkspaceId())) {
        throw unknownId();
      }
      workspace = Objects.requireNonNull(token.workspaceId());
      requireLevel(rule, token, level);
    }
    if (token.stale()) {
      lastUses.addToken(token.id());
    }
    Callers.setUserId(context, token.userId());
    return caller(
        context,
        new Actor(Actor.Type.TOKEN, Long.toString(token.id()), token.tokenName()),
        level,
        workspace);
  }

  private Future<Caller> authorizeSession(
      RoutingContext context, AccessRule rule, CookieSecret secret) {
    HttpServerRequest request = context.request();
    return reads
        .session(secret.hash(), rule.resource(), rule.resourceId(context))
        .map(
            found -> {
              Found session = found.orElseThrow(Access::unauthorized);
              if (rule.isWrite() && origin.isForeign(request)) {
                throw RequestOrigin.refusal();
              }
              if (rule.isWrite()
                  && rule.csrf() == AccessRule.Csrf.HEADER
                  && !hasCsrfToken(request, secret)) {
                throw csrfRefusal();
              }
              return sessionCaller(context, rule, session, secret);
            });
  }

  private Caller sessionCaller(
      RoutingContext context, AccessRule rule, Found session, CookieSecret secret) {
    boolean hasResource = rule.resource().isPresent();
    Optional<AccessLevel> role = hasResource ? session.level() : Optional.of(AccessLevel.USER);
    AccessLevel level =
        session.operator() ? AccessLevel.OPERATOR : role.orElseThrow(Access::unknownId);
    requireLevel(rule, session, level);
    Long workspace = session.workspaceId();
    return signedIn(context, session, secret, level, workspace == null ? 0 : workspace);
  }

  private static void requireLevel(AccessRule rule, Found found, AccessLevel level) {
    if (found.requiresTotp() && !found.totp()) {
      throw Failure.of(
          Code.FORBIDDEN,
          "totp_required",
          "This workspace requires two-factor authentication: set up TOTP in your account");
    }
    if (!level.includes(rule.least())) {
      throw Failure.of(
          Code.FORBIDDEN,
          "role_required",
          "This needs the role %s, you are %s".formatted(rule.least().id(), level.id()));
    }
  }

  private Caller signedIn(
      RoutingContext context,
      Found session,
      CookieSecret secret,
      AccessLevel level,
      long workspace) {
    if (session.stale()) {
      lastUses.addSession(session.id());
    }
    Callers.setUserId(context, session.userId());
    Callers.setSession(
        context,
        new UserSession(
            session.id(),
            session.userId(),
            secret.csrfToken(),
            Objects.requireNonNull(session.expiresAt())));
    return caller(
        context,
        new Actor(Actor.Type.USER, Long.toString(session.userId()), session.userName()),
        level,
        workspace);
  }

  private Caller caller(RoutingContext context, Actor actor, AccessLevel level, long workspace) {
    return new Caller(
        actor,
        level,
        workspace,
        cookies.proxies().addressOf(context.request()),
        RequestIds.of(context));
  }

  private static boolean hasCsrfToken(HttpServerRequest request, CookieSecret secret) {
    return isEqual(secret.csrfToken(), request.getHeader(CSRF_HEADER));
  }

  /**
   * Checks the CSRF token that a form carries.
   *
   * @param given what the form has; null if it has none
   * @throws Failure 403 if it is not the token of the request's session
   */
  private static void requireCsrf(UserSession session, @Nullable String given) {
    if (!isEqual(session.csrfToken(), given)) {
      throw csrfRefusal();
    }
  }

  /**
   * The caller of a form that was sent to its page, once its CSRF token is known.
   *
   * @param isOpen whether anyone may send the form: without the token of the session it has no
   *     caller, so that a session of another tab doesn't stand in the way of signing in
   * @param given what the form has; empty if it has none
   * @throws Failure 403 if the form needs a session, and the token is not that session's
   */
  public static Caller checkForm(RoutingContext context, boolean isOpen, String given) {
    Optional<UserSession> session = Callers.session(context);
    if (!isOpen) {
      requireCsrf(Callers.requireSession(context), given);
    } else if (session.isPresent() && !isEqual(session.get().csrfToken(), given)) {
      Caller caller = Callers.of(context);
      Callers.forget(context);
      Callers.set(
          context,
          new Caller(Actor.SYSTEM, AccessLevel.NONE, 0, caller.address(), caller.requestId()));
    }
    return Callers.of(context);
  }

  private static boolean isEqual(String expected, @Nullable String given) {
    return given != null
        && MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  private static Failure csrfRefusal() {
    return Failure.of(
        Code.FORBIDDEN, "csrf", "A write in a session needs its CSRF token in " + CSRF_HEADER);
  }

  static Failure sessionRequired() {
    return Failure.of(
        Code.FORBIDDEN, "session_required", "This needs a user who is signed in, not a token");
  }
}
