package dev.shopwire.console.account;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.UserSession;
import dev.shopwire.console.signin.Passwords;
import dev.shopwire.console.signin.SignInLimits;
import dev.shopwire.console.signin.SignInLimits.Attempt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Objects;

/**
 * Makes people prove that they know their password: before what a stolen session must not do, and
 * when an invitation is accepted without a session. Wrong passwords count as failed sign-ins. Not
 * thread-safe; use from one event loop.
 */
public final class PasswordProof {
  private final Pool pool;
  private final SignInLimits limits;
  private final Passwords passwords;

  public PasswordProof(Pool pool, SignInLimits limits, Passwords passwords) {
    this.pool = pool;
    this.limits = limits;
    this.passwords = passwords;
  }

  /** A user who proved it, and the attempt, which is still to be withdrawn. */
  public record Proved(User user, Attempt attempt) {}

  /**
   * @return fails with 401 if the password is wrong, 409 if the user has none, 429 after too many
   *     wrong ones
   */
  Future<Proved> prove(UserSession session, ClientInfo client, String password) {
    return Waits.limit(Users.find(pool, session.userId()))
        .compose(
            found -> {
              User user = found.orElseThrow(Refusals::wrongPassword);
              return prove(user, client, password);
            });
  }

  /** The same for someone who claims to be {@code user}. */
  public Future<Proved> prove(User user, ClientInfo client, String password) {
    if (user.passwordHash() == null) {
      return Future.failedFuture(noPassword());
    }
    return Waits.limit(limits.begin(user.email(), client))
        .compose(attempt -> verify(user, attempt, password));
  }

  private static Failure noPassword() {
    return Failure.of(
        Code.CONFLICT, "no_password", "You sign in through an identity provider, without password");
  }

  private Future<Proved> verify(User user, Attempt attempt, String password) {
    return passwords
        .verify(password, user.passwordHash())
        .compose(
            right ->
                right
                    ? Future.succeededFuture(new Proved(user, attempt))
                    : Future.failedFuture(Refusals.wrongPassword()),
            busy -> withdraw(attempt).transform(ignored -> Future.failedFuture(busy)));
  }

  /** Withdraws the attempt of someone whose request failed for another reason. */
  public Future<Void> withdraw(Attempt attempt) {
    return Waits.limit(limits.withdraw(attempt));
  }

  /** Locks the user's row, in the transaction of what the proof allows; withdraws the attempt. */
  public Future<User> use(SqlConnection connection, Proved proved) {
    return limits
        .withdraw(connection, proved.attempt())
        .compose(withdrawn -> Users.lock(connection, proved.user().id()))
        .map(
            found ->
                found
                    .filter(
                        user ->
                            !user.disabled()
                                && Objects.equals(
                                    user.passwordHash(), proved.user().passwordHash()))
                    .orElseThrow(Refusals::wrongPassword));
  }
}
