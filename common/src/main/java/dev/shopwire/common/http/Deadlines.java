package dev.shopwire.common.http;

import dev.shopwire.common.lifecycle.ShutdownState;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Enforces one fixed time limit on any number of waits, accurate to about half a second. One
 * periodic timer serves all of them, because a timer per request would cost more than what it
 * guards. During shutdown all waits expire early. Not thread-safe; use from one event loop.
 */
public final class Deadlines {
  private static final long SWEEP_MILLIS = 500;

  /** How long a shutdown waits for slow clients, so that they get a response before exit. */
  private static final Duration SHUTDOWN_LIMIT = Duration.ofMillis(2_500);

  /** Compared by identity, so not a record. */
  private static final class Wait {
    final long expiresAt;
    final Runnable onExpiry;

    Wait(long expiresAt, Runnable onExpiry) {
      this.expiresAt = expiresAt;
      this.onExpiry = onExpiry;
    }
  }

  private final Set<Wait> waits = new LinkedHashSet<>();
  private final long limitNanos;
  private final ShutdownState shutdown;

  public Deadlines(Vertx vertx, Duration limit) {
    this.limitNanos = limit.toNanos();
    this.shutdown = ShutdownState.of(vertx);
    vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
  }

  /** Runs {@code onExpiry} once unless {@code done} completes within the limit. */
  public void watch(Future<?> done, Runnable onExpiry) {
    if (done.isComplete()) {
      return;
    }
    Wait wait = new Wait(System.nanoTime() + limitNanos, onExpiry);
    waits.add(wait);
    done.onComplete(result -> waits.remove(wait));
  }

  private void sweep() {
    long now = System.nanoTime();
    boolean endAll = shutdown.hasBeenShuttingDownFor(SHUTDOWN_LIMIT);
    List<Wait> expired =
        waits.stream().takeWhile(wait -> endAll || wait.expiresAt - now <= 0).toList();
    // Removed first: onExpiry may complete the future, which removes from the same set.
    expired.forEach(waits::remove);
    expired.forEach(wait -> wait.onExpiry.run());
  }
}
