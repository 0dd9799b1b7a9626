package dev.shopwire.app;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a future on the main thread, which is not an event loop. */
final class BlockingWait {
  private BlockingWait() {}

  /**
   * @throws IllegalStateException if {@code future} does not complete in time
   */
  static <T> T await(Future<T> future, Duration time) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("not completed within " + time, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
