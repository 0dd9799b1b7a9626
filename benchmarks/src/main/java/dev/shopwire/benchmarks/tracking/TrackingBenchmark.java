package dev.shopwire.benchmarks.tracking;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.tracking.TrackingVariant.EVENTS;
import static dev.shopwire.benchmarks.tracking.TrackingVariant.EVENTS_OTHER;
import static dev.shopwire.benchmarks.tracking.TrackingVariant.EVENTS_TRACKED;
import static dev.shopwire.benchmarks.tracking.TrackingVariant.IDENTIFY;
import static dev.shopwire.benchmarks.tracking.TrackingVariant.IDENTIFY_TRACKED;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.benchmarks.population.Amounts;
import dev.shopwire.benchmarks.population.Population;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures what tracked segments cost: pushes with and without segments that read what they change,
 * alternating in one run, and pushes during the build and the drift check of a segment of a large
 * installation. Service, stores and load generator share the machine.
 *
 * <p>Arguments, each in the form {@code name=value}: those of {@link
 * dev.shopwire.benchmarks.population.DataGenerator}, {@code parts} (build,cost,latency), {@code
 * segments} (20), {@code warmup} seconds (20), {@code seconds} per slice (8), {@code rounds} (5),
 * {@code transitions} per second (500) for {@code period} seconds (60), {@code due} at one instant
 * (100000).
 */
public final class TrackingBenchmark {
  private static final Set<String> OPTIONS =
      Set.of(
          "data",
          "postgres",
          "patience",
          "parts",
          "segments",
          "warmup",
          "seconds",
          "rounds",
          "transitions",
          "period",
          "due");
  private static final double READ = 0.7;
  private static final double NOT_READ = 0.95;

  private final Installation installation;
  private final Options options;
  private final Rounds.Length length;
  private final Verdicts verdicts = new Verdicts();
  private final Map<TrackedWorkspace.Kind, TrackedWorkspace> workspaces =
      new EnumMap<>(TrackedWorkspace.Kind.class);

  private TrackingBenchmark(Installation installation, Options options) {
    this.installation = installation;
    this.options = options;
    this.length =
        new Rounds.Length(
            options.decimal("warmup", 20),
            options.decimal("seconds", 8),
            (int) options.number("rounds", 5));
  }

  public static void main(String[] arguments) throws IOException {
    Set<String> names = new HashSet<>(OPTIONS);
    names.addAll(Amounts.OPTIONS);
    Options options = Options.of(names, arguments);
    try (Installation installation = options.start()) {
      TrackingBenchmark benchmark = new TrackingBenchmark(installation, options);
      List<String> parts =
          Arrays.asList(options.text("parts", "build,cost,latency").split(",", -1));
      if (parts.contains("build")) {
        benchmark.measureBuild();
      }
      if (parts.contains("cost")) {
        benchmark.measureCost();
      }
      if (parts.contains("latency")) {
        benchmark.measureLatency();
      }
      benchmark.verdicts.print();
    }
  }

  private void measureBuild() {
    Amounts amounts = Amounts.of(options);
    new Population(installation, amounts, options.number("patience", 120)).fill();
    new BuildUnderPushes(installation, amounts.customers(), length).measure(verdicts);
  }

  private void measureLatency() {
    new TransitionLatency(installation, options.decimal("period", 60))
        .measure(verdicts, options.decimal("transitions", 500), options.number("due", 100_000));
  }

  private void measureCost() {
    Report<TrackingVariant> report =
        new Rounds<>(TrackingVariant.class, "operations", this::run)
            .measure(length, Arrays.asList(TrackingVariant.values()));
    report.printMedians();
    judge(report, "identify, segments read its fields / none", IDENTIFY_TRACKED, IDENTIFY, READ);
    judge(report, "events, segments read their names / none", EVENTS_TRACKED, EVENTS, READ);
    judge(report, "events, segments read other names / none", EVENTS_OTHER, EVENTS, NOT_READ);
  }

  private void judge(
      Report<TrackingVariant> report,
      String title,
      TrackingVariant one,
      TrackingVariant other,
      double limit) {
    report.printRatio(title, one, other);
    verdicts.atLeast(title, "%.2f", report.ratios(one, other).median(), limit);
  }

  private TrackedWorkspace create(TrackedWorkspace.Kind kind) {
    return new TrackedWorkspace(installation, kind, (int) options.number("segments", 20));
  }

  /** Each slice begins when nothing is left to evaluate. */
  private Slice run(TrackingVariant variant, double seconds) {
    TrackedWorkspace workspace = workspaces.computeIfAbsent(variant.kind(), this::create);
    Slice slice =
        variant.isIdentify()
            ? workspace.identify(variant.connections(), seconds)
            : workspace.sendEvents(variant.connections(), seconds);
    line("  evaluated %.1f s later", workspace.awaitEvaluated());
    return slice;
  }
}
