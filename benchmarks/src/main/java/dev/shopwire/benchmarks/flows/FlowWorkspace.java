package dev.shopwire.benchmarks.flows;

import static dev.shopwire.benchmarks.measure.Output.secondsSince;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.ingest.Events;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Target;
import dev.shopwire.benchmarks.measure.Waiting;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** A workspace with flows of one kind, and an app that sends events. Blocking. */
final class FlowWorkspace {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int BATCH = 200;
  private static final int NAMES = 5;
  private static final int ONE_IN = 100;
  private static final PostRequests BATCHES =
      new PostRequests(
          "/v1/usage_events",
          () -> Events.batch(BATCH, FlowWorkspace::name),
          BATCH,
          "\"accepted\":" + BATCH + ",");
  private static final PostRequests SINGLES =
      new PostRequests("/v1/usage_events", () -> Events.single(name()), 1, "\"accepted\":1,");
  private static final String FLOW =
      """
      {"name":"%s","definition":{
        "trigger":{"type":"usage_event","eventName":"%s"},
        "entry":{"frequency":"always"},"exit":[%s],
        "steps":[%s{"id":"tell","type":"webhook"}]}}
      """;
  private static final String WAIT = "{\"id\":\"wait\",\"type\":\"wait\",\"for\":\"%s\"},";
  private static final String EXIT =
      "{\"condition\":\"event:%s count gte 1000000\"}".formatted(Events.NAME);
  private static final String BUSY =
      """
      select (select count(*) from flow_event_groups) + (select count(*) from flow_causes)
        + (select count(*) from flow_runs where wake_at < now())
      """;

  /** Which events its flows start from. */
  enum Kind {
    NONE,
    /** Names that don't occur. */
    OTHER,
    /** A quarter of the flows start from names that one of a hundred events has. */
    USED,
    /** The same, with conditions for exits that read all events. */
    FOLLOWING;

    private String name(int number, int flows) {
      return this != OTHER && number < flows / 4 ? "rare_" + number % NAMES : "other_" + number;
    }
  }

  private final Installation installation;
  private final SchemaCheckedHttp console;
  private final Tenants.App app;
  private final Target target;

  FlowWorkspace(Installation installation) {
    this.installation = installation;
    this.console = installation.tenants().console();
    this.app = installation.tenants().app();
    this.target = new Target(installation.publicTarget().url(), "X-Api-Key", app.key());
  }

  /**
   * Creates one with flows.
   *
   * @param flows how many
   */
  static FlowWorkspace of(Installation installation, Kind kind, int flows) {
    FlowWorkspace workspace = new FlowWorkspace(installation);
    for (int i = 0; kind != Kind.NONE && i < flows; i++) {
      workspace.publishFlow(
          FLOW.formatted(
              "flow " + i,
              kind.name(i, flows),
              kind == Kind.FOLLOWING ? EXIT : "",
              WAIT.formatted("1s")));
    }
    return workspace;
  }

  private static String name() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return random.nextInt(ONE_IN) == 0 ? "rare_" + random.nextInt(NAMES) : Events.NAME;
  }

  Tenants.App app() {
    return app;
  }

  String id() {
    return app.workspaceId();
  }

  /** Publishes a flow whose runs wait and then have a webhook step; its id. */
  String publish(String name, String eventName, String wait) {
    return publishFlow(FLOW.formatted(name, eventName, "", WAIT.formatted(wait)));
  }

  /** Publishes a flow with a webhook step alone. */
  void publishAtOnce(String name, String eventName) {
    publishFlow(FLOW.formatted(name, eventName, "", ""));
  }

  private String publishFlow(String body) {
    String id = post("/console/api/workspaces/" + id() + "/flows", body).at("/flow/id").asText();
    post("/console/api/flows/" + id + "/publish", "{}");
    return id;
  }

  /** Subscribes a receiver to the steps of flows. */
  void subscribe(String url) {
    post(
        "/console/api/workspaces/" + id() + "/webhook-endpoints",
        "{\"url\":\"%s\",\"topics\":[\"flows/step\"]}".formatted(url));
  }

  private JsonNode post(String path, String body) {
    Response response = console.post(path, body);
    if (response.status() != 200) {
      throw new IllegalStateException(response.toString());
    }
    return response.json();
  }

  Slice send(boolean isBatch, int connections, double seconds) {
    return installation.post(target, isBatch ? BATCHES : SINGLES, connections, seconds);
  }

  /** Waits until flows have nothing to do; returns seconds. */
  double awaitIdle() {
    long start = System.nanoTime();
    while (installation.sql().number(BUSY) > 0) {
      if (secondsSince(start) > LIMIT.toSeconds()) {
        throw new IllegalStateException(installation.sql().number(BUSY) + " wait for flows");
      }
      Waiting.sleep(LOOK);
    }
    return secondsSince(start);
  }
}
