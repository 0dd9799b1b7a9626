package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.EventStream;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares flows that run while the recorded stream arrives with dry runs of the same time. */
@Tag("full")
class RecordedEventsDryRunIT {
  private static final int EVENTS = RunSize.of("recordedEventsDryRun.events", 6_000, 115_566);
  private static final RunningService SERVICE = RunningService.shared();
  private static final Duration TIME = Duration.ofMinutes(10);

  private static final int IDENTIFIED = 30;

  /** Customers with more events that a flow's steps or conditions read are left out of dry runs. */
  private static final int MAX_EVENTS = 10_000;

  private static final int MAX_EVENTS_OF_CONDITIONS = 1_000;

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(fixture.tenants(), fixture.app()));
  private final FlowRuns runs = new FlowRuns(workspace);
  private final DryRuns dryRuns = new DryRuns(workspace);
  private final Map<String, Integer> events = new HashMap<>();

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  private Map<String, ObjectNode> flows() {
    Map<String, ObjectNode> flows = new LinkedHashMap<>();
    flows.put(
        "welcome after the first merge",
        definition(
            "merge_completed",
            "{\"frequency\":\"once\"}",
            waiting("rest", "\"for\":\"2s\""),
            "{\"id\":\"mail\",\"type\":\"email\",\"template\":\"%s\",\"to\":[\"shop\"]}"
                .formatted(workspace.template())));
    flows.put(
        "large changes that were not merged, by project",
        (ObjectNode)
            FlowWorkspace.definition(
                    """
                    {"type":"usage_event","eventName":"change_published",
                     "properties":[{"property":"files","operator":"gte","value":5}]}
                    """,
                    waiting(
                        "merged",
                        "\"event\":{\"eventName\":\"merge_completed\",\"sameKey\":true},"
                            + "\"timeout\":\"3s\""),
                    """
                    {"id":"by","type":"branch","arms":[
                      {"name":"late","outcome":{"step":"merged","is":"timeout"},"steps":[
                        {"id":"remind","type":"webhook"}]}],"else":[]}
                    """)
                .set(
                    "entry", SegmentWorkspace.json("{\"frequency\":\"key\",\"key\":\"project\"}")));
    flows.put(
        "who has published much, once a minute",
        definition(
            "change_published",
            "{\"frequency\":\"interval\",\"interval\":\"1m\",\"grace\":\"0s\","
                + "\"condition\":\"event:page_view count gte 20\"}",
            waiting("rest", "\"for\":\"1s\""),
            """
            {"id":"by","type":"branch","arms":[
              {"name":"very much","condition":"event:page_view count gte 200","steps":[]}],
             "else":[{"id":"note","type":"webhook"}]}
            """));
    flows.put(
        "visitors, tomorrow at nine",
        definition(
            "page_view",
            "{\"frequency\":\"once\"}",
            "{\"id\":\"deep\",\"type\":\"filter\",\"properties\":["
                + "{\"property\":\"depth\",\"operator\":\"gte\",\"value\":6}]}",
            waiting("morning", "\"until\":{\"time\":\"09:00\"}"),
            FlowRuns.webhook("greet")));
    flows.put(
        "each merge, unless something is published first",
        (ObjectNode)
            definition(
                    "merge_completed",
                    "{\"frequency\":\"always\"}",
                    // An exit that happens while a step is late ends its run, but not the dry run.
                    waiting("rest", "\"for\":\"1h\""),
                    FlowRuns.webhook("tell"))
                .set(
                    "exit",
                    SegmentWorkspace.json("[{\"event\":{\"eventName\":\"change_published\"}}]")));
    return flows;
  }

  @Test
  void fiveFlowsOverTheRecordedStreamEqualTheirDryRuns() {
    fixture.endpoint("/steps", "").change("{\"topics\":[\"flows/step\"]}");
    Map<String, String> flows = new LinkedHashMap<>();
    flows().forEach((name, definition) -> flows.put(name, workspace.published(definition)));
    Instant from = Instant.now().minusSeconds(1);
    List<String> all = EventStream.lines();
    int interval = all.size() / EVENTS;
    List<String> lines =
        IntStream.range(0, EVENTS).mapToObj(number -> all.get(number * interval)).toList();
    lines.forEach(
        line ->
            events.merge(SegmentWorkspace.json(line).path("customerId").asText(), 1, Integer::sum));
    events.keySet().stream().limit(IDENTIFIED).forEach(this::identify);
    for (String body : EventStream.batches(lines)) {
      Response response = fixture.app().api().post("/v1/usage_events", body);
      assertEquals(200, response.status(), response::body);
      // Conditions read what has arrived when a cause is worked on.
      Poll.until(TIME, () -> "all causes are worked on", () -> pending() == 0);
    }
    awaitSettled();
    fixture.awaitNothingDue();
    String until = Instant.now().toString();
    int received = fixture.events("/steps").size();
    long mails = mails();
    flows.forEach((name, flow) -> compare(name, flow, from, until));
    assertEquals(received, fixture.events("/steps").size());
    assertEquals(mails, mails());
  }

  private void identify(String shop) {
    Response response =
        fixture
            .app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"email\":\"owner@%s\"}".formatted(shop, shop));
    assertEquals(200, response.status(), response::body);
  }

  /** Until only waits are left that end much later. */
  private void awaitSettled() {
    Poll.until(TIME, () -> "no run is due soon, actual " + dueSoon(), () -> dueSoon() == 0);
  }

  private long dueSoon() {
    return SERVICE
        .sql()
        .number(
            """
            select count(*) from flow_runs
            where workspace_id = ? and wake_at < now() + interval '1 minute'
            """,
            Long.parseLong(workspace.id()));
  }

  private long pending() {
    long id = Long.parseLong(workspace.id());
    return SERVICE
        .sql()
        .number(
            "select (select count(*) from flow_causes where workspace_id = ?)"
                + " + (select count(*) from flow_event_groups where workspace_id = ?)",
            id,
            id);
  }

  private void compare(String name, String flow, Instant from, String until) {
    JsonNode dryRun =
        dryRuns.done(flow, "{\"from\":\"%s\",\"until\":\"%s\"}".formatted(from, until));
    Set<String> leftOut = leftOut(name);
    Predicate<JsonNode> isTried = run -> !leftOut.contains(run.path("myplatformDomain").asText());
    List<JsonNode> expected =
        all(flow).stream().filter(isTried).map(run -> runs.run(run.path("id").asText())).toList();
    assertTrue(expected.size() > 5, () -> name + ": " + expected.size());
    List<JsonNode> actual = dryRuns.runs(dryRun).stream().filter(isTried).toList();
    assertEquals(List.of(), DryRuns.differences(expected, actual), name);
    System.out.printf(
        "%s: %,d runs, %d customers left out%n", name, expected.size(), leftOut.size());
  }

  private Set<String> leftOut(String name) {
    int limit = name.startsWith("who has") ? MAX_EVENTS_OF_CONDITIONS : MAX_EVENTS;
    Set<String> shops = new HashSet<>();
    events.forEach(
        (shop, count) -> {
          if (count > limit) {
            shops.add(shop);
          }
        });
    return shops;
  }

  private List<JsonNode> all(String flow) {
    List<JsonNode> found = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = ok(workspace.segments.get("/flows/" + flow + "/runs?take=100" + cursor));
      page.path("runs").forEach(found::add);
      cursor =
          page.path("hasNextPage").asBoolean() ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    return found;
  }

  private long mails() {
    return ok(workspace.segments.get(workspace.list("automation-health")))
        .at("/health/messages")
        .valueStream()
        .mapToLong(JsonNode::asLong)
        .sum();
  }
}
