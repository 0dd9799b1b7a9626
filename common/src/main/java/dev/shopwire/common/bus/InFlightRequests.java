package dev.shopwire.common.bus;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the bus requests in progress in this process, per deployment. One per Vert.x instance;
 * thread-safe.
 */
public final class InFlightRequests implements Shareable {
  private static final String KEY = "dev.shopwire.inFlightRequests";
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

  private InFlightRequests() {}

  public static InFlightRequests of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, InFlightRequests>getLocalMap(KEY)
        .computeIfAbsent(KEY, key -> new InFlightRequests());
  }

  /** Returns the tally of the verticle on whose context this is called. */
  Tally tally() {
    Context context = Vertx.currentContext();
    String deployment = context == null ? "" : String.valueOf(context.deploymentID());
    return new Tally(counts.computeIfAbsent(deployment, key -> new AtomicInteger()));
  }

  /** Counts the requests in progress of one deployment. */
  record Tally(AtomicInteger count) {
    <T> Future<T> track(Future<T> work) {
      count.incrementAndGet();
      return work.onComplete(done -> count.decrementAndGet());
    }
  }

  /**
   * Waits until no request of that deployment is in progress. Blocking.
   *
   * @return false if that took longer than {@code time}
   */
  public boolean awaitIdle(String deployment, Duration time) {
    AtomicInteger count = counts.get(deployment);
    long deadline = System.nanoTime() + time.toNanos();
    while (count != null && count.get() > 0) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return true;
  }
}
