package dev.shopwire.benchmarks.rollups;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.testing.Http.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Requests a report of the last seven days twice a second on its own thread, and records how long
 * it took and how far it lagged behind the time of the request.
 */
final class ReportProbe implements AutoCloseable {
  private static final String REPORT = "/v1/usage_events/report?period=last_7_days";
  private static final long PAUSE_NANOS = 500_000_000;

  private final Installation installation;
  private final Recorder lagMillis = new Recorder(3);
  private final Recorder durationMillis = new Recorder(3);
  private final CompletableFuture<Void> requests;
  private volatile boolean done;

  ReportProbe(Installation installation) {
    this.installation = installation;
    this.requests = CompletableFuture.runAsync(this::query);
  }

  private void query() {
    do {
      Instant requestedAt = Instant.now();
      Response response = installation.app().api().get(REPORT);
      if (response.status() != 200) {
        throw new IllegalStateException(response.body());
      }
      durationMillis.recordValue(Duration.between(requestedAt, Instant.now()).toMillis());
      String asOf = response.json().path("asOf").asText();
      lagMillis.recordValue(
          asOf.isEmpty()
              ? 0
              : Math.max(0, Duration.between(Instant.parse(asOf), requestedAt).toMillis()));
      LockSupport.parkNanos(PAUSE_NANOS);
    } while (!done);
  }

  /** Summarizes the reports since the last call. */
  String take() {
    Histogram lag = lagMillis.getIntervalHistogram();
    Histogram time = durationMillis.getIntervalHistogram();
    return String.format(
        "%d reports took p50 %d, p99 %d ms, behind by p50 %d, p99 %d, at most %d ms",
        time.getTotalCount(),
        time.getValueAtPercentile(50),
        time.getValueAtPercentile(99),
        lag.getValueAtPercentile(50),
        lag.getValueAtPercentile(99),
        lag.getMaxValue());
  }

  /** Fails if a report failed. */
  @Override
  public void close() {
    done = true;
    requests.join();
  }
}
