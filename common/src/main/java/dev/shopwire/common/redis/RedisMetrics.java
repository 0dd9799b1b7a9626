package dev.shopwire.common.redis;

import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators see of Redis: since nothing depends on it, a Redis that refuses every call would
 * otherwise go unnoticed. Thread-safe.
 */
public final class RedisMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(RedisMetrics.class);
  private static final long BETWEEN_WARNINGS = Duration.ofMinutes(1).toNanos();

  private final Timer time;
  private final Counter answered;
  private final Counter refused;
  private final Counter lost;
  private final Counter redirected;
  private final Counter decidedHere;
  private final AtomicLong warnAgain = new AtomicLong(System.nanoTime());

  public RedisMetrics(MeterRegistry registry) {
    this.time =
        Telemetry.histogram("shopwire.redis.call", "From a call to Redis to its answer")
            .register(registry);
    this.answered = calls(registry, "answered");
    this.refused = calls(registry, "refused");
    this.lost = calls(registry, "lost");
    this.redirected =
        Counter.builder("shopwire.redis.redirects")
            .description("Calls that a node of the cluster sent on to another one")
            .register(registry);
    this.decidedHere =
        Counter.builder("shopwire.redis.fallbacks")
            .description("Requests whose limits this process decided because Redis did not")
            .register(registry);
  }

  private static Counter calls(MeterRegistry registry, String outcome) {
    return Counter.builder("shopwire.redis.calls")
        .description("Calls to Redis by what became of them: answered, refused by an error, lost")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** Counts how {@code call} ends. */
  <T> Future<T> counted(Future<T> call) {
    long start = System.nanoTime();
    return call.onComplete(
        answer -> {
          answered.increment();
          time.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        },
        this::failed);
  }

  private void failed(Throwable error) {
    if (RedisErrors.is(error, "NOSCRIPT")) {
      return;
    }
    if (!RedisErrors.isAnswer(error)) {
      lost.increment();
      return;
    }
    refused.increment();
    long now = System.nanoTime();
    long again = warnAgain.get();
    if (now - again >= 0 && warnAgain.compareAndSet(again, now + BETWEEN_WARNINGS)) {
      LOG.warn("Redis refuses a call, PostgreSQL decides alone: {}", error.getMessage());
    }
  }

  void redirected() {
    redirected.increment();
  }

  /** One request's limits were taken from this process's buckets. */
  public void decidedHere() {
    decidedHere.increment();
  }
}
