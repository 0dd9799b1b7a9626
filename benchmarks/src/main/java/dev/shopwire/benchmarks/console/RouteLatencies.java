package dev.shopwire.benchmarks.console;

import dev.shopwire.benchmarks.console.ConsoleReads.Kind;
import dev.shopwire.benchmarks.console.ConsoleReads.Read;
import dev.shopwire.benchmarks.measure.GetRequests;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Verdicts;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures each read alone at a constant rate, whatever the responses: latencies count from when a
 * request was due.
 *
 * @param warmUp requests before each read, so that all event loops of the service know what they
 *     keep
 * @param seconds per read
 * @param perSecond requests per second
 */
record RouteLatencies(
    Installation installation,
    ConsoleSession session,
    int warmUp,
    double seconds,
    double perSecond) {
  private static final int CONNECTIONS = 16;
  private static final double P50_MILLIS = 100;
  private static final double P99_MILLIS = 300;
  private static final double HEAVY_MILLIS = 5_000;
  private static final int HEAVY_RUNS = 3;

  void measure(List<Read> reads, Verdicts verdicts) {
    for (Read read : reads) {
      if (read.kind() == Kind.HEAVY) {
        measureHeavy(read, verdicts);
      } else {
        measureLight(read, verdicts);
      }
    }
  }

  private void measureLight(Read read, Verdicts verdicts) {
    GetRequests gets = new GetRequests(Map.of(read.name(), read.path()), read.expected());
    ConsoleSession caller = read.kind() == Kind.OPEN ? ConsoleSession.none(session.url()) : session;
    for (int i = 0; i < warmUp; i++) {
      caller.get(read.path());
    }
    Slice slice = installation.read(caller.target(), gets, CONNECTIONS, seconds, perSecond);
    double p50 = slice.millis(50);
    double p99 = slice.millis(99);
    verdicts.add(
        read.name(),
        "p50 ≤ 100, p99 ≤ 300 ms",
        String.format(
            Locale.ROOT,
            "p50 %.1f, p99 %.1f ms%s",
            p50,
            p99,
            slice.refused() == 0 ? "" : ", " + slice.refused() + " refused"),
        p50 <= P50_MILLIS && p99 <= P99_MILLIS && slice.refused() == 0);
  }

  /** One request after the other: they may take seconds. */
  private void measureHeavy(Read read, Verdicts verdicts) {
    double slowest = 0;
    int refused = 0;
    for (int run = 0; run < HEAVY_RUNS; run++) {
      ConsoleSession.Answer answer = session.get(read.path());
      if (answer.status() != 200 && answer.status() != 503) {
        throw new IllegalStateException(read.path() + ": " + answer);
      }
      refused += answer.status() == 503 ? 1 : 0;
      slowest = Math.max(slowest, answer.millis());
    }
    verdicts.add(
        read.name(),
        "≤ 5 s or 503",
        String.format(Locale.ROOT, "%.0f ms, %d of %d refused", slowest, refused, HEAVY_RUNS),
        slowest <= HEAVY_MILLIS * 1.1);
  }
}
