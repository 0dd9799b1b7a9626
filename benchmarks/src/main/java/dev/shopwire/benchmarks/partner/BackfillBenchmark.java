package dev.shopwire.benchmarks.partner;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.measure.Output.progress;

import dev.shopwire.benchmarks.ingest.Events;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Spread;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.testing.partner.History;
import dev.shopwire.testing.partner.HistoryOptions;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Starts the service with its embedded stores and a heap of 384 MiB, and measures how a backfill
 * from an emulated platform, which permits four requests a second, slows down ingest at saturation.
 * Service, stores, platform and load generator share the machine.
 *
 * <p>Arguments, each in the form {@code name=value}: {@code events} of the platform's history
 * (500000), {@code seconds} of each slice (12), {@code rounds} of four slices, in the order beside
 * a backfill, alone, alone, beside (10).
 */
public final class BackfillBenchmark {
  private static final Set<String> OPTIONS = Set.of("events", "seconds", "rounds");
  private static final String JAVA_OPTIONS = "shopwire.java.options";
  private static final double KEPT = 0.95;
  private static final int DAYS = 730;
  private static final int CONNECTIONS = 8;
  private static final int BATCH = 200;

  /** Before a slice is measured: the pull starts, and notices that ingest is busy. */
  private static final double LEAD = 0.25;

  private final Installation installation;
  private final PulledApp pulled;
  private final double seconds;

  private BackfillBenchmark(Installation installation, PulledApp pulled, double seconds) {
    this.installation = installation;
    this.pulled = pulled;
    this.seconds = seconds;
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(OPTIONS, arguments);
    // The last of several -Xmx counts.
    System.setProperty(JAVA_OPTIONS, System.getProperty(JAVA_OPTIONS, "") + " -Xmx384m");
    HistoryOptions history =
        new HistoryOptions(
            1, LocalDate.now(ZoneOffset.UTC).minusDays(DAYS), DAYS - 1, 0.03, 0.03, 0.1);
    try (Installation installation = new Installation();
        PartnerEmulator platform =
            new PartnerEmulator(
                0,
                PartnerEmulator.Settings.REAL,
                History.ofEvents(history, (int) options.number("events", 500_000)))) {
      new BackfillBenchmark(
              installation,
              new PulledApp(installation, platform, history.start()),
              options.decimal("seconds", 12))
          .measure((int) options.number("rounds", 10));
    }
  }

  private void measure(int rounds) {
    pulled.connect();
    alone();
    List<Double> ratios = new ArrayList<>();
    long requests = 0;
    for (int round = 0; round < rounds; round++) {
      long before = pulled.requests();
      double first = beside();
      requests += pulled.requests() - before;
      double alone = (alone() + alone()) / 2;
      double beside = (first + beside()) / 2;
      progress("alone %,.0f events/s, beside a backfill %,.0f events/s", alone, beside);
      ratios.add(beside / alone);
    }
    Spread ratio = Spread.of(ratios);
    line(
        "ingest beside a backfill / alone: %s, with %.1f requests/s of the backfill",
        ratio.text("%.2f"), requests / (seconds * (1 + LEAD) * rounds));
    Verdicts verdicts = new Verdicts();
    verdicts.atLeast("ingest beside a backfill / alone", "%.2f", ratio.median(), KEPT);
    verdicts.print();
  }

  private double alone() {
    pulled.pause();
    installation.settle();
    return post();
  }

  /** Fails if the backfill is complete before the slice is. */
  private double beside() {
    pulled.pause();
    installation.settle();
    pulled.resume();
    double perSecond = post();
    pulled.requireBackfill();
    return perSecond;
  }

  /** Events a second. */
  private double post() {
    PostRequests posts =
        new PostRequests(
            "/v1/usage_events", () -> Events.batch(BATCH), BATCH, "\"accepted\":" + BATCH + ",");
    installation.post(posts, CONNECTIONS, seconds * LEAD);
    return installation.post(posts, CONNECTIONS, seconds).perSecond();
  }
}
