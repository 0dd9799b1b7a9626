package dev.shopwire.common.background;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Repeats asynchronous steps, as often as it takes, without a chain that grows with each. Runs on
 * the caller's event loop.
 */
public final class Repeat {
  private Repeat() {}

  /** Repeats {@code step} until it has a result or fails. */
  public static <T> Future<T> until(Supplier<Future<Optional<T>>> step) {
    Promise<T> done = Promise.promise();
    run(step, done);
    return done.future();
  }

  private static <T> void run(Supplier<Future<Optional<T>>> step, Promise<T> done) {
    // An exception of the step counts as its failure.
    Future.<Void>succeededFuture()
        .compose(begun -> step.get())
        .onComplete(
            result -> result.ifPresentOrElse(done::complete, () -> run(step, done)), done::fail);
  }
}
