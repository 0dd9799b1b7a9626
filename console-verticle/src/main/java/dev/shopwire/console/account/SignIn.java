package dev.shopwire.console.account;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.load.Slots;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.OpenedSession;
import dev.shopwire.console.sessions.SessionOpening;
import dev.shopwire.console.sessions.Sessions;
import dev.shopwire.console.sessions.UserSession;
import dev.shopwire.console.signin.Passwords;
import dev.shopwire.console.signin.SignInLimits;
import dev.shopwire.console.signin.SignInLimits.Attempt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Signs users in by e-mail, password and, with TOTP, a code; and out. Every failed attempt is
 * counted and recorded in the audit log. Not thread-safe; use from one event loop.
 */
public final class SignIn {
  private static final int MAX_EMAIL = 254;
  private static final int MAX_CODE = 100;

  private final Pool pool;
  private final SignInLimits limits;
  private final Passwords passwords;
  private final SecondFactor secondFactor;
  private final SessionOpening opening;
  private final SignInMetrics metrics;
  private final boolean onlyOperators;
  private final Slots slots;

  /**
   * @param slots leave connections to those who are signed in
   * @param onlyOperators whether others must sign in through the identity provider
   */
  SignIn(
      Pool pool,
      SignInLimits limits,
      Passwords passwords,
      SecondFactor secondFactor,
      SessionOpening opening,
      SignInMetrics metrics,
      Slots slots,
      boolean onlyOperators) {
    this.pool = pool;
    this.limits = limits;
    this.passwords = passwords;
    this.secondFactor = secondFactor;
    this.opening = opening;
    this.metrics = metrics;
    this.slots = slots;
    this.onlyOperators = onlyOperators;
  }

  private record Given(String email, String password, Optional<String> code) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return "Given";
    }
  }

  /**
   * @param body {@code {email, password, code?}}
   * @return fails with 401 {@code wrong_credentials}, {@code code_required} or {@code wrong_code},
   *     or with 429
   */
  public Future<OpenedSession> signIn(ClientInfo client, byte[] body) {
    Given given = read(body);
    return metrics.count(
        Waits.limit(slots.run(() -> limits.begin(given.email(), client)))
            .compose(
                attempt -> decide(client, given, attempt),
                refused -> recordRefusal(client, given.email(), refused)));
  }

  private static Given read(byte[] body) {
    JsonInput input = JsonInput.strict(body);
    Given given =
        new Given(
            input.requiredString("email", MAX_EMAIL),
            Passwords.read(input, "password"),
            Optional.ofNullable(input.optionalString("code", MAX_CODE).value()));
    input.throwIfInvalid();
    return given;
  }

  private Future<OpenedSession> recordRefusal(ClientInfo client, String email, Throwable refused) {
    if (!(refused instanceof Failure failure) || !failure.reason().equals(SignInLimits.REFUSED)) {
      return Future.failedFuture(refused);
    }
    return Waits.limit(
            Users.findByEmail(pool, email)
                .compose(user -> SignInLog.failed(pool, client, user, failure.reason())))
        .compose(recorded -> Future.failedFuture(refused));
  }

  private Future<OpenedSession> decide(ClientInfo client, Given given, Attempt attempt) {
    return Waits.limit(Users.findByEmail(pool, given.email()))
        .compose(
            user ->
                passwords
                    .verify(given.password(), hash(user))
                    .compose(
                        right ->
                            right
                                ? open(client, given, attempt, user.orElseThrow())
                                : Future.<OpenedSession>failedFuture(Refusals.wrongCredentials()))
                    .recover(error -> fail(client, attempt, user, error)));
  }

  /** Null if the user must not sign in by password. */
  private @Nullable String hash(Optional<User> user) {
    return user.filter(each -> !each.disabled() && (!onlyOperators || each.operator()))
        .map(User::passwordHash)
        .orElse(null);
  }

  /** Fails as {@code error}, after recording it; an attempt that decided nothing doesn't count. */
  private Future<OpenedSession> fail(
      ClientInfo client, Attempt attempt, Optional<User> user, Throwable error) {
    String reason = error instanceof Failure failure ? failure.reason() : "";
    boolean wrong = reason.equals(Refusals.WRONG_CREDENTIALS) || reason.equals(Refusals.WRONG_CODE);
    Future<Void> done =
        wrong ? SignInLog.failed(pool, client, user, reason) : limits.withdraw(attempt);
    return Waits.limit(done).transform(ignored -> Future.failedFuture(error));
  }

  private Future<OpenedSession> open(
      ClientInfo client, Given given, Attempt attempt, User verified) {
    return Waits.limit(
        slots.run(
            () ->
                Transactions.run(
                    pool,
                    connection ->
                        lockUnchanged(connection, verified)
                            .compose(user -> secondFactor.check(connection, user, given.code()))
                            .compose(checked -> limits.withdraw(connection, attempt))
                            .compose(
                                withdrawn -> opening.open(connection, verified.id(), client)))));
  }

  /** So that no session begins with a password that was just replaced. */
  private static Future<User> lockUnchanged(SqlConnection connection, User verified) {
    return Users.lock(connection, verified.id())
        .map(
            found ->
                found
                    .filter(
                        user ->
                            !user.disabled()
                                && Objects.equals(user.passwordHash(), verified.passwordHash()))
                    .orElseThrow(Refusals::wrongCredentials));
  }

  /** Ends the session that the request is made in. */
  public Future<JsonResponse> signOut(Caller caller, UserSession session) {
    return Transactions.run(
            pool,
            connection ->
                Sessions.end(connection, session.id(), session.userId())
                    .compose(
                        ended ->
                            ended
                                ? SignInLog.closed(connection, caller, session.id())
                                : Future.succeededFuture()))
        .map(JsonResponse.success());
  }
}
