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
 * Metrics and warnings about Redis. Since nothing depends on Redis, one that rejects every request
 * would otherwise go unnoticed. Thread-safe.
 */
public final class RedisMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(RedisMetrics.class);
  private static final long WARNING_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  private final Timer time;
  private final Counter completed;
  private final Counter refused;
  private final Counter lost;
  private final Counter redirected;
  private final Counter fallbacks;
  private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

  public RedisMetrics(MeterRegistry registry) {
    this.time =
        Telemetry.histogram("shopwire.redis.call", "Time from a request to Redis to its reply")
            .register(registry);
    this.completed = calls(registry, "completed");
    this.refused = calls(registry, "refused");
    this.lost = calls(registry, "lost");
    this.redirected =
        Counter.builder("shopwire.redis.redirects")
            .description("Requests that a cluster node redirected to another node")
            .register(registry);
    this.fallbacks =
        Counter.builder("shopwire.redis.fallbacks")
            .description("Requests rate-limited by this process instead of Redis")
            .register(registry);
  }

  private static Counter calls(MeterRegistry registry, String outcome) {
    return Counter.builder("shopwire.redis.calls")
        .description("Requests to Redis by outcome: completed, refused with an error, lost")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** Records the outcome of {@code call}, and its time on success. */
  <T> Future<T> record(Future<T> call) {
    long start = System.nanoTime();
    return call.onComplete(
        reply -> {
          completed.increment();
          time.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        },
        this::failed);
  }

  private void failed(Throwable error) {
    if (RedisErrors.hasCode(error, "NOSCRIPT")) {
      return;
    }
    if (!RedisErrors.isReply(error)) {
      lost.increment();
      return;
    }
    refused.increment();
    long now = System.nanoTime();
    long due = nextWarning.get();
    if (now - due >= 0 && nextWarning.compareAndSet(due, now + WARNING_INTERVAL_NANOS)) {
      LOG.warn("Redis rejected a request, falling back to PostgreSQL: {}", error.getMessage());
    }
  }

  void recordRedirect() {
    redirected.increment();
  }

  /** Records that a request was limited by the token buckets of this process. */
  public void recordFallback() {
    fallbacks.increment();
  }
}
