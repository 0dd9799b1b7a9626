package dev.shopwire.console.signin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Checks, hashes and verifies passwords. Half of the processors, at least one, hash at once, and
 * rest after each hash half as long as it took, so that users who are signed in notice little; some
 * more passwords wait, and further ones are refused. Not thread-safe; use from one event loop.
 */
public final class Passwords {
  private static final int MIN_LENGTH = 12;
  private static final int MAX_LENGTH = 256;
  private static final int WAITING_PER_THREAD = 64;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private static final long MAX_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Vertx vertx;
  private final WorkerExecutor executor;
  private final int limit;
  private final String unmatchable = Argon2id.unmatchable();
  private int pending;

  public Passwords(Vertx vertx) {
    this.vertx = vertx;
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
    Context context = vertx.getOrCreateContext();
    Promise<T> result = Promise.promise();
    executor
        .executeBlocking(() -> workThenRest(work, context, result), false)
        .onComplete(
            rested -> pending--,
            error -> {
              pending--;
              result.tryFail(error);
            });
    return result.future();
  }

  /** The caller has the result before the thread rests. */
  private static <T> @Nullable Void workThenRest(
      Callable<T> work, Context context, Promise<T> result) throws Exception {
    long start = System.nanoTime();
    T value = work.call();
    long took = System.nanoTime() - start;
    context.runOnContext(any -> result.complete(value));
    LockSupport.parkNanos(Math.min(took / 2, MAX_REST_NANOS));
    return null;
  }

  public Future<?> close() {
    return executor.close();
  }
}
