package dev.shopwire.common.http;

import dev.shopwire.common.lifecycle.ShutdownState;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ends what takes longer than one fixed time, to about half a second. One periodic timer serves any
 * number of waits, because a timer per request is dearer than what it guards. While the process
 * leaves, all waits end. For one event loop.
 */
public final class Deadlines {
  private static final long SWEEP_MILLIS = 500;

  /** A process that leaves doesn't wait for slow clients: they have an answer before it goes. */
  private static final Duration LAST_WAIT = Duration.ofMillis(2_500);

  /** One wait; identity counts, so it is no record. */
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
  private final ShutdownState leaving;

  public Deadlines(Vertx vertx, Duration limit) {
    this.limitNanos = limit.toNanos();
    this.leaving = ShutdownState.of(vertx);
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
    // Taken out first: to expire may complete the future, which removes from the same set.
    boolean last = leaving.begunFor(LAST_WAIT);
    List<Wait> expired =
        waits.stream().takeWhile(wait -> last || wait.expiresAt - now <= 0).toList();
    expired.forEach(waits::remove);
    expired.forEach(wait -> wait.onExpiry.run());
  }
}
