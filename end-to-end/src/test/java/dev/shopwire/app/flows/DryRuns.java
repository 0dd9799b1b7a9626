package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/** Starts dry runs of flows, and reads what they find. */
final class DryRuns {
  private final FlowWorkspace workspace;

  DryRuns(FlowWorkspace workspace) {
    this.workspace = workspace;
  }

  Response start(String flow, String body) {
    return workspace.act(flow, "dry-runs", body);
  }

  /** Starts one and waits until it is done. */
  JsonNode done(String flow, String body) {
    return await(ok(start(flow, body)).at("/dryRun/id").asText());
  }

  JsonNode await(String id) {
    Poll.until(
        FlowRuns.TIME,
        () -> "the dry run is over, actual " + show(id),
        () -> !show(id).path("status").asText().equals("running"));
    JsonNode dryRun = show(id);
    assertEquals("done", dryRun.path("status").asText(), dryRun::toString);
    return dryRun;
  }

  JsonNode show(String id) {
    return ok(workspace.segments.get("/dry-runs/" + id)).path("dryRun");
  }

  /** All runs, newest first. */
  List<JsonNode> runs(JsonNode dryRun) {
    List<JsonNode> all = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          ok(
              workspace.segments.get(
                  "/dry-runs/" + dryRun.path("id").asText() + "/runs?take=50" + cursor));
      page.path("runs").forEach(all::add);
      cursor =
          page.path("hasNextPage").asBoolean() ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    return all;
  }

  /** Where dry runs differ from runs: the event, what became of it really, and in the dry run. */
  static List<String> differences(List<JsonNode> real, List<JsonNode> dry) {
    Map<String, String> expected = byEvent(real);
    Map<String, String> actual = byEvent(dry);
    Set<String> events = new TreeSet<>(expected.keySet());
    events.addAll(actual.keySet());
    return events.stream()
        .filter(event -> !Objects.equals(expected.get(event), actual.get(event)))
        .map(event -> event + "\n  " + expected.get(event) + "\n  " + actual.get(event))
        .toList();
  }

  private static Map<String, String> byEvent(List<JsonNode> runs) {
    Map<String, String> texts = new TreeMap<>();
    runs.forEach(run -> texts.put(run.at("/cause/eventId").asText(), text(run)));
    return texts;
  }

  private static String text(JsonNode run) {
    StringJoiner text = new StringJoiner(" ");
    for (String member :
        List.of(
            "version",
            "customerId",
            "key",
            "status",
            "reason",
            "step",
            "waitsFor",
            "dueAt",
            "enteredAt",
            "endedAt")) {
      text.add(run.path(member).asText());
    }
    text.add(run.at("/cause/receivedAt").asText());
    for (JsonNode step : run.path("log")) {
      for (String member : List.of("step", "type", "at", "outcome")) {
        text.add(step.path(member).asText());
      }
    }
    return text.toString();
  }
}
