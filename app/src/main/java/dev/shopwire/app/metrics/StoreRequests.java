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
 * Measures the requests to one store: PostgreSQL statements or Redis batches. Logs slow queries
 * with their text, which contains placeholders and no values. Thread-safe.
 */
final class StoreRequests implements ClientMetrics<StoreRequests.Call, String, Object> {
  private static final Logger LOG = LoggerFactory.getLogger("dev.shopwire.statements");
  private static final int MAX_TEXT = 2_000;

  private final Timer latency;
  private final Counter succeeded;
  private final Counter failed;
  private final Counter slow;
  private final long slowNanos;

  /** A call in progress. */
  record Call(String text, long startNanos, Optional<RequestScope> scope) {}

  /**
   * @param store its name in metrics
   * @param slowNanos the duration above which a call is logged; 0 for never
   */
  StoreRequests(MeterRegistry registry, String store, String what, long slowNanos) {
    this.slowNanos = slowNanos;
    latency =
        Telemetry.histogram("shopwire." + store + ".call", what + ", from sending to the response")
            .register(registry);
    succeeded = outcome(registry, store, what, "completed");
    failed = outcome(registry, store, what, "failed");
    slow =
        Counter.builder("shopwire." + store + ".slow.calls")
            .description(what + " that took longer than log.slow.query.millis")
            .register(registry);
  }

  private static Counter outcome(
      MeterRegistry registry, String store, String what, String outcome) {
    return Counter.builder("shopwire." + store + ".calls")
        .description(what + " by outcome; refused ones count as failed")
        .tag("outcome", outcome)
        .register(registry);
  }

  @Override
  public Call requestBegin(String uri, String request) {
    return new Call(request, System.nanoTime(), RequestScope.current());
  }

  @Override
  public void responseEnd(Call call, long bytesRead) {
    ended(call, succeeded);
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
      log(LOG.atWarn(), call, nanos, "Slow query");
    } else if (LOG.isDebugEnabled()) {
      log(LOG.atDebug(), call, nanos, "Query");
    }
  }

  private static void log(LoggingEventBuilder line, Call call, long nanos, String message) {
    String text = call.text.strip().replaceAll("\\s+", " ");
    LoggingEventBuilder event = line;
    Optional<String> requestId = call.scope.flatMap(RequestScope::requestId);
    if (requestId.isPresent()) {
      event = event.addKeyValue("requestId", requestId.get());
    }
    event
        .addKeyValue("durationMs", Math.round(nanos / 10_000.0) / 100.0)
        .addKeyValue("sql", text.substring(0, Math.min(text.length(), MAX_TEXT)))
        .log(message);
  }
}
