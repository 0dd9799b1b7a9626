package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.StreamSupport;

/** Starts runs of flows by usage events, and reads what becomes of them. */
final class FlowRuns {
  static final Duration TIME = Duration.ofSeconds(30);

  private final FlowWorkspace workspace;

  FlowRuns(FlowWorkspace workspace) {
    this.workspace = workspace;
  }

  /** A definition of runs that an event starts. */
  static ObjectNode definition(String event, String entry, String... steps) {
    ObjectNode definition =
        FlowWorkspace.definition(
            "{\"type\":\"usage_event\",\"eventName\":\"%s\"}".formatted(event), steps);
    return entry.isEmpty() ? definition : definition.set("entry", SegmentWorkspace.json(entry));
  }

  static String waiting(String id, String members) {
    return "{\"id\":\"%s\",\"type\":\"wait\",%s}".formatted(id, members);
  }

  static String webhook(String id) {
    return "{\"id\":\"%s\",\"type\":\"webhook\"}".formatted(id);
  }

  void send(String shop, String name, String properties) {
    workspace.segments.sendEvent(shop, name, properties);
  }

  /** The runs of a flow, newest first. */
  List<JsonNode> of(String flow, String parameters) {
    JsonNode runs =
        ok(workspace.segments.get("/flows/" + flow + "/runs" + parameters)).path("runs");
    return StreamSupport.stream(runs.spliterator(), false).toList();
  }

  JsonNode run(String id) {
    return ok(workspace.segments.get("/flow-runs/" + id)).path("run");
  }

  /** Waits for this many runs that ended; the ids. */
  List<String> awaitEnded(String flow, int count) {
    Poll.until(
        TIME,
        () -> count + " ended runs, actual " + of(flow, ""),
        () -> of(flow, "?status=ended").size() >= count);
    List<JsonNode> ended = of(flow, "?status=ended");
    assertEquals(count, ended.size(), ended::toString);
    return ended.stream().map(run -> run.path("id").asText()).toList();
  }

  /** Waits until the only run of a flow is over. */
  JsonNode awaitEnd(String flow) {
    return run(awaitEnded(flow, 1).get(0));
  }

  /** Waits until the only run of a flow stands at a step; its id. */
  String awaitAt(String flow, String step) {
    Poll.until(
        TIME,
        () -> "a run at " + step + ", actual " + of(flow, ""),
        () -> of(flow, "").size() == 1 && of(flow, "").get(0).path("step").asText().equals(step));
    return of(flow, "").get(0).path("id").asText();
  }

  /** The log: {@code step outcome, …}, and at the end the reason. */
  static String log(JsonNode run) {
    StringJoiner log = new StringJoiner(", ");
    run.path("log")
        .forEach(step -> log.add(step.path("step").asText() + " " + step.path("outcome").asText()));
    return log.add(run.path("reason").asText()).toString();
  }

  Response cancel(String id) {
    return workspace.segments.console().post("/console/api/flow-runs/" + id + "/cancel", "{}");
  }

  JsonNode counts(String flow) {
    return ok(workspace.segments.get("/flows/" + flow + "/counts")).path("counts");
  }
}
