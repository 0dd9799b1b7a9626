package dev.shopwire.console.members;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.console.account.Waits;
import dev.shopwire.console.people.PasswordResets;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.Devices;
import dev.shopwire.console.sessions.Sessions;
import dev.shopwire.console.signin.Passwords;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;

/**
 * Sets the passwords of users who have a link to choose a new one. Each link is used once, by one
 * of all concurrent callers. Not thread-safe; use from one event loop.
 */
public final class PasswordResetAcceptance {
  private final Pool pool;
  private final Passwords passwords;

  public PasswordResetAcceptance(Pool pool, Passwords passwords) {
    this.pool = pool;
    this.passwords = passwords;
  }

  /**
   * Sets the password of the user with a link, and ends all sessions.
   *
   * @param body {@code {token, password}}
   * @return fails with 404 if the link is unknown, expired or used
   */
  public Future<Void> accept(ClientInfo client, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String token = input.requiredString("token", Links.MAX_TOKEN_LENGTH);
    String password = Passwords.read(input, "password");
    input.throwIfInvalid();
    return Waits.limit(user(token))
        .compose(
            user -> {
              passwords.check(password, user.email());
              return passwords.hash(password);
            })
        .compose(
            hash ->
                Waits.limit(
                    Transactions.run(
                        pool, connection -> setPassword(connection, client, token, hash))));
  }

  private Future<User> user(String token) {
    return PasswordResets.find(pool, ApiKey.hash(token))
        .map(found -> found.orElseThrow(PasswordResetAcceptance::unknown))
        .compose(id -> Users.find(pool, id))
        .map(found -> found.orElseThrow(PasswordResetAcceptance::unknown));
  }

  private static Future<Void> setPassword(
      SqlConnection connection, ClientInfo client, String token, String hash) {
    return PasswordResets.take(connection, ApiKey.hash(token))
        .map(taken -> taken.orElseThrow(PasswordResetAcceptance::unknown))
        .compose(id -> Users.lock(connection, id))
        .map(found -> found.orElseThrow(PasswordResetAcceptance::unknown))
        .compose(
            user ->
                Users.setPassword(connection, user.id(), hash)
                    .compose(set -> endSessions(connection, user.id()))
                    .compose(
                        ended ->
                            AuditLog.write(
                                connection,
                                client.caller(user.actor()),
                                AuditEntry.of(
                                    "user.changed",
                                    PasswordResetRequests.object(user),
                                    Map.of("passwordChanged", true)))));
  }

  /** Also makes no browser known any more. */
  static Future<Void> endSessions(SqlConnection connection, long userId) {
    return Sessions.endAll(connection, userId).compose(ended -> Devices.endAll(connection, userId));
  }

  private static Failure unknown() {
    return Failure.notFound("password reset");
  }
}
