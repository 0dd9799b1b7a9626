package dev.shopwire.common.purging;

import dev.shopwire.common.purging.PartitionPurge.Outcome;
import dev.shopwire.common.purging.PartitionPurge.Result;
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
 * Runs retention in the background: hourly, and again after a growing pause while it can't have its
 * locks or fails. Says in the log and in metrics what it does, and why it waits. For one event
 * loop.
 */
public final class PurgeLoop {
  private static final Logger LOG = LoggerFactory.getLogger(PurgeLoop.class);
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

  /** How often a lasting condition is logged again. */
  private static final long SAID_AGAIN_NANOS = Duration.ofDays(1).toNanos();

  private final Vertx vertx;
  private final String name;
  private final Supplier<Future<Result>> run;
  private final MeterRegistry registry;
  private final AtomicInteger due = new AtomicInteger();
  private Duration pause = FIRST_PAUSE;
  private Optional<Outcome> said = Optional.empty();
  private long saidAtNanos;
  private long timer;
  private boolean closed;

  /**
   * @param name of the data, in log lines and metrics
   */
  public PurgeLoop(Vertx vertx, String name, Supplier<Future<Result>> run) {
    this.vertx = vertx;
    this.name = name;
    this.run = run;
    this.registry = Telemetry.of(vertx).registry();
    Gauge.builder("shopwire.retention.partitions.due", due, AtomicInteger::get)
        .description("Partitions that are past retention and not dropped yet")
        .tag("data", name)
        .register(registry);
  }

  /** Starts immediately and does not block the caller. */
  public void start() {
    run.get().onComplete(this::done, this::failed);
  }

  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }

  private void done(Result result) {
    due.set(result.left());
    count(result.outcome().name().toLowerCase(Locale.ROOT));
    registry
        .counter("shopwire.retention.partitions.dropped", "data", name)
        .increment(result.dropped());
    if (result.dropped() > 0) {
      LOG.info(
          "Retention of {} dropped {} partitions, {} are left that are past retention",
          name,
          result.dropped(),
          result.left());
    }
    if (result.outcome() == Outcome.LOCKED) {
      again(result);
    } else {
      pause = FIRST_PAUSE;
      say(result, PERIOD);
      after(PERIOD);
    }
  }

  private void again(Result result) {
    say(result, pause);
    after(pause);
    grow();
  }

  private void failed(Throwable error) {
    count("failed");
    LOG.warn("Retention of {} failed, next try in {} s", name, pause.toSeconds(), error);
    after(pause);
    grow();
  }

  private void grow() {
    Duration twice = pause.multipliedBy(2);
    pause = twice.compareTo(PERIOD) < 0 ? twice : PERIOD;
  }

  /** Logs each reason once, and again daily. */
  private void say(Result result, Duration next) {
    boolean again =
        said.filter(last -> last == result.outcome()).isPresent()
            && System.nanoTime() - saidAtNanos < SAID_AGAIN_NANOS;
    boolean matters = result.left() > 0 || result.outcome() == Outcome.LOCKED;
    if (matters && !again) {
      LOG.warn(
          "Retention of {} waits, {} partitions are past it: {}. Next try in {} s",
          name,
          result.left(),
          result.why(),
          next.toSeconds());
      saidAtNanos = System.nanoTime();
    }
    said = Optional.of(result.outcome());
  }

  private void count(String outcome) {
    registry.counter("shopwire.retention.runs", "data", name, "outcome", outcome).increment();
  }

  private void after(Duration time) {
    if (!closed) {
      timer = vertx.setTimer(time.toMillis(), passed -> start());
    }
  }
}
