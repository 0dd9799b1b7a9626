package dev.shopwire.benchmarks.ingest;

import static dev.shopwire.benchmarks.ingest.IngestVariant.BATCHES;
import static dev.shopwire.benchmarks.ingest.IngestVariant.SINGLES_256;
import static dev.shopwire.benchmarks.ingest.IngestVariant.SINGLES_64;
import static dev.shopwire.benchmarks.ingest.IngestVariant.SQL_GROUPS;
import static dev.shopwire.benchmarks.ingest.IngestVariant.SQL_ONE_TABLE;
import static dev.shopwire.benchmarks.ingest.IngestVariant.SQL_SINGLES;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Starts the service with its embedded stores and measures, alternating in one run, batches of 200
 * on 16 connections, single events on 64 and 256, and for comparison plain SQL. Load generator,
 * service and stores share the machine, so only the ratios are meaningful.
 *
 * <p>Arguments: seconds of warm-up (20), seconds per slice (8), rounds (5).
 */
public final class IngestBenchmark {
  private static final int BATCH = 200;
  private static final int GROUP = 1_000;
  private static final long SQL_APP = 1_000_000;

  private final Installation installation;

  private IngestBenchmark(Installation installation) {
    this.installation = installation;
  }

  public static void main(String[] arguments) throws IOException {
    try (Installation installation = new Installation()) {
      installation.sql().run(PlainSql.CREATE_ONE_TABLE);
      IngestBenchmark benchmark = new IngestBenchmark(installation);
      Report<IngestVariant> report =
          new Rounds<>(IngestVariant.class, "events", benchmark::run)
              .measure(Rounds.Length.of(arguments), List.of(BATCHES, SINGLES_64));
      report.printMedians();
      report.printRatio("batches / SQL groups, same tables (goal 0.7)", BATCHES, SQL_GROUPS);
      report.printRatio("batches / SQL groups, one plain table", BATCHES, SQL_ONE_TABLE);
      report.printRatio("singles at 64 / SQL single rows (goal 1.2)", SINGLES_64, SQL_SINGLES);
      report.printRatio("singles at 256 / SQL single rows", SINGLES_256, SQL_SINGLES);
    }
  }

  private Slice run(IngestVariant variant, double seconds) {
    return switch (variant) {
      case BATCHES -> post(variant, () -> Events.batch(BATCH), BATCH, seconds);
      case SINGLES_64, SINGLES_256 -> post(variant, Events::single, 1, seconds);
      case SQL_GROUPS -> execute(variant, PlainSql.GROUP, GROUP, seconds);
      case SQL_ONE_TABLE -> execute(variant, PlainSql.ONE_TABLE, GROUP, seconds);
      case SQL_SINGLES -> execute(variant, PlainSql.GROUP, 1, seconds);
    };
  }

  private Slice post(IngestVariant variant, Supplier<Buffer> bodies, int events, double seconds) {
    PostRequests posts =
        new PostRequests("/v1/usage_events", bodies, events, "\"accepted\":" + events + ",");
    return installation.post(posts, variant.connections(), seconds);
  }

  private Slice execute(IngestVariant variant, String sql, int events, double seconds) {
    return installation.execute(
        sql, () -> PlainSql.group(SQL_APP, events), events, variant.connections(), seconds);
  }
}
