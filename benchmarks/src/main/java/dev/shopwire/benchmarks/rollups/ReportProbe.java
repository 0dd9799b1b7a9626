package dev.shopwire.benchmarks.rollups;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.testing.Http.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Asks for a report of the last seven days twice a second, from a thread of its own, and notes how
 * long it took and how far it was behind the moment when it was asked for.
 */
final class ReportProbe implements AutoCloseable {
  private static final String REPORT = "/v1/usage_events/report?period=last_7_days";
  private static final long PAUSE_NANOS = 500_000_000;

  private final Installation installation;
  private final Recorder behind = new Recorder(3);
  private final Recorder took = new Recorder(3);
  private final CompletableFuture<Void> asking;
  private volatile boolean done;

  ReportProbe(Installation installation) {
    this.installation = installation;
    this.asking = CompletableFuture.runAsync(this::ask);
  }

  private void ask() {
    do {
      Instant asked = Instant.now();
      Answer answer = installation.app().api().get(REPORT);
      if (answer.status() != 200) {
        throw new IllegalStateException(answer.body());
      }
      took.recordValue(Duration.between(asked, Instant.now()).toMillis());
      String asOf = answer.json().path("asOf").asText();
      behind.recordValue(
          asOf.isEmpty()
              ? 0
              : Math.max(0, Duration.between(Instant.parse(asOf), asked).toMillis()));
      LockSupport.parkNanos(PAUSE_NANOS);
    } while (!done);
  }

  /** Since this was last called. */
  String take() {
    Histogram lag = behind.getIntervalHistogram();
    Histogram time = took.getIntervalHistogram();
    return String.format(
        "%d reports took p50 %d, p99 %d ms, behind by p50 %d, p99 %d, at most %d ms",
        time.getTotalCount(),
        time.getValueAtPercentile(50),
        time.getValueAtPercentile(99),
        lag.getValueAtPercentile(50),
        lag.getValueAtPercentile(99),
        lag.getMaxValue());
  }

  /** Fails if a report did. */
  @Override
  public void close() {
    done = true;
    asking.join();
  }
}
