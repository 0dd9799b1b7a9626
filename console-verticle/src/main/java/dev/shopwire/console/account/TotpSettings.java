package dev.shopwire.console.account;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import dev.shopwire.console.account.PasswordProof.Proved;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.UserSession;
import dev.shopwire.console.signin.Passwords;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Sets up and removes a user's TOTP: a secret is created, then confirmed by a first code, from
 * which on signing in needs one. Not thread-safe; use from one event loop.
 */
public final class TotpSettings {
  private static final String ISSUER = "Shopwire";
  private static final int MAX_CODE = 100;

  private final Pool pool;
  private final PasswordProof proof;
  private final SecondFactor secondFactor;

  TotpSettings(Pool pool, PasswordProof proof, SecondFactor secondFactor) {
    this.pool = pool;
    this.proof = proof;
    this.secondFactor = secondFactor;
  }

  /**
   * What an authenticator app needs.
   *
   * @param secret in base 32
   * @param uri the same as {@code otpauth:} URI, for a QR code
   */
  public record NewSecret(String secret, String uri) {
    /** Omits the secret. */
    @Override
    public String toString() {
      return "NewSecret";
    }
  }

  /** Codes that are shown once. */
  public record Confirmed(List<String> recoveryCodes) {
    /** Omits the codes. */
    @Override
    public String toString() {
      return "Confirmed";
    }
  }

  /**
   * Creates a secret, which has no effect until it is confirmed.
   *
   * @param body {@code {password}}
   */
  public Future<NewSecret> start(UserSession session, ClientInfo client, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String password = Passwords.read(input, "password");
    input.throwIfInvalid();
    byte[] secret = Totp.newSecret();
    return withProof(
            session, client, password, (connection, user) -> store(connection, user, secret))
        .map(user -> newSecret(user, Base32.encode(secret)));
  }

  private Future<User> store(SqlConnection connection, User user, byte[] secret) {
    if (user.totpConfirmed()) {
      return Future.failedFuture(
          Failure.of(Code.CONFLICT, "totp_active", "TOTP is set up already; remove it first"));
    }
    Encrypted encrypted = secondFactor.encrypt(user.id(), secret);
    return Users.setTotp(connection, user.id(), encrypted.keyId(), encrypted.bytes(), false, 0)
        .map(user);
  }

  private static NewSecret newSecret(User user, String secret) {
    String label =
        URLEncoder.encode(ISSUER + ":" + user.email(), StandardCharsets.UTF_8).replace("+", "%20");
    return new NewSecret(
        secret,
        "otpauth://totp/%s?secret=%s&issuer=%s&algorithm=SHA1&digits=6&period=30"
            .formatted(label, secret, ISSUER));
  }

  /**
   * Activates the secret that was created last.
   *
   * @param body {@code {code}}
   * @return fails with 401 if the code is wrong, 409 if there is nothing to confirm
   */
  public Future<Confirmed> confirm(Caller caller, UserSession session, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String code = input.requiredString("code", MAX_CODE);
    input.throwIfInvalid();
    return Waits.limit(
        Transactions.run(
            pool,
            connection ->
                Users.lock(connection, session.userId())
                    .map(Optional::orElseThrow)
                    .compose(user -> activate(connection, caller, user, code))));
  }

  private Future<Confirmed> activate(
      SqlConnection connection, Caller caller, User user, String code) {
    if (user.totpConfirmed() || user.totpSecret() == null) {
      return Future.failedFuture(
          Failure.of(Code.CONFLICT, "nothing_to_confirm", "There is no new TOTP secret"));
    }
    OptionalLong step = secondFactor.matchingStep(user, code);
    if (step.isEmpty()) {
      return Future.failedFuture(Refusals.wrongCode());
    }
    return Users.setTotp(
            connection, user.id(), user.totpKeyId(), user.totpSecret(), true, step.getAsLong())
        .compose(set -> RecoveryCodes.replace(connection, user.id()))
        .compose(codes -> record(connection, caller, user, true).map(new Confirmed(codes)));
  }

  /**
   * Removes TOTP.
   *
   * @param body {@code {password, code}}; the code may be a recovery code
   */
  public Future<JsonResponse> remove(
      Caller caller, UserSession session, ClientInfo client, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String password = Passwords.read(input, "password");
    String code = input.requiredString("code", MAX_CODE);
    input.throwIfInvalid();
    return withProof(
            session, client, password, (connection, user) -> remove(connection, caller, user, code))
        .map(JsonResponse.success());
  }

  private Future<User> remove(SqlConnection connection, Caller caller, User user, String code) {
    if (!user.totpConfirmed()) {
      return Future.failedFuture(Failure.of(Code.CONFLICT, "totp_inactive", "TOTP is not set up"));
    }
    return secondFactor
        .check(connection, user, Optional.of(code))
        .compose(right -> Users.setTotp(connection, user.id(), null, null, false, 0))
        .compose(set -> RecoveryCodes.deleteAll(connection, user.id()))
        .compose(deleted -> record(connection, caller, user, false))
        .map(user);
  }

  private static Future<Void> record(
      SqlConnection connection, Caller caller, User user, boolean active) {
    return AuditLog.write(
        connection,
        caller,
        AuditEntry.changed(
            "user.changed",
            new AuditObject("user", Long.toString(user.id()), user.name()),
            Map.of("totp", !active),
            Map.of("totp", active)));
  }

  /** What is done with the user's locked row. */
  private interface Work {
    Future<User> run(SqlConnection connection, User user);
  }

  /** A wrong code counts as a failed sign-in: the transaction that withdraws the attempt fails. */
  private Future<User> withProof(
      UserSession session, ClientInfo client, String password, Work work) {
    return proof
        .prove(session, client, password)
        .compose(
            proved ->
                Waits.limit(
                        Transactions.run(
                            pool,
                            connection ->
                                proof
                                    .use(connection, proved)
                                    .compose(user -> work.run(connection, user))))
                    .recover(error -> withdrawUnlessWrong(proved, error)));
  }

  private Future<User> withdrawUnlessWrong(Proved proved, Throwable error) {
    boolean wrong = error instanceof Failure failure && failure.code() == Code.UNAUTHORIZED;
    return wrong
        ? Future.failedFuture(error)
        : proof.withdraw(proved.attempt()).transform(done -> Future.failedFuture(error));
  }
}
