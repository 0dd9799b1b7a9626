package dev.shopwire.console.auth;

import dev.shopwire.common.access.Caller;
import dev.shopwire.console.sessions.UserSession;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Keeps the caller of a request in its routing context, once it is authorized. */
public final class Callers {
  private static final String KEY = "dev.shopwire.console.caller";
  private static final String SESSION = "dev.shopwire.console.session";
  private static final String USER = "dev.shopwire.console.user";

  private Callers() {}

  public static void set(RoutingContext context, Caller caller) {
    context.put(KEY, caller);
  }

  /** The caller of an authorized request. */
  public static Caller of(RoutingContext context) {
    return Objects.requireNonNull(context.get(KEY));
  }

  static void setSession(RoutingContext context, UserSession session) {
    context.put(SESSION, session);
  }

  /** The session that the request is made in; empty for tokens and those who are not signed in. */
  public static Optional<UserSession> session(RoutingContext context) {
    return Optional.ofNullable(context.get(SESSION));
  }

  /**
   * The session of an operation that needs one.
   *
   * @throws dev.shopwire.common.failure.Failure 403 if there is none
   */
  public static UserSession requireSession(RoutingContext context) {
    return session(context).orElseThrow(Access::sessionRequired);
  }

  /** Removes the caller from the request. */
  static void forget(RoutingContext context) {
    context.remove(SESSION);
    context.remove(USER);
  }

  static void setUserId(RoutingContext context, long id) {
    context.put(USER, id);
  }

  /** The user of the session or the API token; empty for the admin token. */
  public static OptionalLong userId(RoutingContext context) {
    Long id = context.get(USER);
    return id == null ? OptionalLong.empty() : OptionalLong.of(id);
  }
}
