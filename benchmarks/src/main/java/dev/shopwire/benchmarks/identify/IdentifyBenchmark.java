package dev.shopwire.benchmarks.identify;

import static dev.shopwire.benchmarks.identify.IdentifyVariant.CHANGING;
import static dev.shopwire.benchmarks.identify.IdentifyVariant.SQL_SELECT;
import static dev.shopwire.benchmarks.identify.IdentifyVariant.SQL_UPSERT;
import static dev.shopwire.benchmarks.identify.IdentifyVariant.UNCHANGED;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import java.io.IOException;
import java.util.List;

/**
 * Starts the service with its embedded stores and measures, alternating in one run, identify calls
 * that change nothing, identify calls that change two of ten fields, and for comparison plain SQL:
 * the select and the upsert of a customer's row. All use 64 connections and 1,000 shops. Load
 * generator, service and stores share the machine, so only the ratios are meaningful.
 *
 * <p>Arguments: seconds of warm-up (20), seconds per slice (8), rounds (5).
 */
public final class IdentifyBenchmark {
  private static final String PATH = "/v1/identify";
  private static final PostRequests UNCHANGED_PUSHES =
      new PostRequests(PATH, Pushes::unchanged, 1, "\"written\":0,\"unchanged\":10,\"unset\":0,");
  private static final PostRequests CHANGING_PUSHES =
      new PostRequests(PATH, Pushes::changing, 1, "\"written\":2,\"unchanged\":8,\"unset\":0,");

  private final Installation installation;

  private IdentifyBenchmark(Installation installation) {
    this.installation = installation;
  }

  public static void main(String[] arguments) throws IOException {
    try (Installation installation = new Installation()) {
      IdentifyBenchmark benchmark = new IdentifyBenchmark(installation);
      benchmark.createShops();
      Report<IdentifyVariant> report =
          new Rounds<>(IdentifyVariant.class, "calls", benchmark::run)
              .measure(Rounds.Length.of(arguments), List.of(UNCHANGED, CHANGING));
      report.printMedians();
      report.printRatio("identify unchanged / SQL select", UNCHANGED, SQL_SELECT);
      report.printRatio("identify changing / SQL upsert", CHANGING, SQL_UPSERT);
    }
  }

  /** Creates all shops in the service and in the plain table. */
  private void createShops() {
    installation.sql().run(PlainSql.createTable());
    Pushes.createShops(body -> installation.app().api().post(PATH, body));
  }

  private Slice run(IdentifyVariant variant, double seconds) {
    return switch (variant) {
      case UNCHANGED -> installation.post(UNCHANGED_PUSHES, variant.connections(), seconds);
      case CHANGING -> installation.post(CHANGING_PUSHES, variant.connections(), seconds);
      case SQL_SELECT ->
          installation.execute(PlainSql.SELECT, Pushes::key, 1, variant.connections(), seconds);
      case SQL_UPSERT ->
          installation.execute(PlainSql.UPSERT, Pushes::row, 1, variant.connections(), seconds);
    };
  }
}
