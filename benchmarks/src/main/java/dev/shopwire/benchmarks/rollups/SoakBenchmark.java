package dev.shopwire.benchmarks.rollups;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.testing.Http.Response;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Runs the service at a percentage of its maximum throughput, with rollups, reports and webhooks,
 * and prints for each time slice what must not grow: latencies, heap, backlogs, dead rows, disk
 * space per event. The real stream is posted in batches; a webhook endpoint subscribes to its
 * rarest event name, a fortieth of all events. Load generator, receiver, service and stores share
 * the machine.
 *
 * <p>Arguments: {@code seconds} in total (1200), seconds per {@code slice} (60), {@code maximum}
 * seconds for measuring the maximum first (60), {@code percent} of the maximum to sustain (80);
 * {@code postgres} and {@code redis}, both or neither: URIs of stores to use instead of the
 * embedded ones, whose buffers (512 MB) hold the indexes of only a few minutes.
 */
public final class SoakBenchmark {
  private static final Set<String> OPTIONS =
      Set.of("seconds", "slice", "maximum", "percent", "postgres", "redis");
  private static final int CONNECTIONS = 16;
  private static final String RARE = "merge_completed";
  private static final double MIB = 1 << 20;
  private static final String STATE =
      """
      select (select coalesce(sum(events), 0)::bigint from usage_event_backlog) as waiting,
        (select count(*) from webhook_due)
          + (select coalesce(sum(events), 0)::bigint from webhook_fan_outs) as due,
        pg_database_size(current_database()) as bytes,
        (select coalesce(sum(n_dead_tup), 0)::bigint from pg_stat_user_tables) as dead,
        (select coalesce(sum(n_live_tup), 0)::bigint from pg_stat_user_tables) as live,
        (select coalesce(sum(autovacuum_count), 0)::bigint from pg_stat_user_tables) as vacuums
      """;

  private final Installation installation;
  private final Database database;
  private final StreamRequests stream = new StreamRequests();
  private final LongAdder received = new LongAdder();
  private final AtomicLong minHeap = new AtomicLong(Long.MAX_VALUE);

  private SoakBenchmark(Installation installation) {
    this.installation = installation;
    this.database = installation.database();
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(OPTIONS, arguments);
    Vertx vertx = Vertx.vertx();
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    String postgres = options.text("postgres", "");
    try (Installation installation =
        postgres.isEmpty()
            ? new Installation()
            : Installation.on(postgres, options.text("redis", ""))) {
      SoakBenchmark soak = new SoakBenchmark(installation);
      soak.receive(vertx);
      var unused = clock.scheduleAtFixedRate(soak::sampleHeap, 1, 1, TimeUnit.SECONDS);
      double maximum = soak.measureMaximum(options.decimal("maximum", 60));
      soak.run(
          (int) options.number("seconds", 1_200),
          (int) options.number("slice", 60),
          maximum * options.number("percent", 80) / 100);
    } finally {
      clock.shutdownNow();
      vertx.close().await();
    }
  }

  private void receive(Vertx vertx) {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .end()
                        .onSuccess(
                            done -> {
                              received.increment();
                              request.response().end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
    Response created =
        installation
            .tenants()
            .console()
            .post(
                "/console/api/workspaces/"
                    + installation.app().workspaceId()
                    + "/webhook-endpoints",
                """
                {"url":"http://127.0.0.1:%d/","topics":["customers/usage_event"],
                "filter":{"eventNames":["%s"]}}"""
                    .formatted(server.actualPort(), RARE));
    if (created.status() != 200) {
      throw new IllegalStateException(created.body());
    }
  }

  /** The minimum within a slice is about what a garbage collection leaves. */
  private void sampleHeap() {
    long used =
        installation.metrics("jvm_memory_used_bytes").stream()
            .filter(line -> line.contains("area=\"heap\""))
            .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .sum();
    minHeap.accumulateAndGet(used, Math::min);
  }

  private double measureMaximum(double seconds) {
    try (ReportProbe reports = new ReportProbe(installation)) {
      Slice posted = installation.post(stream.posts(), CONNECTIONS, seconds);
      print("maximum", posted, reports);
      return posted.perSecond();
    }
  }

  private void run(int seconds, int slice, double eventsPerSecond) {
    Row before = state();
    long events = 0;
    try (ReportProbe reports = new ReportProbe(installation)) {
      for (int elapsed = 0; elapsed < seconds; elapsed += slice) {
        Slice posted =
            installation.post(
                stream.posts(), CONNECTIONS, slice, eventsPerSecond / StreamRequests.BATCH);
        events += posted.operations();
        print((elapsed + slice) + " s", posted, reports);
      }
    }
    Row after = state();
    System.out.printf(
        Locale.ROOT,
        "%,d events at %,.0f/s: %.0f bytes of disk an event, %d autovacuums%n",
        events,
        eventsPerSecond,
        (double) (after.getLong("bytes") - before.getLong("bytes")) / events,
        after.getLong("vacuums") - before.getLong("vacuums"));
  }

  private Row state() {
    return database.rows("public", STATE).get(0);
  }

  private void print(String title, Slice posted, ReportProbe reports) {
    Row state = state();
    System.out.printf(
        Locale.ROOT,
        "%s: %,.0f events/s, p50 %.1f, p99 %.1f ms, %d refused; %s; heap %.0f MiB;"
            + " %,d webhooks received, %,d due; %,d events to aggregate; %,.0f MiB of disk,"
            + " %,d dead of %,d rows, %d autovacuums%n",
        title,
        posted.perSecond(),
        posted.millis(50),
        posted.millis(99),
        posted.refused(),
        reports.take(),
        minHeap.getAndSet(Long.MAX_VALUE) / MIB,
        received.sumThenReset(),
        state.getLong("due"),
        state.getLong("waiting"),
        state.getLong("bytes") / MIB,
        state.getLong("dead"),
        state.getLong("live"),
        state.getLong("vacuums"));
  }
}
