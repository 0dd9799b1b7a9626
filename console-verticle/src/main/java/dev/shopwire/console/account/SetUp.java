package dev.shopwire.console.account;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.console.people.EmailInput;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.OpenedSession;
import dev.shopwire.console.sessions.SessionOpening;
import dev.shopwire.console.signin.Passwords;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;

/**
 * Creates the first user, an operator and owner of all workspaces, for a person with a setup token.
 * Not thread-safe; use from one event loop.
 */
public final class SetUp {
  private static final int MAX_TOKEN = 200;
  private static final int MAX_NAME = 100;

  private final Pool pool;
  private final Passwords passwords;
  private final SessionOpening opening;

  public SetUp(Pool pool, Passwords passwords, SessionOpening opening) {
    this.pool = pool;
    this.passwords = passwords;
    this.opening = opening;
  }

  private record Owner(String token, String email, String name, String password) {}

  /**
   * Creates the user and signs in.
   *
   * @param body {@code {token, email, name, password}}
   * @return fails with 401 if the token isn't valid, whatever the rest is; of several calls at once
   *     all but one do
   */
  public Future<OpenedSession> createOwner(ClientInfo client, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    Owner owner = read(input);
    return Waits.limit(requireValid(pool, owner.token()))
        .compose(
            valid -> {
              input.throwIfInvalid();
              passwords.check(owner.password(), owner.email());
              return passwords.hash(owner.password());
            })
        .compose(
            hash ->
                Waits.limit(
                    Transactions.run(pool, connection -> create(connection, client, owner, hash))));
  }

  private static Owner read(JsonInput input) {
    return new Owner(
        input.requiredString("token", MAX_TOKEN),
        EmailInput.required(input),
        input.requiredString("name", MAX_NAME),
        Passwords.read(input, "password"));
  }

  private static Future<Void> requireValid(SqlClient client, String token) {
    return SetupTokens.isValid(client, token)
        .compose(valid -> valid ? Future.succeededFuture() : Future.failedFuture(refusal()));
  }

  private static Failure refusal() {
    return Failure.of(
        Code.UNAUTHORIZED,
        "The setup token is invalid, has expired or has been used; while there is no user, each"
            + " start of the console prints a new one");
  }

  private Future<OpenedSession> create(
      SqlConnection connection, ClientInfo client, Owner owner, String hash) {
    return SetupTokens.lock(connection)
        .compose(locked -> requireValid(connection, owner.token()))
        .compose(valid -> Users.insertFirst(connection, owner.email(), owner.name(), hash))
        .map(created -> created.orElseThrow(SetUp::refusal))
        .compose(
            id ->
                SetupTokens.endAll(connection)
                    .compose(ended -> new Installation(connection).endSetup())
                    .compose(ended -> record(connection, client, owner, id))
                    .compose(recorded -> opening.open(connection, id, client)));
  }

  private static Future<Void> record(
      SqlConnection connection, ClientInfo client, Owner owner, long id) {
    String user = Long.toString(id);
    return AuditLog.write(
        connection,
        client.caller(new Actor(Actor.Type.USER, user, owner.name())),
        AuditEntry.created(
            "user.joined",
            new AuditObject("user", user, owner.name()),
            Map.of("email", owner.email(), "name", owner.name(), "operator", true)));
  }
}
