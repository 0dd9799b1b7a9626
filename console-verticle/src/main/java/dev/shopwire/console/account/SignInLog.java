package dev.shopwire.console.account;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.ClientInfo;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Optional;

/**
 * Writes to the audit log what happens to sessions. It belongs to no workspace. An e-mail address
 * is never written: people type passwords into its field.
 */
final class SignInLog {
  private static final String UNKNOWN = "unknown";

  private SignInLog() {}

  /**
   * Records an attempt to sign in that failed or was refused.
   *
   * @param user empty if no user has the e-mail
   * @param reason why, as the response's code
   */
  static Future<Void> failed(
      SqlClient client, ClientInfo from, Optional<User> user, String reason) {
    AuditObject object =
        user.map(known -> new AuditObject("user", Long.toString(known.id()), known.name()))
            .orElseGet(() -> new AuditObject("user", UNKNOWN, null));
    return AuditLog.write(
        client,
        from.caller(Actor.SYSTEM),
        AuditEntry.of("session.failed", object, Map.of("reason", reason)));
  }

  /** Records that a user ended a session. */
  static Future<Void> closed(SqlClient connection, Caller caller, long sessionId) {
    return AuditLog.write(
        connection,
        caller,
        AuditEntry.of(
            "session.closed",
            new AuditObject("session", Long.toString(sessionId), null),
            Map.of("userId", String.valueOf(caller.actor().id()))));
  }
}
