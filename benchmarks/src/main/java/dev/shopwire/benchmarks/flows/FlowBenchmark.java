package dev.shopwire.benchmarks.flows;

import static dev.shopwire.benchmarks.flows.FlowVariant.BATCHES;
import static dev.shopwire.benchmarks.flows.FlowVariant.BATCHES_FOLLOWED;
import static dev.shopwire.benchmarks.flows.FlowVariant.BATCHES_OTHER;
import static dev.shopwire.benchmarks.flows.FlowVariant.BATCHES_USED;
import static dev.shopwire.benchmarks.flows.FlowVariant.SINGLES;
import static dev.shopwire.benchmarks.flows.FlowVariant.SINGLES_USED;
import static dev.shopwire.benchmarks.measure.Output.line;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Spread;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.benchmarks.measure.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Measures what flows cost those who send events, and how late steps are: with many that wait, with
 * very many that are due at once, and from an event to the webhook of a first step. Service, stores
 * and load generator share the machine.
 *
 * <p>Arguments, each in the form {@code name=value}: {@code parts}
 * (cost,due,statements,burst,latency), {@code flows} (20), {@code warmup} seconds (20), {@code
 * seconds} per slice (8), {@code rounds} (5), {@code due} steps per second (500) for {@code period}
 * seconds (60), {@code waiting} runs (1000000), {@code burst} runs due at once (100000), {@code
 * bursts} (3), {@code entries} per second (100).
 */
public final class FlowBenchmark {
  private static final Set<String> OPTIONS =
      Set.of(
          "data",
          "postgres",
          "parts",
          "flows",
          "warmup",
          "seconds",
          "rounds",
          "due",
          "period",
          "waiting",
          "burst",
          "bursts",
          "entries");
  private static final String PARTS = "cost,due,statements,burst,latency";
  private static final int CUSTOMERS = 10_000;
  private static final int CONNECTIONS = 16;

  /** When runs are due after they are added. */
  private static final Duration ADDED = Duration.ofSeconds(15);

  private static final long FEW_WAITING = 10_000;

  private final Installation installation;
  private final Options options;
  private final Verdicts verdicts = new Verdicts();
  private final Map<FlowWorkspace.Kind, FlowWorkspace> workspaces =
      new EnumMap<>(FlowWorkspace.Kind.class);
  private final double period;
  private final long perSecond;

  private FlowBenchmark(Installation installation, Options options) {
    this.installation = installation;
    this.options = options;
    this.period = options.decimal("period", 60);
    this.perSecond = options.number("due", 500);
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(OPTIONS, arguments);
    try (Installation installation = options.start()) {
      FlowBenchmark benchmark = new FlowBenchmark(installation, options);
      for (String part : options.text("parts", PARTS).split(",", -1)) {
        benchmark.measure(part);
      }
      benchmark.verdicts.print();
    }
  }

  private void measure(String part) throws IOException {
    switch (part) {
      case "cost" -> measureCost();
      case "due" -> measureDue();
      case "statements" -> measureStatements();
      case "burst" -> measureBurst();
      case "latency" -> measureLatency();
      default -> throw new IllegalArgumentException(part + " is none of " + PARTS);
    }
  }

  private void measureCost() {
    Rounds.Length length =
        new Rounds.Length(
            options.decimal("warmup", 20),
            options.decimal("seconds", 8),
            (int) options.number("rounds", 5));
    Report<FlowVariant> report =
        new Rounds<>(FlowVariant.class, "events", this::run)
            .measure(length, Arrays.asList(FlowVariant.values()));
    report.printMedians();
    judge(report, "batches, 1 of 100 events enters / no flows", BATCHES_USED, BATCHES, 0.9);
    report.printRatio("batches, conditions read all events / no flows", BATCHES_FOLLOWED, BATCHES);
    judge(report, "batches, flows on other names / no flows", BATCHES_OTHER, BATCHES, 0.97);
    judge(report, "single events, 1 of 100 enters / no flows", SINGLES_USED, SINGLES, 0.9);
  }

  private void judge(
      Report<FlowVariant> report, String title, FlowVariant one, FlowVariant other, double limit) {
    report.printRatio(title, one, other);
    verdicts.atLeast(title, "%.2f", report.ratios(one, other).median(), limit);
  }

  /** Each slice begins when flows have nothing to do. */
  private Slice run(FlowVariant variant, double seconds) {
    FlowWorkspace workspace =
        workspaces.computeIfAbsent(
            variant.kind(),
            kind -> FlowWorkspace.of(installation, kind, (int) options.number("flows", 20)));
    Slice slice = workspace.send(variant.isBatch(), variant.connections(), seconds);
    line("  flows have caught up %.1f s later", workspace.awaitIdle());
    return slice;
  }

  private void measureDue() {
    FlowWorkspace workspace = new FlowWorkspace(installation);
    DueRuns runs = new DueRuns(installation, workspace, CUSTOMERS);
    String waiting = workspace.publish("waiting", "waits", "300d");
    due(workspace, runs, "warm-up");
    runs.add(waiting, FEW_WAITING, 86_400, 1_000);
    double few = due(workspace, runs, "few");
    long many = options.number("waiting", 1_000_000);
    runs.add(waiting, many, 86_400, 1_000);
    double large = due(workspace, runs, "many");
    verdicts.atMost(
        "%d steps due a second, %,d runs wait: p99 late, s".formatted(perSecond, FEW_WAITING),
        "%.2f",
        few,
        2);
    verdicts.atMost(
        "%d steps due a second, %,d runs wait: p99 late / with %,d"
            .formatted(perSecond, many, FEW_WAITING),
        "%.2f",
        large / few,
        1.5);
  }

  /** Runs that are due one after the other; the p99 of how late they continue, in seconds. */
  private double due(FlowWorkspace workspace, DueRuns runs, String name) {
    String flow = workspace.publish(name, name, "1h");
    runs.add(flow, (long) (perSecond * period), 3, 1_000_000 / perSecond);
    runs.awaitEnded(flow);
    return runs.lateSeconds(flow, 99);
  }

  private void measureStatements() throws IOException {
    FlowWorkspace workspace = new FlowWorkspace(installation);
    DueRuns runs = new DueRuns(installation, workspace, CUSTOMERS);
    String flow = workspace.publish("counted", "counted", "1h");
    long count = (long) (perSecond * Math.min(period, 10));
    verdicts.atMost(
        "SQL statements a step at %d runs a second".formatted(perSecond),
        "%.2f",
        runs.statementsPerStep(flow, count, 3, 1_000_000 / perSecond),
        3);
  }

  /** Slices without and with runs that are due at once take turns, from the same state. */
  private void measureBurst() {
    FlowWorkspace workspace = new FlowWorkspace(installation);
    FlowWorkspace other = new FlowWorkspace(installation);
    DueRuns runs = new DueRuns(installation, workspace, CUSTOMERS);
    DueRuns beside = new DueRuns(installation, other, CUSTOMERS / 100);
    long count = options.number("burst", 100_000);
    double slice = period / 4;
    other.send(true, CONNECTIONS, slice);
    List<Double> ended = new ArrayList<>();
    List<Double> late = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < options.number("bursts", 3); round++) {
      other.awaitIdle();
      double alone = other.send(true, CONNECTIONS, slice).perSecond();
      String flow = workspace.publish("burst " + round, "burst", "1h");
      String single = other.publish("single " + round, "single", "1h");
      other.awaitIdle();
      Instant due = Instant.now().plus(ADDED);
      runs.add(flow, count, ADDED.toSeconds(), 0);
      beside.add(single, (long) (5 * slice), ADDED.toSeconds(), 200_000);
      // What adding the runs left to write must not slow down the slice.
      installation.checkpoint();
      Waiting.sleep(Duration.between(Instant.now(), due));
      double during = other.send(true, CONNECTIONS, slice).perSecond();
      ended.add(slice + runs.awaitEnded(flow));
      beside.awaitEnded(single);
      late.add(beside.lateSeconds(single, 99));
      ratios.add(during / alone);
      line(
          "  round %d: %.1f s, ingest %.0f / %.0f events/s",
          round, ended.get(round), during, alone);
    }
    verdicts.atMost(
        "%,d runs due at once: s until all are done".formatted(count),
        "%.1f",
        Spread.of(ended).max(),
        300);
    verdicts.atMost(
        "another workspace's steps meanwhile: p99 late, s", "%.2f", Spread.of(late).max(), 5);
    verdicts.atLeast("ingest meanwhile / alone, median", "%.2f", Spread.of(ratios).median(), 0.8);
  }

  private void measureLatency() {
    FlowWorkspace workspace = new FlowWorkspace(installation);
    try (StepReceiver receiver = new StepReceiver()) {
      workspace.subscribe(receiver.url());
      workspace.publishAtOnce("at once", "begins");
      double rate = options.decimal("entries", 100);
      receiver.run(workspace.app(), "begins", rate, period / 4);
      long arrived = receiver.run(workspace.app(), "begins", rate, period / 2);
      verdicts.add(
          "event to webhook of the first step, %.0f entries a second".formatted(rate),
          "p50 ≤ 300 ms, p99 ≤ 2 s",
          String.format(
              Locale.ROOT,
              "p50 %.0f, p99 %.0f ms of %,d",
              receiver.millis(50),
              receiver.millis(99),
              arrived),
          receiver.millis(50) <= 300
              && receiver.millis(99) <= 2_000
              && arrived >= (long) (rate * period / 2));
    }
  }
}
