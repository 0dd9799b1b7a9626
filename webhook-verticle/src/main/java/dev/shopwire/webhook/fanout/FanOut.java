package dev.shopwire.webhook.fanout;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.batching.SpacedRuns;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Expands stored usage events into messages and deliveries in steps: immediately after a wake-up,
 * otherwise with the next sweep. One step runs at a time and workspaces take turns; any number of
 * processes may run it. Not thread-safe; use from one event loop.
 */
public final class FanOut {
  private static final Logger LOG = LoggerFactory.getLogger(FanOut.class);

  /** Minimum time between the starts of two steps, so that many small groups share a step. */
  private static final Duration SPACING = Duration.ofMillis(13);

  /** Interval between searches for groups older than some seconds; shorter than that age. */
  private static final long BACKLOG_NANOS = Duration.ofSeconds(2).toNanos();

  private final BackgroundTaskLog failures =
      new BackgroundTaskLog(LOG, "Expanding usage events for webhooks");
  private final FanOutTable fanOuts;
  private final FanOutMetrics metrics;
  private final BooleanSupplier isBehind;
  private final Runnable onExpanded;
  private final SpacedRuns steps;
  private Map<Long, OffsetDateTime> backlog = Map.of();
  private long lastWorkspace = -1;
  private long lastBacklogWorkspace = -1;
  private long backlogNanos = System.nanoTime() - BACKLOG_NANOS;

  /**
   * @param isBehind whether too many deliveries are already due to add more for now
   * @param onExpanded called when deliveries became due
   */
  public FanOut(
      Vertx vertx,
      SqlClient client,
      FanOutMetrics metrics,
      BooleanSupplier isBehind,
      Runnable onExpanded) {
    this.fanOuts = new FanOutTable(client);
    this.metrics = metrics;
    this.isBehind = isBehind;
    this.onExpanded = onExpanded;
    this.steps = new SpacedRuns(vertx, SPACING, this::step, failures::failed);
  }

  /** Starts a step soon, as there may be groups to expand. */
  public void wake() {
    steps.wake();
  }

  private Future<Boolean> step() {
    if (isBehind.getAsBoolean()) {
      return Future.succeededFuture(true);
    }
    return readBacklog().compose(read -> fanOuts.step(backlog, lastWorkspace)).map(this::onStep);
  }

  private Future<Void> readBacklog() {
    if (System.nanoTime() - backlogNanos < BACKLOG_NANOS) {
      return Future.succeededFuture();
    }
    return fanOuts
        .backlog(lastBacklogWorkspace)
        .compose(
            behind -> fanOuts.countQuarantined().onSuccess(metrics::setQuarantined).map(behind))
        .onSuccess(this::onBacklog)
        .mapEmpty();
  }

  private void onBacklog(Map<Long, OffsetDateTime> behind) {
    backlogNanos = System.nanoTime();
    backlog = new LinkedHashMap<>(behind);
    lastBacklogWorkspace =
        FanOutTable.isFull(behind)
            ? behind.keySet().stream().mapToLong(Long::longValue).max().orElse(-1)
            : -1;
    metrics.setLag(
        behind.values().stream()
            .mapToLong(at -> Duration.between(at, OffsetDateTime.now(at.getOffset())).toMillis())
            .max()
            .orElse(0));
  }

  /** Returns whether there is more to expand. */
  private boolean onStep(FanOutTable.Step step) {
    if (step.lastWorkspace() != null) {
      lastWorkspace = step.lastWorkspace();
    }
    if (step.oldestMillis() != null) {
      metrics.recordExpanded(step.oldestMillis());
    }
    if (step.quarantined() > 0) {
      metrics.recordFailed(step.quarantined());
      LOG.error(
          "Could not expand {} usage events for webhooks, quarantined for a later retry: {}",
          step.quarantined(),
          step.error());
    }
    if (step.due() > 0) {
      onExpanded.run();
    }
    failures.succeeded();
    return step.again();
  }

  /** Starts no more steps; completes when none is in progress. */
  public Future<Void> close() {
    return steps.close();
  }
}
