package dev.shopwire.benchmarks.reads;

import static dev.shopwire.benchmarks.reads.Output.line;

import dev.shopwire.benchmarks.measure.Gets;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.Posts;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Measures what reports cost ingest: its maximum first, in batches of 200 on 16 connections, then
 * half of that at an even pace, in turn without readers, with eight that ask for reports of the
 * same app one after the other, and without again. Before each the service may finish adding up.
 *
 * <p>Arguments, each as {@code name=value}: those of the population, as {@link ReadsBenchmark} has
 * them, {@code warmup} seconds (10), {@code seconds} a phase (20), {@code rounds} (3). Each run
 * adds its events to a kept directory.
 */
public final class ReadersUnderIngest {
  static final int CONNECTIONS = 16;
  private static final int BATCH = 200;
  private static final int READERS = 8;
  private static final double GOAL = 0.8;
  private static final Posts POSTS =
      new Posts(
          "/v1/usage_events", () -> FreshEvents.batch(BATCH), BATCH, "\"accepted\":" + BATCH + ",");

  private final Installation installation;
  private final Population population;
  private final Gets gets;
  private final double perSecond;
  private final List<Slice> readers = new ArrayList<>();

  private ReadersUnderIngest(
      Installation installation, Population population, Gets gets, double perSecond) {
    this.installation = installation;
    this.population = population;
    this.gets = gets;
    this.perSecond = perSecond;
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(Population.OPTIONS, arguments);
    int warmUp = (int) options.number("warmup", 10);
    int seconds = (int) options.number("seconds", 20);
    try (Installation installation = options.start()) {
      Population population = new Population(installation, options);
      population.fill();
      Gets gets = mix(installation);
      installation.post(POSTS, CONNECTIONS, warmUp);
      settle(population);
      Slice most = installation.post(POSTS, CONNECTIONS, Math.min(10, seconds));
      double events = most.perSecond();
      line(
          "%n## Ingest under reports%n%nmaximum %,.0f events/s, p50 %.1f ms, p99 %.1f ms, %d"
              + " refused; offered from here on: %,.0f events/s",
          events, most.millis(50), most.millis(99), most.refused(), events / 2);
      settle(population);
      new ReadersUnderIngest(installation, population, gets, events / 2 / BATCH)
          .measure(new Rounds.Length(3, seconds, (int) options.number("rounds", 3)));
    }
  }

  /** What the readers ask for; what the service can't answer is left out, and said so. */
  private static Gets mix(Installation installation) {
    String path = "/console/api/apps/" + installation.app().appId();
    String report = path + "/usage-events/report?calculation=";
    String named = "&eventName=" + Shape.EXPORTED;
    String steps = String.join(",", Shape.VIEWED, Shape.EXPORTED, Shape.SENT);
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "30 days daily: count",
                report + "count&period=last_30_days&interval=daily" + named,
                "12 months: count by plan",
                report + "count&period=last_12_months&interval=monthly&groupBy=plan" + named,
                "30 days: unique shops",
                report + "unique&period=last_30_days&interval=daily" + named,
                "30 days: funnel",
                path + "/funnels?order=ordered&window=7d&steps=" + steps,
                "list: first page",
                path + "/usage-events?take=50"));
    Client client = new Client(installation.publicEdge(), installation.consoleEdge());
    all.entrySet()
        .removeIf(
            one -> {
              int status = client.ask(Read.ofConsole("", one.getValue(), "", 0)).status();
              if (status != 200) {
                line("LEFT OUT: %s, answered with %d", one.getKey(), status);
              }
              return status != 200;
            });
    if (all.isEmpty()) {
      throw new IllegalStateException("the service answers none of the reports");
    }
    return new Gets(all);
  }

  private static void settle(Population population) {
    double seconds = population.awaitRollups();
    String left = population.leftOver();
    if (seconds >= 1 || !left.isEmpty()) {
      line("  added up %.0f s later%s", seconds, left);
    }
  }

  private void measure(Rounds.Length length) {
    line("");
    Report<IngestPhase> report =
        new Rounds<>(IngestPhase.class, "events", this::run).measure(length, List.of());
    report.printMedians();
    double offered = perSecond * BATCH;
    line("  %-52s %,9.0f events/s", "offered", offered);
    report.printRatio(
        "with readers / without, before (goal %.1f)".formatted(GOAL),
        IngestPhase.WITH_READERS,
        IngestPhase.BEFORE);
    report.printRatio("with readers / without, after", IngestPhase.WITH_READERS, IngestPhase.AFTER);
    List<Double> kept =
        report.slices().getOrDefault(IngestPhase.WITH_READERS, List.of()).stream()
            .map(slice -> slice.perSecond() / offered)
            .toList();
    line("  %-52s %s", "with readers / offered", Spread.of(kept).text("%.2f"));
    printReaders(length);
  }

  private Slice run(IngestPhase phase, int seconds) {
    settle(population);
    if (phase != IngestPhase.WITH_READERS) {
      return installation.post(POSTS, CONNECTIONS, seconds, perSecond);
    }
    CompletableFuture<Slice> reading =
        CompletableFuture.supplyAsync(() -> installation.read(gets, READERS, seconds));
    Slice posted = installation.post(POSTS, CONNECTIONS, seconds, perSecond);
    readers.add(reading.join());
    return posted;
  }

  private void printReaders(Rounds.Length length) {
    // The first one was warm-up.
    Slice all = readers.get(1);
    readers.subList(2, readers.size()).forEach(all::append);
    line("%nreaders, %d rounds", length.rounds());
    all.kinds().forEach(ReadersUnderIngest::printReader);
    printReader("all", all);
  }

  private static void printReader(String kind, Slice slice) {
    line(
        "  %-30s %,7d answers, %7.1f/s  p50 %,8.1f ms  p95 %,8.1f ms  p99 %,8.1f ms  %d refused",
        kind,
        slice.operations(),
        slice.perSecond(),
        slice.millis(50),
        slice.millis(95),
        slice.millis(99),
        slice.refused());
  }
}
