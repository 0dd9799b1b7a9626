package dev.shopwire.benchmarks.scale;

import dev.shopwire.benchmarks.identify.Pushes;
import dev.shopwire.benchmarks.ingest.Events;
import dev.shopwire.benchmarks.measure.GetRequests;
import dev.shopwire.benchmarks.measure.LoadGenerator;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Report;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Target;
import dev.shopwire.testing.Http;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Measures, alternating in one run, identify, attribution and reads in one process and over the
 * cluster's bus, and usage events with one and with two ingest processes on the same stores; also
 * the CPU time per operation, by component. Load generator, service and stores share the machine,
 * so two processes are not faster than one where it has few processors. Only the ratios and the CPU
 * times are meaningful.
 *
 * <p>Arguments: seconds of warm-up (20), seconds per slice (8), rounds (5).
 */
public final class ScaleBenchmark {
  private static final String IDENTIFY = "/v1/identify";
  private static final PostRequests UNCHANGED_PUSHES =
      new PostRequests(
          IDENTIFY, Pushes::unchanged, 1, "\"written\":0,\"unchanged\":10,\"unset\":0,");
  private static final PostRequests CHANGING_PUSHES =
      new PostRequests(IDENTIFY, Pushes::changing, 1, "\"written\":2,\"unchanged\":8,\"unset\":0,");
  private static final int BATCH = 200;
  private static final String EVENTS = "/v1/usage_events";
  private static final PostRequests BATCHES =
      new PostRequests(EVENTS, () -> Events.batch(BATCH), BATCH, "\"accepted\":" + BATCH + ",");
  private static final PostRequests SINGLES =
      new PostRequests(EVENTS, Events::single, 1, "\"accepted\":1,");

  private static final GetRequests LISTS = gets(EVENTS + "?take=50");
  private static final GetRequests REPORTS = gets(EVENTS + "/report?period=daily");

  private final Deployment deployment;
  private final LoadGenerator generator;
  private final Costs costs;
  private final PostRequests codes;

  private ScaleBenchmark(Deployment deployment, LoadGenerator generator) {
    this.deployment = deployment;
    this.generator = generator;
    this.costs = new Costs(deployment.pids());
    String slug = deployment.slug();
    this.codes = new PostRequests("/v1/attribution", () -> code(slug), 1, "\"attributed\":true");
  }

  public static void main(String[] arguments) {
    try (Deployment deployment = new Deployment();
        LoadGenerator generator = new LoadGenerator()) {
      ScaleBenchmark benchmark = new ScaleBenchmark(deployment, generator);
      benchmark.createData();
      Report<ScaleVariant> report =
          new Rounds<>(ScaleVariant.class, "operations", benchmark::run)
              .measure(Rounds.Length.of(arguments), List.of(ScaleVariant.values()));
      report.printMedians();
      ratio(
          report,
          "identify unchanged",
          ScaleVariant.UNCHANGED_APART,
          ScaleVariant.UNCHANGED_TOGETHER);
      ratio(
          report, "identify changing", ScaleVariant.CHANGING_APART, ScaleVariant.CHANGING_TOGETHER);
      ratio(
          report, "attribution", ScaleVariant.ATTRIBUTION_APART, ScaleVariant.ATTRIBUTION_TOGETHER);
      ratio(report, "lists of events", ScaleVariant.LISTS_APART, ScaleVariant.LISTS_TOGETHER);
      ratio(report, "reports", ScaleVariant.REPORTS_APART, ScaleVariant.REPORTS_TOGETHER);
      report.printRatio(
          "batches: two / one", ScaleVariant.BATCHES_BY_TWO, ScaleVariant.BATCHES_BY_ONE);
      report.printRatio(
          "singles: two / one", ScaleVariant.SINGLES_BY_TWO, ScaleVariant.SINGLES_BY_ONE);
      benchmark.costs.print();
    }
  }

  private static void ratio(
      Report<ScaleVariant> report, String operation, ScaleVariant overBus, ScaleVariant together) {
    report.printRatio(operation + ": over the bus / one process", overBus, together);
  }

  private static GetRequests gets(String path) {
    return new GetRequests(Map.of("", path));
  }

  /** Creates all shops, events to read, and the referral code. */
  private void createData() {
    generator.run(List.of(deployment.singleProcess()), BATCHES, 1, 1);
    Pushes.createShops(body -> deployment.app().api().post(IDENTIFY, body));
    Http.Response affiliate =
        deployment
            .tenants()
            .console()
            .post(
                "/console/api/workspaces/" + deployment.app().workspaceId() + "/affiliates",
                "{\"name\":\"Jane\",\"codes\":[\"JANE10\"]}");
    if (affiliate.status() != 200) {
      throw new IllegalStateException("cannot create the code: " + affiliate.body());
    }
  }

  /** The referral code with a new shop. */
  private static Buffer code(String slug) {
    return Buffer.buffer(
        "{\"app\":\"%s\",\"myplatformDomain\":\"%s.platform.example\",\"mref\":\"JANE10\"}"
            .formatted(slug, UUID.randomUUID()));
  }

  private Slice run(ScaleVariant variant, double seconds) {
    return costs.measure(
        variant,
        () ->
            switch (variant) {
              case LISTS_TOGETHER, LISTS_APART -> read(variant, LISTS, seconds);
              case REPORTS_TOGETHER, REPORTS_APART -> read(variant, REPORTS, seconds);
              case UNCHANGED_TOGETHER, UNCHANGED_APART -> post(variant, UNCHANGED_PUSHES, seconds);
              case CHANGING_TOGETHER, CHANGING_APART -> post(variant, CHANGING_PUSHES, seconds);
              case ATTRIBUTION_TOGETHER, ATTRIBUTION_APART -> post(variant, codes, seconds);
              case BATCHES_BY_ONE, BATCHES_BY_TWO -> post(variant, BATCHES, seconds);
              case SINGLES_BY_ONE, SINGLES_BY_TWO -> post(variant, SINGLES, seconds);
            });
  }

  private Slice read(ScaleVariant variant, GetRequests gets, double seconds) {
    return generator.read(targets(variant), gets, variant.connections(), seconds);
  }

  private Slice post(ScaleVariant variant, PostRequests posts, double seconds) {
    return generator.run(targets(variant), posts, variant.connections(), seconds);
  }

  private List<Target> targets(ScaleVariant variant) {
    return switch (variant) {
      case UNCHANGED_TOGETHER,
          CHANGING_TOGETHER,
          ATTRIBUTION_TOGETHER,
          LISTS_TOGETHER,
          REPORTS_TOGETHER ->
          List.of(deployment.singleProcess());
      case UNCHANGED_APART,
          CHANGING_APART,
          ATTRIBUTION_APART,
          LISTS_APART,
          REPORTS_APART,
          BATCHES_BY_ONE,
          SINGLES_BY_ONE ->
          deployment.ingestProcesses().subList(0, 1);
      case BATCHES_BY_TWO, SINGLES_BY_TWO -> deployment.ingestProcesses();
    };
  }
}
