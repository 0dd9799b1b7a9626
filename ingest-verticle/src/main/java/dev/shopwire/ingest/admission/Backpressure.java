package dev.shopwire.ingest.admission;

import dev.shopwire.common.contracts.AnalyticsContracts.AppBacklog;
import dev.shopwire.common.failure.Failure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Slows down an app whose events arrive faster than they are aggregated, so that its reports stay
 * close to the present. From half of the limit on, its requests are delayed; beyond the limit, they
 * are rejected until the reports have caught up. Only an app's own load slows it down: not a small
 * backlog, not one that makes no progress, and not one so old that an outage or an upgrade caused
 * it. Thread-safe.
 */
public final class Backpressure {
  /**
   * Fewer events than this are aggregated in one transaction, so they are waiting for other apps or
   * for their turn.
   */
  private static final long MIN_EVENTS = 20_000;

  /** An older backlog is not caused by the current load. */
  private static final double MAX_SECONDS = 20;

  /** How long after its last transaction an app still counts as being aggregated. */
  private static final long MAX_IDLE_NANOS = Duration.ofSeconds(5).toNanos();

  private static final double MAX_DELAY_MILLIS = 300;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final double limitSeconds;
  private final Counter delayed;
  private final Counter refused;
  private final Map<Long, Progress> progress = new HashMap<>();
  private volatile Map<Long, Double> lagSeconds = Map.of();

  private record Progress(long runs, long atNanos) {}

  /**
   * @param limit how far reports may lag; zero: no limit
   */
  public Backpressure(Duration limit, MeterRegistry registry) {
    this.limitSeconds = limit.toMillis() / 1e3;
    this.delayed = counter(registry, "delayed");
    this.refused = counter(registry, "refused");
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder("shopwire.ingest.backpressure.requests")
        .description("Requests of apps whose events arrive faster than they are aggregated")
        .tag("outcome", outcome)
        .register(registry);
  }

  /**
   * Updates the backlogs; to be called about twice a second.
   *
   * @param nanos {@link System#nanoTime} of the measurement
   */
  public synchronized void update(List<AppBacklog> waiting, long nanos) {
    Map<Long, Double> lagging = new HashMap<>();
    Map<Long, Progress> seen = new HashMap<>();
    for (AppBacklog app : waiting) {
      Progress last = progress.get(app.appId());
      Progress current =
          last == null || last.runs != app.runs() ? new Progress(app.runs(), nanos) : last;
      seen.put(app.appId(), current);
      if (limitSeconds > 0
          && app.events() >= MIN_EVENTS
          && app.seconds() > limitSeconds / 2
          && app.seconds() < MAX_SECONDS
          && nanos - current.atNanos < MAX_IDLE_NANOS) {
        lagging.put(app.appId(), app.seconds());
      }
    }
    progress.clear();
    progress.putAll(seen);
    lagSeconds = Map.copyOf(lagging);
  }

  /**
   * Admits a request with events of an app, immediately or after a delay.
   *
   * @return fails with 503 if the app's reports lag too far behind
   */
  public Future<Void> delay(Vertx vertx, long appId) {
    Double seconds = lagSeconds.get(appId);
    if (seconds == null) {
      return Future.succeededFuture();
    }
    if (seconds > limitSeconds) {
      refused.increment();
      return Future.failedFuture(
          Failure.unavailable(
              "reports_behind",
              "Events of this app arrive faster than they can be aggregated for its reports",
              RETRY_AFTER));
    }
    delayed.increment();
    double share = 2 * seconds / limitSeconds - 1;
    return vertx.timer(Math.max(1, (long) (share * MAX_DELAY_MILLIS))).mapEmpty();
  }
}
