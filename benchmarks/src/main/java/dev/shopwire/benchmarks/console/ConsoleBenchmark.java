package dev.shopwire.benchmarks.console;

import dev.shopwire.benchmarks.measure.GetRequests;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.benchmarks.population.Amounts;
import dev.shopwire.benchmarks.population.Population;
import dev.shopwire.benchmarks.population.UserRows;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Measures the console on a large installation and compares the figures with what is asked of them:
 * every page and every read of its API at a constant rate, lists of customers and a timeline deep
 * down, complete lists as files, the check of a session, and sign-ins. Service, stores and load
 * generator share the machine.
 *
 * <p>Arguments, each in the form {@code name=value}: those of {@link
 * dev.shopwire.benchmarks.population.DataGenerator}, which generates the data first if it is not
 * there, {@code parts} (routes,lists,timeline,exports,ingest,session,signins), {@code seconds} per
 * read and phase (15), {@code reads} whose names have this part (all), {@code warmup} requests
 * before each read (4), {@code rate} in requests per second (10), {@code runs} of each list (30),
 * {@code page} number of the deep page (10000), {@code rounds} of ingest and sign-ins (3), {@code
 * exported} days of events (a quarter of all), {@code checks} of a session (500).
 */
public final class ConsoleBenchmark {
  private static final List<String> PARTS =
      List.of("routes", "lists", "timeline", "exports", "ingest", "session", "signins");
  private static final Set<String> OPTIONS =
      Set.of(
          "data",
          "postgres",
          "patience",
          "parts",
          "seconds",
          "reads",
          "warmup",
          "rate",
          "runs",
          "page",
          "rounds",
          "exported",
          "checks");
  private static final int SIGN_INS = 50;

  /** Four reads, each at the usual rate. */
  private static final int READS_BESIDE = 4;

  private final Installation installation;
  private final Options options;
  private final Population population;
  private final ServiceHeap heap;
  private final Verdicts verdicts = new Verdicts();
  private final ConsoleSession owner;
  private final ConsoleData data;

  private ConsoleBenchmark(
      Installation installation, Options options, Population population, Path gcLog) {
    this.installation = installation;
    this.options = options;
    this.population = population;
    this.heap = new ServiceHeap(installation, gcLog);
    this.owner = ConsoleSession.of(url(), UserRows.OWNER, UserRows.PASSWORD);
    this.data = ConsoleData.of(installation, population, owner);
  }

  public static void main(String[] arguments) throws IOException {
    Set<String> names = new HashSet<>(OPTIONS);
    names.addAll(Amounts.OPTIONS);
    Options options = Options.of(names, arguments);
    // In a directory of its own: the JVM renames a file that exists.
    Path directory = TemporaryFiles.directory("console-benchmark");
    Path gcLog = directory.resolve("gc.log");
    try (Installation installation = ServiceHeap.startWithLog(options, gcLog)) {
      Population population =
          new Population(installation, Amounts.of(options), options.number("patience", 120));
      population.fill();
      ConsoleBenchmark benchmark = new ConsoleBenchmark(installation, options, population, gcLog);
      Set<String> parts = Set.of(options.text("parts", String.join(",", PARTS)).split(",", -1));
      PARTS.stream().filter(parts::contains).forEach(benchmark::measure);
      benchmark.verdicts.print();
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private void measure(String part) {
    int runs = (int) options.number("runs", 30);
    switch (part) {
      case "routes" -> measureRoutes();
      case "lists" ->
          new CustomerLists(owner, data, (int) options.number("page", 10_000), runs)
              .measure(verdicts);
      case "timeline" -> new TimelineWalk(owner, data, runs).measure(verdicts);
      case "exports" -> exports().measure(verdicts);
      case "ingest" ->
          new IngestUnderExports(installation, population, owner, exports())
              .measure(verdicts, new Rounds.Length(seconds(), seconds(), rounds()));
      case "session" -> measureSession();
      default -> measureSignIns();
    }
  }

  private void measureRoutes() {
    ConsoleReads reads = new ConsoleReads(data);
    RouteLatencies latencies =
        new RouteLatencies(
            installation, owner, (int) options.number("warmup", 4), seconds(), rate());
    latencies.measure(chosen(reads.ofPages()), verdicts);
    latencies.measure(
        chosen(reads.ofApi(owner.require("/console/api/openapi.json").json())), verdicts);
  }

  private List<ConsoleReads.Read> chosen(List<ConsoleReads.Read> reads) {
    String part = options.text("reads", "");
    return reads.stream().filter(read -> read.name().contains(part)).toList();
  }

  private ExportFigures exports() {
    int days = (int) options.number("exported", Math.max(1, population.amounts().days() / 4));
    return ExportFigures.of(owner, heap, data, days);
  }

  private void measureSession() {
    ConsoleSession member = ConsoleSession.of(url(), UserRows.member(1), UserRows.PASSWORD);
    new SessionCheck(
            installation.database(),
            member,
            "/console/api/users",
            (int) options.number("checks", 500))
        .measure(verdicts);
  }

  private void measureSignIns() {
    Map<String, String> reads = new TreeMap<>();
    reads.put("customers", data.workspacePath("/customers"));
    reads.put("events", data.appPath("/usage-events"));
    reads.put("users", data.workspacePath("/users"));
    reads.put("audit log", data.workspacePath("/audit-log"));
    new SignInStorm(
            installation,
            owner,
            new GetRequests(reads),
            Math.min(SIGN_INS, population.amounts().users() - 1),
            seconds(),
            READS_BESIDE * rate(),
            rounds())
        .measure(verdicts);
  }

  private double seconds() {
    return options.decimal("seconds", 15);
  }

  private double rate() {
    return options.decimal("rate", 10);
  }

  private int rounds() {
    return (int) options.number("rounds", 3);
  }

  private String url() {
    return installation.consoleTarget().url();
  }
}
