package dev.shopwire.console.signin;

import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.Devices;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Limits how often passwords and codes can be guessed, over all processes: by e-mail and address,
 * by address, and by e-mail over all addresses. While a limit is reached even the right password is
 * refused, without showing which it was. A browser that has signed in as the user before has a
 * limit of its own instead (docs/api/console.md). Thread-safe.
 */
public final class SignInLimits {
  /** The code of the refusal. */
  public static final String REFUSED = "too_many_sign_ins";

  private final Pool pool;

  public SignInLimits(Pool pool) {
    this.pool = pool;
  }

  /** An attempt that counts as failed until it is withdrawn. */
  public record Attempt(long id) {}

  /**
   * Starts an attempt to prove that the client is the user with this e-mail, whether or not there
   * is one.
   *
   * @return fails with 429 if there were too many failed ones
   */
  public Future<Attempt> begin(String email, ClientInfo client) {
    Buffer hash = hash(email);
    return Transactions.run(
            pool,
            connection ->
                Devices.find(connection, email, client.devices())
                    .compose(
                        device ->
                            wait(connection, hash, client.network(), device)
                                .compose(
                                    wait ->
                                        wait.isPresent()
                                            ? Future.failedFuture(refusal(wait.get()))
                                            : SignInFailures.insert(
                                                connection,
                                                hash,
                                                client.network(),
                                                device.orElse(null)))))
        .map(Attempt::new);
  }

  private static Future<Optional<Duration>> wait(
      SqlConnection connection, Buffer email, String network, Optional<Buffer> device) {
    return device.isPresent()
        ? SignInFailures.wait(connection, device.get())
        : SignInFailures.wait(connection, email, network);
  }

  private static Failure refusal(Duration wait) {
    return Failure.rateLimited(
        REFUSED, "Too many failed attempts to sign in; try again later", wait);
  }

  /** Removes an attempt that was right, or that was never decided. */
  public Future<Void> withdraw(SqlClient client, Attempt attempt) {
    return SignInFailures.delete(client, attempt.id());
  }

  public Future<Void> withdraw(Attempt attempt) {
    return withdraw(pool, attempt);
  }

  public static Future<Void> deleteOld(SqlClient client) {
    return SignInFailures.deleteOld(client);
  }

  private static Buffer hash(String email) {
    return Buffer.buffer(
        Digest.SHA_256.of(email.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8)));
  }
}
