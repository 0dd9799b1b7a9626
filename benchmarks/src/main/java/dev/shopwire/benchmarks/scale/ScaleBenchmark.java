package dev.shopwire.benchmarks.scale;

import dev.shopwire.benchmarks.identify.Pushes;
import dev.shopwire.benchmarks.ingest.Events;
import dev.shopwire.benchmarks.measure.Edge;
import dev.shopwire.benchmarks.measure.Posting;
import dev.shopwire.benchmarks.measure.Posts;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.testing.Http;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.UUID;

/**
 * Measures, in turn and in one run, identify and attribution in one process and with their roles in
 * another one that the cluster's bus joins, and usage events with one and with two ingest processes
 * on the same stores; and the processor time of each operation, by who spends it. Load, service and
 * stores share the machine, so that two processes are not faster than one where it has few
 * processors. Figures worth keeping are the ratios and the costs.
 *
 * <p>Arguments: seconds of warm-up (20), seconds a slice (8), rounds (5).
 */
public final class ScaleBenchmark {
  private static final String IDENTIFY = "/v1/identify";
  private static final Posts SAME =
      new Posts(IDENTIFY, Pushes::unchanged, 1, "\"written\":0,\"unchanged\":10,\"unset\":0,");
  private static final Posts CHANGED =
      new Posts(IDENTIFY, Pushes::changing, 1, "\"written\":2,\"unchanged\":8,\"unset\":0,");
  private static final int BATCH = 200;
  private static final String EVENTS = "/v1/usage_events";
  private static final Posts BATCHES =
      new Posts(EVENTS, () -> Events.batch(BATCH), BATCH, "\"accepted\":" + BATCH + ",");
  private static final Posts SINGLES = new Posts(EVENTS, Events::single, 1, "\"accepted\":1,");

  private final Deployment deployment;
  private final Posting posting;
  private final Costs costs;
  private final Posts codes;

  private ScaleBenchmark(Deployment deployment, Posting posting) {
    this.deployment = deployment;
    this.posting = posting;
    this.costs = new Costs(deployment.pids());
    String slug = deployment.slug();
    this.codes = new Posts("/v1/attribution", () -> code(slug), 1, "\"attributed\":true");
  }

  public static void main(String[] arguments) {
    try (Deployment deployment = new Deployment();
        Posting posting = new Posting()) {
      ScaleBenchmark benchmark = new ScaleBenchmark(deployment, posting);
      benchmark.introduce();
      Report<ScaleWay> report =
          new Rounds<>(ScaleWay.class, "operations", benchmark::run)
              .measure(Rounds.Length.of(arguments), List.of(ScaleWay.values()));
      report.printMedians();
      ratio(report, "identify unchanged", ScaleWay.UNCHANGED_APART, ScaleWay.UNCHANGED_TOGETHER);
      ratio(report, "identify changing", ScaleWay.CHANGING_APART, ScaleWay.CHANGING_TOGETHER);
      ratio(report, "attribution", ScaleWay.ATTRIBUTION_APART, ScaleWay.ATTRIBUTION_TOGETHER);
      report.printRatio("batches: two / one", ScaleWay.BATCHES_BY_TWO, ScaleWay.BATCHES_BY_ONE);
      report.printRatio("singles: two / one", ScaleWay.SINGLES_BY_TWO, ScaleWay.SINGLES_BY_ONE);
      benchmark.costs.print();
    }
  }

  private static void ratio(Report<ScaleWay> report, String what, ScaleWay apart, ScaleWay one) {
    report.printRatio(what + ": over the bus / one process", apart, one);
  }

  /** Makes all shops known, and the code. */
  private void introduce() {
    for (int shop = 0; shop < Pushes.ALL_SHOPS; shop++) {
      ok(deployment.app().api().post(IDENTIFY, Pushes.body(shop, 0)));
    }
    ok(
        deployment
            .tenants()
            .console()
            .post(
                "/console/api/workspaces/" + deployment.app().workspaceId() + "/affiliates",
                "{\"name\":\"Jane\",\"codes\":[\"JANE10\"]}"));
  }

  private static void ok(Http.Answer answer) {
    if (answer.status() != 200) {
      throw new IllegalStateException("not made known: " + answer.body());
    }
  }

  /** The code, of a shop that was never seen before. */
  private static Buffer code(String slug) {
    return Buffer.buffer(
        "{\"app\":\"%s\",\"myplatformDomain\":\"%s.platform.example\",\"mref\":\"JANE10\"}"
            .formatted(slug, UUID.randomUUID()));
  }

  private Slice run(ScaleWay way, int seconds) {
    return costs.of(way, () -> posting.run(edges(way), posts(way), way.connections(), seconds));
  }

  private List<Edge> edges(ScaleWay way) {
    return switch (way) {
      case UNCHANGED_TOGETHER, CHANGING_TOGETHER, ATTRIBUTION_TOGETHER ->
          List.of(deployment.together());
      case UNCHANGED_APART, CHANGING_APART, ATTRIBUTION_APART, BATCHES_BY_ONE, SINGLES_BY_ONE ->
          deployment.apart().subList(0, 1);
      case BATCHES_BY_TWO, SINGLES_BY_TWO -> deployment.apart();
    };
  }

  private Posts posts(ScaleWay way) {
    return switch (way) {
      case UNCHANGED_TOGETHER, UNCHANGED_APART -> SAME;
      case CHANGING_TOGETHER, CHANGING_APART -> CHANGED;
      case ATTRIBUTION_TOGETHER, ATTRIBUTION_APART -> codes;
      case BATCHES_BY_ONE, BATCHES_BY_TWO -> BATCHES;
      case SINGLES_BY_ONE, SINGLES_BY_TWO -> SINGLES;
    };
  }
}
