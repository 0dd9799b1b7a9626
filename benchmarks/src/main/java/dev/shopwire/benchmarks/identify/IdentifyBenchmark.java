package dev.shopwire.benchmarks.identify;

import static dev.shopwire.benchmarks.identify.IdentifyWay.CHANGING;
import static dev.shopwire.benchmarks.identify.IdentifyWay.SQL_SELECT;
import static dev.shopwire.benchmarks.identify.IdentifyWay.SQL_UPSERT;
import static dev.shopwire.benchmarks.identify.IdentifyWay.UNCHANGED;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Posts;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.testing.Http;
import java.io.IOException;
import java.util.List;

/**
 * Starts the service with its embedded stores and measures, in turn and in one run, identify calls
 * that change nothing, identify calls that change two of ten fields, and beside them plain SQL: the
 * select of a customer's row, and the upsert of one. All on 64 connections, of 1,000 shops. Load,
 * service and stores share the machine. Figures worth keeping are the ratios.
 *
 * <p>Arguments: seconds of warm-up (20), seconds a slice (8), rounds (5).
 */
public final class IdentifyBenchmark {
  private static final String PATH = "/v1/identify";
  private static final Posts SAME =
      new Posts(PATH, Pushes::unchanged, 1, "\"written\":0,\"unchanged\":10,\"unset\":0,");
  private static final Posts CHANGED =
      new Posts(PATH, Pushes::changing, 1, "\"written\":2,\"unchanged\":8,\"unset\":0,");

  private final Installation installation;

  private IdentifyBenchmark(Installation installation) {
    this.installation = installation;
  }

  public static void main(String[] arguments) throws IOException {
    try (Installation installation = new Installation()) {
      IdentifyBenchmark benchmark = new IdentifyBenchmark(installation);
      benchmark.introduce();
      Report<IdentifyWay> report =
          new Rounds<>(IdentifyWay.class, "calls", benchmark::run)
              .measure(Rounds.Length.of(arguments), List.of(UNCHANGED, CHANGING));
      report.printMedians();
      report.printRatio("identify unchanged / SQL select", UNCHANGED, SQL_SELECT);
      report.printRatio("identify changing / SQL upsert", CHANGING, SQL_UPSERT);
    }
  }

  /** Makes all shops known, to the service and to the plain table. */
  private void introduce() {
    installation.sql().run(PlainSql.makeTable());
    for (int shop = 0; shop < Pushes.ALL_SHOPS; shop++) {
      Http.Answer answer = installation.app().api().post(PATH, Pushes.body(shop, 0));
      if (answer.status() != 200) {
        throw new IllegalStateException("a shop could not be made known: " + answer.body());
      }
    }
  }

  private Slice run(IdentifyWay way, int seconds) {
    return switch (way) {
      case UNCHANGED -> installation.post(SAME, way.connections(), seconds);
      case CHANGING -> installation.post(CHANGED, way.connections(), seconds);
      case SQL_SELECT ->
          installation.execute(PlainSql.SELECT, Pushes::key, 1, way.connections(), seconds);
      case SQL_UPSERT ->
          installation.execute(PlainSql.UPSERT, Pushes::row, 1, way.connections(), seconds);
    };
  }
}
