package dev.shopwire.app.metrics;

import dev.shopwire.common.telemetry.RequestScope;
import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.spi.metrics.ClientMetrics;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * What is asked of one store: statements of PostgreSQL, batches of Redis. Slow statements are
 * logged with their text, which holds placeholders and no values. Thread-safe.
 */
final class StoreRequests implements ClientMetrics<StoreRequests.Call, String, Object> {
  private static final Logger LOG = LoggerFactory.getLogger("dev.shopwire.statements");
  private static final int MAX_TEXT = 2_000;

  private final Timer latency;
  private final Counter answered;
  private final Counter failed;
  private final Counter slow;
  private final long slowNanos;

  /** One call that is under way. */
  record Call(String text, long startNanos, Optional<RequestScope> scope) {}

  /**
   * @param store as metrics name it
   * @param slowNanos from how long on a call is logged; 0 for never
   */
  StoreRequests(MeterRegistry registry, String store, String what, long slowNanos) {
    this.slowNanos = slowNanos;
    latency =
        Telemetry.histogram("shopwire." + store + ".call", what + ", from sending to the answer")
            .register(registry);
    answered = outcome(registry, store, what, "answered");
    failed = outcome(registry, store, what, "failed");
    slow =
        Counter.builder("shopwire." + store + ".slow.calls")
            .description(what + " that took longer than log.slow.query.millis")
            .register(registry);
  }

  private static Counter outcome(
      MeterRegistry registry, String store, String what, String outcome) {
    return Counter.builder("shopwire." + store + ".calls")
        .description(what + " by how they ended; refused ones count as failed")
        .tag("outcome", outcome)
        .register(registry);
  }

  @Override
  public Call requestBegin(String uri, String request) {
    return new Call(request, System.nanoTime(), RequestScope.current());
  }

  @Override
  public void responseEnd(Call call, long bytesRead) {
    ended(call, answered);
  }

  @Override
  public void requestReset(Call call) {
    ended(call, failed);
  }

  private void ended(Call call, Counter outcome) {
    long nanos = System.nanoTime() - call.startNanos;
    latency.record(nanos, TimeUnit.NANOSECONDS);
    outcome.increment();
    if (slowNanos > 0 && nanos > slowNanos) {
      slow.increment();
      log(LOG.atWarn(), call, nanos, "A statement took long");
    } else if (LOG.isDebugEnabled()) {
      log(LOG.atDebug(), call, nanos, "statement");
    }
  }

  private static void log(LoggingEventBuilder line, Call call, long nanos, String message) {
    String text = call.text.strip().replaceAll("\\s+", " ");
    LoggingEventBuilder told = line;
    Optional<String> requestId = call.scope.flatMap(RequestScope::requestId);
    if (requestId.isPresent()) {
      told = told.addKeyValue("requestId", requestId.get());
    }
    told.addKeyValue("durationMs", Math.round(nanos / 10_000.0) / 100.0)
        .addKeyValue("sql", text.substring(0, Math.min(text.length(), MAX_TEXT)))
        .log(message);
  }
}
