package dev.shopwire.benchmarks.reads;

import static dev.shopwire.benchmarks.measure.Output.line;

import dev.shopwire.benchmarks.measure.GetRequests;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Spread;
import dev.shopwire.benchmarks.population.EventShape;
import dev.shopwire.benchmarks.population.FreshEvents;
import dev.shopwire.benchmarks.population.Population;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Measures how reports slow down ingest: first its maximum, in batches of 200 on 16 connections,
 * then half of that at a fixed pace, alternating without readers, with eight readers that request
 * reports of the same app one after the other, and without readers again. Before each phase the
 * service completes its aggregation.
 *
 * <p>Arguments, each in the form {@code name=value}: those of the population, as in {@link
 * ReadsBenchmark}, {@code warmup} seconds (10), {@code seconds} per phase (20), {@code rounds} (3).
 * Each run adds its events to a kept directory.
 */
public final class ReadersUnderIngest {
  static final int CONNECTIONS = 16;
  private static final int BATCH = 200;
  private static final int READERS = 8;
  private static final double GOAL = 0.8;
  private static final PostRequests POSTS =
      new PostRequests(
          "/v1/usage_events",
          () -> FreshEvents.batch(BATCH, YearOfEvents.SHOPS),
          BATCH,
          "\"accepted\":" + BATCH + ",");

  private final Installation installation;
  private final Population population;
  private final GetRequests requests;
  private final double perSecond;
  private final List<Slice> readers = new ArrayList<>();

  private ReadersUnderIngest(
      Installation installation, Population population, GetRequests requests, double perSecond) {
    this.installation = installation;
    this.population = population;
    this.requests = requests;
    this.perSecond = perSecond;
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(YearOfEvents.OPTIONS, arguments);
    int warmUp = (int) options.number("warmup", 10);
    int seconds = (int) options.number("seconds", 20);
    try (Installation installation = options.start()) {
      Population population = YearOfEvents.fill(installation, options);
      GetRequests requests = mix(installation);
      installation.post(POSTS, CONNECTIONS, warmUp);
      awaitRollups(population);
      Slice maximum = installation.post(POSTS, CONNECTIONS, Math.min(10, seconds));
      double events = maximum.perSecond();
      line(
          "%n## Ingest under reports%n%nmaximum %,.0f events/s, p50 %.1f ms, p99 %.1f ms, %d"
              + " refused; offered from now on: %,.0f events/s",
          events, maximum.millis(50), maximum.millis(99), maximum.refused(), events / 2);
      awaitRollups(population);
      new ReadersUnderIngest(installation, population, requests, events / 2 / BATCH)
          .measure(new Rounds.Length(3, seconds, (int) options.number("rounds", 3)));
    }
  }

  /** The readers' requests; those that the service rejects are left out and reported. */
  private static GetRequests mix(Installation installation) {
    String path = "/console/api/apps/" + installation.app().appId();
    String report = path + "/usage-events/report?calculation=";
    String named = "&eventName=" + EventShape.EXPORTED;
    String steps = String.join(",", EventShape.VIEWED, EventShape.EXPORTED, EventShape.SENT);
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
    Client client = new Client(installation.publicTarget(), installation.consoleTarget());
    all.entrySet()
        .removeIf(
            request -> {
              int status = client.send(Read.ofConsole("", request.getValue(), "", 0)).status();
              if (status != 200) {
                line("LEFT OUT: %s, status %d", request.getKey(), status);
              }
              return status != 200;
            });
    if (all.isEmpty()) {
      throw new IllegalStateException("the service rejects all reports");
    }
    return new GetRequests(all);
  }

  private static void awaitRollups(Population population) {
    double seconds = population.awaitRollups();
    String remainder = population.remainder();
    if (seconds >= 1 || !remainder.isEmpty()) {
      line("  added up %.0f s later%s", seconds, remainder);
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

  private Slice run(IngestPhase phase, double seconds) {
    awaitRollups(population);
    if (phase != IngestPhase.WITH_READERS) {
      return installation.post(POSTS, CONNECTIONS, seconds, perSecond);
    }
    CompletableFuture<Slice> reading =
        CompletableFuture.supplyAsync(() -> installation.read(requests, READERS, seconds));
    Slice posted = installation.post(POSTS, CONNECTIONS, seconds, perSecond);
    readers.add(reading.join());
    return posted;
  }

  private void printReaders(Rounds.Length length) {
    // The first slice was the warm-up.
    Slice all = readers.get(1);
    readers.subList(2, readers.size()).forEach(all::append);
    line("%nreaders, %d rounds", length.rounds());
    all.kinds().forEach(ReadersUnderIngest::printReader);
    printReader("all", all);
  }

  private static void printReader(String kind, Slice slice) {
    line(
        "  %-30s %,7d responses, %7.1f/s  p50 %,8.1f ms  p95 %,8.1f ms  p99 %,8.1f ms  %d refused",
        kind,
        slice.operations(),
        slice.perSecond(),
        slice.millis(50),
        slice.millis(95),
        slice.millis(99),
        slice.refused());
  }
}
