package dev.shopwire.benchmarks.measure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.TimedCalls.Call;
import dev.shopwire.common.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** The segments of one workspace, through the console's API. */
public final class Segments {
  private static final String API = "/console/api";
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final TimedCalls console;
  private final String workspace;

  public Segments(Installation installation, String workspaceId) {
    this.console = new TimedCalls(installation.consoleTarget());
    this.workspace = API + "/workspaces/" + workspaceId + "/segments";
  }

  public TimedCalls console() {
    return console;
  }

  /**
   * A call about a condition that is not saved.
   *
   * @param more further members of the body
   */
  public Call call(String what, String text, Map<String, ?> more) {
    Map<String, Object> body = new LinkedHashMap<>(more);
    body.put("text", text);
    return Call.post(workspace + "/" + what, json(body));
  }

  /** A call about the segment with this id. */
  public Call call(String id, String path) {
    return Call.get(API + "/segments/" + id + path);
  }

  /** Saves a segment, in place of one with the same name, and returns its id. */
  public String save(String name, String text, boolean tracked) {
    delete(name);
    return console
        .require(
            Call.post(
                workspace,
                json(Map.of("name", name, "text", text, "tracked", tracked, "public", true))))
        .at("/segment/id")
        .asText();
  }

  public void delete(String name) {
    for (JsonNode segment :
        console
            .require(Call.get(workspace + "?search=" + name.replace(" ", "%20")))
            .path("segments")) {
      if (segment.path("name").asText().equals(name)) {
        console.require(new Call("DELETE", API + "/segments/" + segment.path("id").asText(), ""));
      }
    }
  }

  public JsonNode read(String id) {
    return console.require(call(id, "")).path("segment");
  }

  /** Starts a drift check. */
  public void verify(String id) {
    console.require(Call.post(API + "/segments/" + id + "/verify", "{}"));
  }

  /** Waits until what the tracked segment says of its tracking is as wanted; returns seconds. */
  public double await(String id, Duration atMost, Predicate<JsonNode> isWanted) {
    long start = System.nanoTime();
    while (!isWanted.test(read(id).path("tracking"))) {
      if (System.nanoTime() - start > atMost.toNanos()) {
        throw new IllegalStateException("after " + atMost + ": " + read(id));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return Output.secondsSince(start);
  }

  /** Waits until a tracked segment is built; returns seconds. */
  public double awaitCurrent(String id, Duration atMost) {
    return await(id, atMost, tracking -> tracking.path("status").asText().equals("current"));
  }

  private static String json(Map<String, ?> members) {
    return Json.MAPPER.valueToTree(members).toString();
  }
}
