package dev.shopwire.analytics.rollups;

import dev.shopwire.common.background.BackgroundTaskLog;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aggregates waiting events in the background, some of each app's in turn, so that no app waits for
 * the end of another's backlog or for an app that fails. Not thread-safe; use from one event loop.
 */
final class RollupSweep {
  private static final Logger LOG = LoggerFactory.getLogger(RollupSweep.class);
  private static final long MAX_PAUSE_NANOS = 60_000_000_000L;
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;

  private final BackgroundTaskLog log = new BackgroundTaskLog(LOG, "Event aggregation");
  private final Rollups rollups;
  private final BacklogMetrics metrics;
  private final int parallel;

  /** Apps that failed, with the time of the next attempt and the pause before it. */
  private final Map<Long, Retry> failing = new HashMap<>();

  private record Retry(long atNanos, long pauseNanos) {}

  /**
   * @param parallel how many apps are processed at a time
   */
  RollupSweep(Rollups rollups, BacklogMetrics metrics, int parallel) {
    this.rollups = rollups;
    this.metrics = metrics;
    this.parallel = parallel;
  }

  /**
   * Runs one round over all apps with waiting events.
   *
   * @return whether there is more
   */
  Future<Boolean> run() {
    return UsageEventBacklog.apps(rollups.pool())
        .onFailure(log::failed)
        .compose(
            apps -> {
              failing.keySet().retainAll(Set.copyOf(apps));
              metrics.setFailingApps(failing.size());
              Queue<Long> waiting = new ArrayDeque<>(apps);
              waiting.removeIf(this::isPausing);
              Set<Long> more = new HashSet<>();
              List<Future<Void>> workers = new ArrayList<>();
              for (int i = 0; i < parallel; i++) {
                // Readers need a connection without long transactions.
                boolean isLong = i == 0 && parallel > 1;
                workers.add(runNext(waiting, more, isLong ? Rollups.LONG : Rollups.SHORT));
              }
              return Future.join(workers).map(done -> !more.isEmpty());
            })
        .onSuccess(
            more -> {
              if (failing.isEmpty()) {
                log.succeeded();
              }
            });
  }

  private boolean isPausing(long appId) {
    Retry retry = failing.get(appId);
    return retry != null && System.nanoTime() - retry.atNanos() < 0;
  }

  private Future<Void> runNext(Queue<Long> waiting, Set<Long> more, Duration time) {
    Long appId = waiting.poll();
    if (appId == null) {
      return Future.succeededFuture();
    }
    return rollups
        .rollUp(appId, time)
        .<Void>transform(
            rolled -> {
              if (rolled.failed()) {
                failed(appId, rolled.cause());
              } else {
                failing.remove(appId);
                if (rolled.result() == RollupTransaction.Outcome.MORE) {
                  more.add(appId);
                }
              }
              return Future.succeededFuture();
            })
        .compose(done -> runNext(waiting, more, time));
  }

  private void failed(long appId, Throwable error) {
    Retry last = failing.get(appId);
    long pause =
        last == null ? FIRST_PAUSE_NANOS : Math.min(MAX_PAUSE_NANOS, last.pauseNanos() * 2);
    failing.put(appId, new Retry(System.nanoTime() + pause, pause));
    metrics.setFailingApps(failing.size());
    log.failed("app " + appId, error);
  }
}
