package dev.shopwire.benchmarks.mail;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.measure.Output.progress;
import static dev.shopwire.benchmarks.measure.Output.secondsSince;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.ingest.Events;
import dev.shopwire.benchmarks.mail.Probes.Route;
import dev.shopwire.benchmarks.measure.CpuTime;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.SessionStatements;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Spread;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.benchmarks.measure.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Starts the service with its embedded stores and a heap of 384 MiB, and measures campaigns against
 * a mail server that takes every mail at once: mails per second with and without DKIM, statements
 * per mail, ingest beside them, and how long single mails wait behind them. Service, stores, mail
 * server and load generator share the machine; on one that does other things too, the CPU time of a
 * mail says more than mails per second.
 *
 * <p>Arguments, each in the form {@code name=value}: {@code recipients} of a campaign (100000),
 * {@code seconds} of each slice of ingest (10), {@code rounds} of slices alone and beside a
 * campaign (3), {@code probes} of each kind (300), {@code parts} to measure (all).
 */
public final class MailBenchmark {
  private static final Set<String> OPTIONS =
      Set.of("recipients", "seconds", "rounds", "probes", "parts");
  private static final List<String> PARTS =
      List.of("plain", "dkim", "statements", "ingest", "probes");
  private static final String JAVA_OPTIONS = "shopwire.java.options";

  /** Only the sessions that send name it; they make mails, too. */
  private static final Pattern SENDING = Pattern.compile("insert into mail_sources");

  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration PROBE_PAUSE = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofMinutes(60);
  private static final int INGEST_CONNECTIONS = 16;
  private static final int BATCH = 20;

  private final Installation installation;
  private final MailSink sink;
  private final MailWorkspace workspace;
  private final String template;
  private final String plain;
  private final Options options;
  private final int recipients;
  private final Verdicts verdicts = new Verdicts();

  private MailBenchmark(Installation installation, MailSink sink, Options options) {
    this.installation = installation;
    this.sink = sink;
    this.options = options;
    this.recipients = (int) options.number("recipients", 100_000);
    this.workspace = new MailWorkspace(installation);
    this.template = workspace.template();
    this.plain = workspace.sender(sink.port(), false);
    workspace.addCustomers(recipients);
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(OPTIONS, arguments);
    // The last of several -Xmx counts.
    System.setProperty(JAVA_OPTIONS, System.getProperty(JAVA_OPTIONS, "") + " -Xmx384m");
    try (Installation installation = new Installation();
        MailSink sink = new MailSink()) {
      MailBenchmark benchmark = new MailBenchmark(installation, sink, options);
      Set<String> parts = Set.of(options.text("parts", String.join(",", PARTS)).split(","));
      for (String part : PARTS) {
        if (parts.contains(part)) {
          benchmark.measure(part);
        }
      }
      benchmark.verdicts.print();
    }
  }

  private void measure(String part) throws IOException {
    switch (part) {
      case "plain" ->
          verdicts.atLeast("mails a second without DKIM", "%.0f", throughput(plain), 1_000);
      case "dkim" ->
          verdicts.atLeast(
              "mails a second with RSA-2048",
              "%.0f",
              throughput(workspace.sender(sink.port(), true)),
              500);
      case "statements" -> statements();
      case "ingest" -> ingest();
      default -> probes();
    }
  }

  /** Mails a second after the first tenth, while which code is compiled. */
  private double throughput(String sender) {
    long before = sink.taken();
    long asked = System.nanoTime();
    String campaign = started(sender);
    double frozen = secondsSince(asked);
    awaitTaken(before + recipients / 10);
    long from = sink.taken();
    long bytes = sink.bytes();
    long service = cpuMicros("java");
    long database = cpuMicros("postgres");
    long begin = System.nanoTime();
    awaitTaken(before + recipients);
    double seconds = secondsSince(begin);
    double mails = Math.max(1, sink.taken() - from);
    line(
        "%,.0f mails of %,.0f bytes in %.1f s; started and made in %.1f s",
        mails, (sink.bytes() - bytes) / mails, seconds, frozen);
    line(
        "CPU time of a mail: service %.2f ms, PostgreSQL %.2f ms",
        (cpuMicros("java") - service) / 1e3 / mails,
        (cpuMicros("postgres") - database) / 1e3 / mails);
    awaitDone(campaign);
    return (before + recipients - from) / seconds;
  }

  private static long cpuMicros(String program) {
    return CpuTime.micros(CpuTime.descendantsNamed(program));
  }

  /** Its mails are made, and some may be sent. */
  private String started(String sender) {
    String campaign = workspace.start(sender, template);
    await(() -> !workspace.campaign(campaign).path("frozenAt").isNull());
    return campaign;
  }

  private void awaitDone(String campaign) {
    await(() -> workspace.campaign(campaign).path("status").asText().equals("done"));
    JsonNode counts = workspace.campaign(campaign).path("counts");
    if (counts.path("sent").asLong() != recipients) {
      throw new IllegalStateException("not all are sent: " + counts);
    }
  }

  private void awaitTaken(long count) {
    await(() -> sink.taken() >= count);
  }

  /** Something that becomes true. */
  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("took too long");
      }
      Waiting.sleep(LOOK);
    }
  }

  /** Of a whole campaign, without those that freeze it. */
  private void statements() throws IOException {
    try (SessionStatements statements = new SessionStatements(installation, SENDING)) {
      awaitDone(started(plain));
      verdicts.atMost(
          "SQL statements for a mail", "%.3f", (double) statements.count() / recipients, 0.5);
    }
  }

  /** Slices alone and beside a campaign take turns, from the same state. */
  private void ingest() {
    double seconds = options.decimal("seconds", 10);
    post(seconds);
    String campaign = started(plain);
    List<Double> ratios = new ArrayList<>();
    long mails = 0;
    int rounds = (int) options.number("rounds", 3);
    for (int round = 0; round < rounds; round++) {
      workspace.tryTo("pause", campaign);
      installation.settle();
      double alone = post(seconds).perSecond();
      campaign = paused(campaign);
      installation.settle();
      workspace.tryTo("resume", campaign);
      long from = sink.taken();
      double beside = post(seconds).perSecond();
      mails += sink.taken() - from;
      progress("alone %,.0f events/s, beside a campaign %,.0f events/s", alone, beside);
      ratios.add(beside / alone);
    }
    workspace.tryTo("resume", campaign);
    Spread ratio = Spread.of(ratios);
    line(
        "ingest beside a campaign / alone: %s, and %,.0f mails/s",
        ratio.text("%.2f"), mails / (seconds * rounds));
    verdicts.atLeast("ingest beside a campaign / alone", "%.2f", ratio.median(), 0.8);
    awaitDone(campaign);
  }

  /** The campaign, or if most of it is sent already, another one that is paused. */
  private String paused(String campaign) {
    if (workspace.campaign(campaign).at("/counts/queued").asLong() > recipients / 2) {
      return campaign;
    }
    workspace.tryTo("resume", campaign);
    awaitDone(campaign);
    String another = started(plain);
    workspace.tryTo("pause", another);
    return another;
  }

  private Slice post(double seconds) {
    PostRequests posts =
        new PostRequests(
            "/v1/usage_events", () -> Events.batch(BATCH), BATCH, "\"accepted\":" + BATCH + ",");
    return installation.post(posts, INGEST_CONNECTIONS, seconds);
  }

  private void probes() throws IOException {
    MailWorkspace other = new MailWorkspace(installation);
    other.addCustomers(1);
    long customer = workspace.customer();
    List<Route> routes =
        List.of(
            route("same", workspace, customer, plain, template),
            route("sender", workspace, customer, workspace.sender(sink.port(), false), template),
            route(
                "workspace",
                other,
                other.customer(),
                other.sender(sink.port(), false),
                other.template()));
    long count = options.number("probes", 300);
    try (Probes probes = new Probes(installation.postgresUri())) {
      String campaign = started(plain);
      long from = sink.taken();
      long begin = System.nanoTime();
      for (int i = 0; i < count; i++) {
        routes.forEach(probes::queue);
        Waiting.sleep(PROBE_PAUSE);
        if (workspace.campaign(campaign).at("/counts/queued").asLong() == 0) {
          campaign = started(plain);
        }
      }
      double perSecond = (sink.taken() - from) / secondsSince(begin);
      String last = campaign;
      await(() -> workspace.campaign(last).path("status").asText().equals("done"));
      awaitSent(routes, count);
      line("single mails beside %,.0f mails/s of a campaign, from queued to DATA:", perSecond);
      routes.forEach(route -> report(route.kind()));
    }
  }

  /** Those that are still on their way would be the slowest ones. */
  private void awaitSent(List<Route> routes, long count) {
    String sent =
        "select count(*) from mail_messages where kind = 'flow' and state = 'sent' and sent_at is not null";
    await(() -> installation.sql().number(sent) >= count * routes.size());
  }

  private static Route route(
      String kind, MailWorkspace workspace, long customer, String sender, String template) {
    return new Route(
        kind,
        Long.parseLong(workspace.id()),
        customer,
        Long.parseLong(sender),
        Long.parseLong(template));
  }

  private void report(String kind) {
    Histogram micros = sink.probes(kind);
    line(
        "  %-10s %,d mails, p50 %.2f s, p99 %.2f s",
        kind,
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / 1e6,
        micros.getValueAtPercentile(99) / 1e6);
    verdicts.atMost(
        "single mail (" + kind + "), p99 in s", "%.2f", micros.getValueAtPercentile(99) / 1e6, 5);
  }
}
