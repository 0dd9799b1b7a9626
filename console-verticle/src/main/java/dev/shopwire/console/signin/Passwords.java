package dev.shopwire.console.signin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Checks, hashes and verifies passwords. Half of the processors, at least one, hash at once, so
 * that the others serve who is signed in; some more passwords wait, and further ones are refused.
 * Not thread-safe; use from one event loop.
 */
public final class Passwords {
  private static final int MIN_LENGTH = 12;
  private static final int MAX_LENGTH = 256;
  private static final int WAITING_PER_THREAD = 64;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private final WorkerExecutor executor;
  private final int limit;
  private final String unmatchable = Argon2id.unmatchable();
  private int pending;

  public Passwords(Vertx vertx) {
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    executor = vertx.createSharedWorkerExecutor("passwords", threads);
    limit = threads * (1 + WAITING_PER_THREAD);
  }

  /**
   * Reads a password from a request: any text, which is not trimmed. An invalid one is added to the
   * errors of {@code input} and reads as empty.
   */
  public static String read(JsonInput input, String name) {
    JsonNode value = input.value(name);
    if (value.isMissingNode() || value.isNull()) {
      input.addError(name, "required", "is required");
    } else if (!value.isTextual()) {
      input.addError(name, "invalid_type", "must be a string, got " + JsonTypes.name(value));
    } else {
      return value.textValue();
    }
    return "";
  }

  /**
   * Checks the field {@code password} of a request.
   *
   * @throws Failure 422 if the user with this e-mail must not have this password
   */
  public void check(String password, String email) {
    check("/password", password, email);
  }

  /**
   * @param pointer to the request's field
   * @throws Failure 422 if the user with this e-mail must not have this password
   */
  public void check(String pointer, String password, String email) {
    int length = password.codePointCount(0, password.length());
    if (length < MIN_LENGTH || length > MAX_LENGTH) {
      throw weak(
          pointer,
          "The password must have %d to %d characters, got %d"
              .formatted(MIN_LENGTH, MAX_LENGTH, length));
    }
    if (password.strip().equalsIgnoreCase(email.strip())) {
      throw weak(pointer, "The password must not be the e-mail address");
    }
    if (CommonPasswords.contains(password)) {
      throw weak(pointer, "The password is one of those that attackers try first");
    }
  }

  private static Failure weak(String pointer, String message) {
    return Failure.invalid(pointer, "weak_password", message);
  }

  /** The hash to be stored for {@code password}; fails with 503 if too many are waiting. */
  public Future<String> hash(String password) {
    return run(() -> Argon2id.hash(password));
  }

  /**
   * Whether {@code password} is that of {@code hash}; without one false, after the same time. Fails
   * with 503 if too many are waiting.
   *
   * @param hash null for an unknown user and for one without a password
   */
  public Future<Boolean> verify(String password, @Nullable String hash) {
    boolean tooLong = password.codePointCount(0, password.length()) > MAX_LENGTH;
    String compared = tooLong ? "" : password;
    return run(() -> Argon2id.matches(compared, hash == null ? unmatchable : hash))
        .map(matches -> matches && !tooLong && hash != null);
  }

  private <T> Future<T> run(Callable<T> work) {
    if (pending >= limit) {
      return Future.failedFuture(
          Failure.unavailable(
              "unavailable", "Too many passwords are being checked; try again", RETRY_AFTER));
    }
    pending++;
    return executor.executeBlocking(work, false).onComplete(done -> pending--);
  }

  public Future<?> close() {
    return executor.close();
  }
}
