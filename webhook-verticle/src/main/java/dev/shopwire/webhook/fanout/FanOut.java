package dev.shopwire.webhook.fanout;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Expands stored usage events into messages and deliveries, step by step: at once after a nudge,
 * else with the next sweep. One step at a time; workspaces take turns, and any number of processes
 * may do it. For one event loop.
 */
public final class FanOut {
  private static final Logger LOG = LoggerFactory.getLogger(FanOut.class);

  /** From the start of a step to the start of the next, so that many small groups share one. */
  private static final long SPACING_NANOS = 13_000_000;

  /** How often groups older than some seconds are looked for; less than those seconds. */
  private static final long BACKLOG_NANOS = Duration.ofSeconds(2).toNanos();

  private final Vertx vertx;
  private final FanOuts fanOuts;
  private final FanOutMetrics metrics;
  private final BooleanSupplier isBehind;
  private final Runnable expanded;
  private Map<Integer, OffsetDateTime> backlog = Map.of();
  private int after = -1;
  private int backlogAfter = -1;
  private long lastNanos = System.nanoTime() - SPACING_NANOS;
  private long backlogNanos = System.nanoTime() - BACKLOG_NANOS;
  private boolean running;
  private boolean again;
  private boolean closed;
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>();

  /**
   * @param isBehind whether so much is due already that nothing should be added for now
   * @param expanded is called when deliveries became due
   */
  public FanOut(
      Vertx vertx,
      SqlClient client,
      FanOutMetrics metrics,
      BooleanSupplier isBehind,
      Runnable expanded) {
    this.vertx = vertx;
    this.fanOuts = new FanOuts(client);
    this.metrics = metrics;
    this.isBehind = isBehind;
    this.expanded = expanded;
  }

  /** There may be groups to be expanded. */
  public void wake() {
    if (closed) {
      return;
    }
    if (running) {
      again = true;
      return;
    }
    running = true;
    long early = SPACING_NANOS - (System.nanoTime() - lastNanos);
    if (early > 0) {
      vertx.setTimer(early / 1_000_000 + 1, timer -> run());
    } else {
      run();
    }
  }

  private void run() {
    lastNanos = System.nanoTime();
    again = false;
    if (closed || isBehind.getAsBoolean()) {
      end(!closed);
      return;
    }
    readBacklog()
        .compose(read -> fanOuts.step(backlog, after))
        .onComplete(
            this::took,
            error -> {
              LOG.warn("Usage events can't be expanded now: {}", error.getMessage());
              end(false);
            });
  }

  private Future<Void> readBacklog() {
    if (System.nanoTime() - backlogNanos < BACKLOG_NANOS) {
      return Future.succeededFuture();
    }
    return fanOuts
        .backlog(backlogAfter)
        .compose(behind -> fanOuts.countSetAside().onSuccess(metrics::setAside).map(behind))
        .onSuccess(this::found)
        .mapEmpty();
  }

  private void found(Map<Integer, OffsetDateTime> behind) {
    backlogNanos = System.nanoTime();
    backlog = new LinkedHashMap<>(behind);
    backlogAfter =
        FanOuts.isFull(behind)
            ? behind.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1)
            : -1;
    metrics.lag(
        behind.values().stream()
            .mapToLong(at -> Duration.between(at, OffsetDateTime.now(at.getOffset())).toMillis())
            .max()
            .orElse(0));
  }

  private void took(FanOuts.Step step) {
    if (step.lastWorkspace() != null) {
      after = step.lastWorkspace();
    }
    if (step.oldestMillis() != null) {
      metrics.expanded(step.oldestMillis());
    }
    if (step.setAside() > 0) {
      metrics.failed(step.setAside());
      LOG.error(
          "{} usage events can't be expanded for webhooks and are tried again later: {}",
          step.setAside(),
          step.fault());
    }
    if (step.due() > 0) {
      expanded.run();
    }
    end(step.again());
  }

  private void end(boolean more) {
    running = false;
    awaitingIdle.forEach(Promise::tryComplete);
    awaitingIdle.clear();
    if (more || again) {
      wake();
    }
  }

  /** Begins nothing more; done when no step is under way. */
  public Future<Void> close() {
    closed = true;
    if (!running) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    awaitingIdle.add(idle);
    return idle.future();
  }
}
