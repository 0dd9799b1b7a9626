package dev.shopwire.benchmarks.webhooks;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.SessionStatements;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Waiting;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Starts the service with its embedded stores and endpoints that each subscribe to their own event
 * name, and measures in one run the latency from posting an event to its receiver, the SQL
 * statements per delivery, the sustained throughput, and how a dead endpoint with a backlog and
 * hanging endpoints affect the others. Load generator, service, stores and receiver share the
 * machine, so only the ratios, and latencies on a quiet machine, are meaningful.
 *
 * <p>Arguments, each in the form {@code name=value}: {@code endpoints} (1000), {@code rate} in
 * events per second where latency is measured (500), {@code most} events per second to sustain
 * (2000), {@code events} in the dead endpoint's backlog (200000), {@code seconds} per measurement
 * (30), {@code warmup} seconds (20), {@code parts} to measure (all).
 */
public final class WebhookBenchmark {
  private static final Set<String> OPTIONS =
      Set.of("endpoints", "rate", "most", "events", "seconds", "warmup", "parts");
  private static final List<String> PARTS =
      List.of("latency", "statements", "sustained", "burst", "dead", "hanging");

  /** Sessions that store events write webhooks too, but by a trigger, and never name these. */
  private static final Pattern DELIVERING =
      Pattern.compile("webhook_(due|lanes|workers|attempts|deliveries|counters)");

  private static final String USAGE_EVENT = "customers/usage_event";
  private static final String DEAD_TOPIC = "contacts/deleted";
  private static final int BATCH = 20;

  /** Within this time the last posted event should be delivered. */
  private static final Duration DELIVERY_DELAY = Duration.ofSeconds(1);

  private final Installation installation;
  private final Backlog backlog;
  private final Sink sink;
  private final Load load;
  private final int endpoints;
  private final int rate;
  private final int maxRate;
  private final long events;
  private final int seconds;

  private WebhookBenchmark(Installation installation, Sink sink, Options options) {
    this.installation = installation;
    this.sink = sink;
    this.endpoints = (int) options.number("endpoints", 1_000);
    this.rate = (int) options.number("rate", 500);
    this.maxRate = (int) options.number("most", 2_000);
    this.events = options.number("events", 200_000);
    this.seconds = (int) options.number("seconds", 30);
    this.backlog = new Backlog(installation);
    this.load = new Load(installation, endpoints);
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(OPTIONS, arguments);
    try (Installation installation = new Installation();
        Sink sink = new Sink()) {
      WebhookBenchmark benchmark = new WebhookBenchmark(installation, sink, options);
      benchmark.createEndpoints();
      benchmark.warmUp((int) options.number("warmup", 20));
      Set<String> parts = Set.of(options.text("parts", String.join(",", PARTS)).split(","));
      for (String part : PARTS) {
        if (parts.contains(part)) {
          benchmark.measure(part);
        }
      }
    }
  }

  private void measure(String part) throws IOException {
    switch (part) {
      case "latency" -> latency();
      case "statements" -> {
        statements(rate, 1);
        statements(maxRate, BATCH);
      }
      case "sustained" -> sustained();
      case "burst" -> burst();
      case "dead" -> {
        measureWith("while the backlog of a dead endpoint is created", this::createDeadEndpoint);
        awaitPlaced();
        measureWith("with the backlog of the dead endpoint", () -> {});
      }
      default -> {
        sink.recordFrom(endpoints / 10);
        measureWith("with a tenth of the endpoints hanging", () -> sink.hangBelow(endpoints / 10));
      }
    }
    installation.metrics("shopwire_webhook_attempts_total").stream()
        .filter(metric -> !metric.endsWith(" 0.0"))
        .forEach(metric -> line("  so far: %s", metric));
  }

  private void createEndpoints() {
    SchemaCheckedHttp console = installation.tenants().console();
    for (int number = 0; number < endpoints; number++) {
      String filter = ",\"filter\":{\"eventNames\":[\"" + Load.name(number) + "\"]}";
      createEndpoint(console, number, USAGE_EVENT, filter);
    }
    createEndpoint(console, endpoints, DEAD_TOPIC, "");
  }

  private void createEndpoint(SchemaCheckedHttp console, int number, String topic, String more) {
    String body = "{\"url\":\"%s\",\"topics\":[\"%s\"]%s}".formatted(sink.url(number), topic, more);
    String workspace = "/console/api/workspaces/" + installation.app().workspaceId();
    Response response = console.post(workspace + "/webhook-endpoints", body);
    if (response.status() != 200) {
      throw new IllegalStateException(response.toString());
    }
  }

  private void warmUp(int warmUpSeconds) {
    load.post(rate, 1, Math.max(1, warmUpSeconds / 2));
    load.post(maxRate, BATCH, Math.max(1, warmUpSeconds / 2));
    backlog.await(0);
    sink.take();
    sink.takeBytes();
  }

  private void latency() {
    FirstAttempts firstAttempts = new FirstAttempts(installation);
    Slice posted = load.post(rate, 1, seconds);
    backlog.await(0);
    Histogram arrived = sink.take();
    line("%nlatency at %d events/s, one per request", rate);
    line(
        "  post sent to response    p50 %6.1f ms  p99 %6.1f ms",
        posted.millis(50), posted.millis(99));
    line("  post sent to receiver    %s", millis(arrived));
    line(
        "  %,d of %,d delivered, %,d bytes each (goal from commit: p50 10 ms, p99 50 ms)",
        arrived.getTotalCount(),
        posted.operations(),
        sink.takeBytes() / Math.max(1, arrived.getTotalCount()));
    line("  by the service, from cause to first attempt: %s", firstAttempts.summary());
  }

  private static String millis(Histogram micros) {
    return String.format(
        Locale.ROOT,
        "p50 %6.1f ms  p99 %6.1f ms  p99.9 %6.1f ms",
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3);
  }

  private void statements(int perSecond, int size) throws IOException {
    int time = Math.max(2, seconds / 3);
    try (SessionStatements statements = new SessionStatements(installation, DELIVERING)) {
      load.post(perSecond, size, time);
      backlog.await(0);
      long count = statements.count();
      long delivered = sink.take().getTotalCount();
      line(
          "SQL statements for delivery at %,d/s: %,d for %,d deliveries, %.3f each (goal 0.2)",
          perSecond, count, delivered, (double) count / delivered);
    }
  }

  private void sustained() {
    List<Slice> posted = new ArrayList<>();
    List<Long> due = backlog.sampleDuring(() -> posted.add(load.post(maxRate, BATCH, seconds)));
    Histogram arrived = sink.take();
    backlog.await(0);
    int quarter = Math.max(1, due.size() / 4);
    line(
        "%nsustained for %d s: %,.0f events/s posted, %,.0f/s delivered (goal 2,000)",
        seconds, posted.get(0).perSecond(), (double) arrived.getTotalCount() / seconds);
    line("  post sent to receiver    %s", millis(arrived));
    line(
        "  backlog, maximum in each quarter: %s",
        IntStream.range(0, 4)
            .mapToObj(part -> due.stream().skip((long) part * quarter).limit(quarter))
            .map(part -> part.max(Comparator.naturalOrder()).orElse(0L))
            .toList());
    sink.take();
  }

  /** Posts as fast as ingest accepts. */
  private void burst() {
    long begin = System.nanoTime();
    Slice posted = load.postAll(Math.max(1, seconds / 3));
    long deliveredMeanwhile = sink.take().getTotalCount();
    long due = backlog.due();
    long end = System.nanoTime();
    backlog.await(0);
    double drained = (System.nanoTime() - end) / 1e9;
    long after = sink.take().getTotalCount();
    line(
        "%nburst: %,.0f events/s posted for %.0f s, %,.0f/s delivered meanwhile; then %,d due,"
            + " drained at %,.0f/s",
        posted.perSecond(),
        (end - begin) / 1e9,
        deliveredMeanwhile * 1e9 / (end - begin),
        due,
        after / drained);
  }

  /** Measures how {@code disturbance} at some endpoints affects the others. */
  private void measureWith(String title, Runnable disturbance) {
    sink.take();
    Histogram undisturbed = latencies();
    disturbance.run();
    sink.take();
    sink.takeUnhealthy();
    Histogram disturbed = latencies();
    line("%n%s, %d events/s", title, rate);
    line("  before   %s", millis(undisturbed));
    line("  with     %s", millis(disturbed));
    line(
        "  p50 %+.1f ms (goal 5), p99 ratio %.2f (goal 2), deliveries ratio %.3f (goal 0.95),"
            + " %d requests to the failing or hanging ones in %d s",
        (disturbed.getValueAtPercentile(50) - undisturbed.getValueAtPercentile(50)) / 1e3,
        (double) disturbed.getValueAtPercentile(99) / undisturbed.getValueAtPercentile(99),
        (double) disturbed.getTotalCount() / undisturbed.getTotalCount(),
        sink.takeUnhealthy(),
        seconds);
  }

  private Histogram latencies() {
    load.post(rate, 1, seconds);
    Waiting.sleep(DELIVERY_DELAY);
    return sink.take();
  }

  private void createDeadEndpoint() {
    sink.failFrom(endpoints);
    backlog.create(DEAD_TOPIC, events);
  }

  private void awaitPlaced() {
    long begin = System.nanoTime();
    backlog.awaitPlaced();
    line("%,d due, all in queues %.0f s later", backlog.due(), (System.nanoTime() - begin) / 1e9);
  }

  private static void line(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
