package dev.shopwire.console.account;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Checks the codes of users with TOTP: those of their authenticator app, or recovery codes, each of
 * which is good once. Thread-safe.
 */
final class SecondFactor {
  private static final String FORM = "[0-9]{6}";

  private final Optional<SecretVault> vault;

  /**
   * @param vault decrypts TOTP secrets; empty if this process has no keys
   */
  SecondFactor(Optional<SecretVault> vault) {
    this.vault = vault;
  }

  /**
   * @throws Failure 503 if this process has no keys
   */
  SecretVault.Encrypted encrypt(long userId, byte[] secret) {
    return vault
        .map(keys -> keys.encrypt(context(userId), Base32.encode(secret)))
        .orElseThrow(
            () ->
                Failure.unavailable("This process has no keys for TOTP secrets; ask an operator"));
  }

  private static byte[] context(long userId) {
    return ("totp of user " + userId).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The TOTP secret, confirmed or not; empty if the user has none.
   *
   * @throws Failure 503 if it was encrypted with a key of another process
   */
  private Optional<byte[]> secret(User user) {
    Buffer encrypted = user.totpSecret();
    String key = user.totpKeyId();
    if (encrypted == null || key == null) {
      return Optional.empty();
    }
    return Optional.of(
        vault
            .flatMap(
                keys -> keys.decrypt(context(user.id()), new SecretVault.Encrypted(key, encrypted)))
            .map(Base32::decode)
            .orElseThrow(
                () ->
                    Failure.unavailable(
                        "This process can't decrypt your TOTP secret; ask an operator")));
  }

  /** The step of a code of the authenticator app that was not used yet. */
  OptionalLong matchingStep(User user, String code) {
    String digits = code.replaceAll("\\s", "");
    return digits.matches(FORM)
        ? secret(user)
            .map(secret -> Totp.matchingStep(secret, digits, Instant.now(), user.totpStep()))
            .orElseGet(OptionalLong::empty)
        : OptionalLong.empty();
  }

  /**
   * Uses up {@code code} if the user has TOTP, in the open transaction of {@code connection}, which
   * holds the user's row.
   *
   * @return fails with 401 if the code is missing or wrong
   */
  Future<Void> check(SqlConnection connection, User user, Optional<String> code) {
    if (!user.totpConfirmed()) {
      return Future.succeededFuture();
    }
    if (code.isEmpty()) {
      return Future.failedFuture(Refusals.codeRequired());
    }
    OptionalLong step = matchingStep(user, code.get());
    Future<Boolean> used =
        step.isPresent()
            ? Users.useTotpStep(connection, user.id(), step.getAsLong())
            : RecoveryCodes.use(connection, user.id(), code.get());
    return used.compose(
        right -> right ? Future.succeededFuture() : Future.failedFuture(Refusals.wrongCode()));
  }
}
