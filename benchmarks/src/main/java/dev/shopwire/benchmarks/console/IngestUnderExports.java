package dev.shopwire.benchmarks.console;

import static dev.shopwire.benchmarks.measure.Output.line;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Spread;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.benchmarks.population.FreshEvents;
import dev.shopwire.benchmarks.population.Population;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Measures how exports slow down ingest: half of the most events that the service accepts, offered
 * at a fixed pace, alternating with and without exports.
 */
final class IngestUnderExports {
  static final int CONNECTIONS = 16;
  private static final int BATCH = 200;
  private static final double KEPT = 0.8;

  private final Installation installation;
  private final Population population;
  private final ConsoleSession session;
  private final ExportFigures exports;
  private final PostRequests posts;
  private double perSecond;

  IngestUnderExports(
      Installation installation,
      Population population,
      ConsoleSession session,
      ExportFigures exports) {
    this.installation = installation;
    this.population = population;
    this.session = session;
    this.exports = exports;
    long shops = population.amounts().customers();
    this.posts =
        new PostRequests(
            "/v1/usage_events",
            () -> FreshEvents.batch(BATCH, shops),
            BATCH,
            "\"accepted\":" + BATCH + ",");
  }

  void measure(Verdicts verdicts, Rounds.Length length) {
    installation.post(posts, CONNECTIONS, length.warmUpSeconds());
    population.awaitRollups();
    Slice maximum = installation.post(posts, CONNECTIONS, length.seconds());
    perSecond = maximum.perSecond() / BATCH / 2;
    line("%nmaximum without exports: %,.0f events/s", maximum.perSecond());
    Report<ExportPhase> report =
        new Rounds<>(ExportPhase.class, "events", this::run)
            .measure(new Rounds.Length(0, length.seconds(), length.rounds()), List.of());
    report.printMedians();
    double alone = median(report, ExportPhase.ALONE);
    for (ExportPhase phase : ExportPhase.values()) {
      if (phase != ExportPhase.ALONE) {
        verdicts.atLeast(
            "ingest, " + phase.title() + " / alone", "%.2f", median(report, phase) / alone, KEPT);
      }
    }
  }

  private static double median(Report<ExportPhase> report, ExportPhase phase) {
    List<Slice> slices = report.slices().getOrDefault(phase, List.of());
    return Spread.of(slices.stream().map(Slice::perSecond).toList()).median();
  }

  private Slice run(ExportPhase phase, double seconds) {
    population.awaitRollups();
    return switch (phase) {
      case ALONE -> post(seconds);
      case WITH_CUSTOMERS -> postBeside(exports.customers(), seconds);
      case WITH_EVENTS -> postBeside(exports.events(), seconds);
      case WITH_STALLED -> Download.besideStalled(session, exports.events(), () -> post(seconds));
    };
  }

  private Slice post(double seconds) {
    return installation.post(posts, CONNECTIONS, seconds, perSecond);
  }

  private Slice postBeside(String path, double seconds) {
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> exporting =
        CompletableFuture.runAsync(
            () -> {
              while (!isOver.get()) {
                Download.of(session, path, isOver::get);
              }
            });
    Slice posted = post(seconds);
    isOver.set(true);
    exporting.join();
    return posted;
  }
}
