package dev.shopwire.console.account;

import dev.shopwire.common.load.Slots;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.console.sessions.SessionOpening;
import dev.shopwire.console.sessions.SessionTimes;
import dev.shopwire.console.signin.Passwords;
import dev.shopwire.console.signin.SignInLimits;
import io.vertx.sqlclient.Pool;
import java.util.Optional;

/** Connects what users do to get into the console and with their own accounts. */
public record Accounts(
    SetUp setUp,
    SignIn signIn,
    OwnSessions sessions,
    Profile profile,
    PasswordChange password,
    TotpSettings totp) {

  /**
   * @param signIns limits how many users sign in at once, apart from the check of their passwords
   * @param vault encrypts TOTP secrets; empty if this process has no keys
   * @param onlyOperators whether only operators may use passwords
   */
  public static Accounts of(
      Pool pool,
      Passwords passwords,
      Slots signIns,
      Optional<SecretVault> vault,
      SessionTimes times,
      SignInMetrics metrics,
      boolean onlyOperators) {
    SignInLimits limits = new SignInLimits(pool);
    SessionOpening opening = new SessionOpening(times);
    SecondFactor secondFactor = new SecondFactor(vault);
    PasswordProof proof = new PasswordProof(pool, limits, passwords);
    return new Accounts(
        new SetUp(pool, passwords, opening),
        new SignIn(pool, limits, passwords, secondFactor, opening, metrics, signIns, onlyOperators),
        new OwnSessions(pool, times),
        new Profile(pool),
        new PasswordChange(pool, passwords, proof),
        new TotpSettings(pool, proof, secondFactor));
  }
}
