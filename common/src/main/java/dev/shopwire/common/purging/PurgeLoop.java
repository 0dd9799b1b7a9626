package dev.shopwire.common.purging;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.purging.PartitionPurge.Outcome;
import dev.shopwire.common.purging.PartitionPurge.Result;
import dev.shopwire.common.telemetry.Gauges;
import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs retention in the background: hourly, and with exponential backoff while it fails or cannot
 * get its locks. Reports progress, and why it waits, in the log and in metrics. Not thread-safe;
 * use from one event loop.
 */
public final class PurgeLoop {
  private static final Logger LOG = LoggerFactory.getLogger(PurgeLoop.class);
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

  /** How often a persistent condition is logged again. */
  private static final long LOG_REPEAT_NANOS = Duration.ofDays(1).toNanos();

  private final Vertx vertx;
  private final String name;
  private final Supplier<Future<Result>> run;
  private final MeterRegistry registry;
  private final BackgroundTaskLog failures;
  private final AtomicInteger due = new AtomicInteger();
  private Duration pause = FIRST_PAUSE;
  private Optional<Outcome> lastOutcome = Optional.empty();
  private long loggedAtNanos;
  private long timer;
  private boolean closed;

  /**
   * @param name of the data in log lines and metrics
   */
  public PurgeLoop(Vertx vertx, String name, Supplier<Future<Result>> run) {
    this.vertx = vertx;
    this.name = name;
    this.run = run;
    this.registry = Telemetry.of(vertx).registry();
    this.failures = new BackgroundTaskLog(LOG, "Retention of " + name);
    Gauges.replace(
        registry,
        Gauge.builder("shopwire.retention.partitions.due", due, AtomicInteger::get)
            .description("Partitions past retention that are not dropped yet")
            .tag("data", name));
  }

  /** Starts immediately and does not block the caller. */
  public void start() {
    run.get().onComplete(this::handleResult, this::handleFailure);
  }

  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }

  private void handleResult(Result result) {
    failures.succeeded();
    due.set(result.remaining());
    count(result.outcome().name().toLowerCase(Locale.ROOT));
    registry
        .counter("shopwire.retention.partitions.dropped", "data", name)
        .increment(result.dropped());
    if (result.dropped() > 0) {
      LOG.info(
          "Retention of {} dropped {} partitions, {} past retention remain",
          name,
          result.dropped(),
          result.remaining());
    }
    if (result.outcome() == Outcome.LOCKED) {
      retry(result);
    } else {
      pause = FIRST_PAUSE;
      logReason(result, PERIOD);
      schedule(PERIOD);
    }
  }

  private void retry(Result result) {
    logReason(result, pause);
    schedule(pause);
    growPause();
  }

  private void handleFailure(Throwable error) {
    count("failed");
    failures.failed(error);
    schedule(pause);
    growPause();
  }

  private void growPause() {
    Duration doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(PERIOD) < 0 ? doubled : PERIOD;
  }

  /** Logs each reason once, and again daily. */
  private void logReason(Result result, Duration next) {
    boolean repeated =
        lastOutcome.filter(last -> last == result.outcome()).isPresent()
            && System.nanoTime() - loggedAtNanos < LOG_REPEAT_NANOS;
    boolean matters = result.remaining() > 0 || result.outcome() == Outcome.LOCKED;
    if (matters && !repeated) {
      LOG.warn(
          "Retention of {} is waiting, {} partitions past retention: {}. Next attempt in {} s",
          name,
          result.remaining(),
          result.reason(),
          next.toSeconds());
      loggedAtNanos = System.nanoTime();
    }
    lastOutcome = Optional.of(result.outcome());
  }

  private void count(String outcome) {
    registry.counter("shopwire.retention.runs", "data", name, "outcome", outcome).increment();
  }

  private void schedule(Duration delay) {
    if (!closed) {
      timer = vertx.setTimer(delay.toMillis(), passed -> start());
    }
  }
}
