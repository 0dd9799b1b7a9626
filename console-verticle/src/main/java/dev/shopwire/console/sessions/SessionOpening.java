package dev.shopwire.console.sessions;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Opens sessions for users who have proved who they are. The session's id is always new, and the
 * session that the browser had before ends. Thread-safe.
 */
public final class SessionOpening {
  /** Users who share a browser can be known in it at the same time. */
  private static final int MAX_DEVICES = 5;

  private final SessionTimes times;

  public SessionOpening(SessionTimes times) {
    this.times = times;
  }

  /** Opens a session in the open transaction of {@code connection}, which must commit. */
  public Future<OpenedSession> open(SqlConnection connection, long userId, ClientInfo client) {
    CookieSecret secret = CookieSecret.generate();
    return endPrevious(connection, client)
        .compose(ended -> Sessions.insert(connection, secret.hash(), userId, client, times))
        .compose(
            session ->
                SignedInUser.find(connection, userId)
                    .map(found -> found.orElseThrow(IllegalStateException::new))
                    .compose(
                        user ->
                            record(connection, client, session.id(), user)
                                .compose(done -> remember(connection, userId, client.devices()))
                                .map(
                                    devices ->
                                        new OpenedSession(
                                            secret,
                                            devices,
                                            SessionResponse.of(
                                                user, secret.csrfToken(), session.expiresAt())))));
  }

  private static Future<Void> endPrevious(SqlConnection connection, ClientInfo client) {
    return client
        .session()
        .map(previous -> Sessions.endByHash(connection, previous.hash()))
        .orElseGet(Future::succeededFuture);
  }

  private static Future<Void> record(
      SqlConnection connection, ClientInfo client, long sessionId, SignedInUser user) {
    return AuditLog.write(
        connection,
        client.caller(new Actor(Actor.Type.USER, user.id(), user.name())),
        AuditEntry.of(
            "session.opened",
            new AuditObject("session", Long.toString(sessionId), null),
            Map.of("userId", user.id())));
  }

  /**
   * Makes the browser known for the user.
   *
   * @return the value of its cookie
   */
  public static Future<String> remember(
      SqlConnection connection, long userId, List<CookieSecret> devices) {
    return Devices.extend(connection, userId, devices)
        .compose(
            known -> {
              if (known) {
                return Future.succeededFuture(cookie(devices.stream()));
              }
              CookieSecret device = CookieSecret.generate();
              return Devices.insert(connection, userId, device)
                  .map(cookie(Stream.concat(Stream.of(device), devices.stream())));
            });
  }

  private static String cookie(Stream<CookieSecret> devices) {
    return devices.limit(MAX_DEVICES).map(CookieSecret::reveal).collect(Collectors.joining("."));
  }
}
