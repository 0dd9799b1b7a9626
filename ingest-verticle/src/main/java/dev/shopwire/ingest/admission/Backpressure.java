package dev.shopwire.ingest.admission;

import dev.shopwire.common.contracts.AnalyticsContracts.WaitingApp;
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
 * Slows down an app whose events come faster than they are added up, so that its reports stay close
 * to the present: from half of the limit on its requests are delayed, beyond the limit they are
 * refused until it has caught up. An app is only slowed down by its own events: not if few of them
 * wait, not if none of them are being added up, and not by a backlog so old that an outage or an
 * upgrade must have left it. Thread-safe.
 */
public final class Backpressure {
  /** Fewer events are added up by one transaction: they wait for others, or for its turn. */
  private static final long MANY_EVENTS = 20_000;

  /** Older backlogs are not of the present. */
  private static final double OLD_SECONDS = 20;

  /** For so long an app counts as being added up after its last transaction. */
  private static final long PROGRESS_NANOS = Duration.ofSeconds(5).toNanos();

  private static final double LONGEST_DELAY_MILLIS = 300;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final double limitSeconds;
  private final Counter delayed;
  private final Counter refused;
  private final Map<Integer, Progress> progress = new HashMap<>();
  private volatile Map<Integer, Double> behind = Map.of();

  private record Progress(long runs, long atNanos) {}

  /**
   * @param limit how far reports may be behind; zero: any time
   */
  public Backpressure(Duration limit, MeterRegistry registry) {
    this.limitSeconds = limit.toMillis() / 1e3;
    this.delayed = counter(registry, "delayed");
    this.refused = counter(registry, "refused");
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder("shopwire.ingest.backpressure.requests")
        .description("Requests of apps whose events come faster than they are added up")
        .tag("outcome", outcome)
        .register(registry);
  }

  /**
   * Notes what waits; to be called about twice a second.
   *
   * @param nanos of the nano clock
   */
  public synchronized void measured(List<WaitingApp> waiting, long nanos) {
    Map<Integer, Double> now = new HashMap<>();
    Map<Integer, Progress> seen = new HashMap<>();
    for (WaitingApp app : waiting) {
      Progress last = progress.get(app.appId());
      Progress current =
          last == null || last.runs != app.runs() ? new Progress(app.runs(), nanos) : last;
      seen.put(app.appId(), current);
      if (limitSeconds > 0
          && app.events() >= MANY_EVENTS
          && app.seconds() > limitSeconds / 2
          && app.seconds() < OLD_SECONDS
          && nanos - current.atNanos < PROGRESS_NANOS) {
        now.put(app.appId(), app.seconds());
      }
    }
    progress.clear();
    progress.putAll(seen);
    behind = Map.copyOf(now);
  }

  /**
   * Lets a request with events of an app pass, at once or later.
   *
   * @return fails with 503 if the app is too far behind
   */
  public Future<Void> enter(Vertx vertx, int appId) {
    Double seconds = behind.get(appId);
    if (seconds == null) {
      return Future.succeededFuture();
    }
    if (seconds > limitSeconds) {
      refused.increment();
      return Future.failedFuture(
          Failure.unavailable(
              "reports_behind",
              "Events of this app come faster than they can be added up for its reports",
              RETRY_AFTER));
    }
    delayed.increment();
    double share = 2 * seconds / limitSeconds - 1;
    return vertx.timer(Math.max(1, (long) (share * LONGEST_DELAY_MILLIS))).mapEmpty();
  }
}
