package dev.shopwire.console.account;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.console.people.PasswordResets;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.Devices;
import dev.shopwire.console.sessions.SessionOpening;
import dev.shopwire.console.sessions.Sessions;
import dev.shopwire.console.sessions.UserSession;
import dev.shopwire.console.signin.Passwords;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;

/**
 * Changes a user's password, which ends the user's other sessions and all known browsers in the
 * same transaction. Not thread-safe; use from one event loop.
 */
public final class PasswordChange {
  private final Pool pool;
  private final Passwords passwords;
  private final PasswordProof proof;

  PasswordChange(Pool pool, Passwords passwords, PasswordProof proof) {
    this.pool = pool;
    this.passwords = passwords;
    this.proof = proof;
  }

  /**
   * @param body {@code {current, new}}
   * @return the new value of the cookie by which this browser is known
   */
  public Future<String> change(Caller caller, UserSession session, ClientInfo client, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String current = Passwords.read(input, "current");
    String wanted = Passwords.read(input, "new");
    input.throwIfInvalid();
    return proof
        .prove(session, client, current)
        .compose(
            proved ->
                hash(wanted, proved.user())
                    .compose(
                        hash ->
                            Waits.limit(
                                Transactions.run(
                                    pool,
                                    connection ->
                                        proof
                                            .use(connection, proved)
                                            .compose(
                                                user ->
                                                    replace(
                                                        connection, caller, session, user, hash)))),
                        invalid ->
                            proof
                                .withdraw(proved.attempt())
                                .transform(ignored -> Future.failedFuture(invalid))));
  }

  private Future<String> hash(String password, User user) {
    return Future.succeededFuture()
        .compose(
            start -> {
              passwords.check("/new", password, user.email());
              return passwords.hash(password);
            });
  }

  private static Future<String> replace(
      SqlConnection connection, Caller caller, UserSession session, User user, String hash) {
    return Users.setPassword(connection, user.id(), hash)
        .compose(set -> Sessions.endOthers(connection, user.id(), session.id()))
        .compose(ended -> Devices.endAll(connection, user.id()))
        .compose(ended -> PasswordResets.deleteOf(connection, user.id()))
        .compose(ended -> SessionOpening.remember(connection, user.id(), List.of()))
        .compose(
            devices ->
                AuditLog.write(
                        connection,
                        caller,
                        AuditEntry.of(
                            "user.changed",
                            new AuditObject("user", Long.toString(user.id()), user.name()),
                            Map.of("passwordChanged", true)))
                    .map(devices));
  }
}
