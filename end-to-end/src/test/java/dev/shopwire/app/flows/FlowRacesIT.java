package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowWorkspace.assertFails;
import static dev.shopwire.app.flows.FlowWorkspace.definition;
import static dev.shopwire.app.flows.FlowWorkspace.email;
import static dev.shopwire.app.flows.FlowWorkspace.filter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that of conflicting changes of flows at once exactly one is made, and the order of events.
 */
@Tag("everywhere")
class FlowRacesIT {
  private static final int ROUNDS = RunSize.of("flowRaces.rounds", 10, 200);

  /** A workspace has at most 200 flows. */
  private static final int ROUNDS_OF_A_WORKSPACE = 20;

  private static final Sql SQL = RunningService.shared().sql();

  /** An event of the app's only customer. */
  private static final String ARRIVED =
      """
      insert into usage_events (app_id, customer_id, occurred_at, event_key, event_id, event_name)
      select app_id, customer_id, now(), gen_random_uuid(), 'first', 'begun'
      from usage_events where app_id = %s
      """;

  private static final ExecutorService THREADS = Executors.newFixedThreadPool(8);

  private FlowWorkspace workspace = new FlowWorkspace(RunningService.shared().tenants());

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
  }

  private static List<Response> atOnce(Callable<Response> one, Callable<Response> other)
      throws Exception {
    return ConcurrentCalls.call(THREADS, List.of(one, other));
  }

  /** Events count in the order of when they arrived, which is the start of their transactions. */
  @Test
  void anEventThatIsCommittedLateStartsTheRunIfItArrivedFirst() {
    String flow = workspace.published(FlowRuns.definition("begun", "", FlowRuns.webhook("w")));
    Tenants.App app = workspace.segments.app();
    post(app, "other", "zero");
    try (HeldLock late =
        HeldLock.of(Stores.shared().postgresUri(), ARRIVED.formatted(app.appId()))) {
      post(app, "begun", "second");
      assertThrows(
          AssertionError.class,
          () -> Poll.until(Duration.ofSeconds(1), () -> "a run", () -> started(flow) > 0));
      late.commit();
    }
    Poll.until(Duration.ofSeconds(30), () -> "a run", () -> started(flow) > 0);
    assertEquals(
        "first",
        SQL.text("select event_id from flow_runs where flow_id = ?", Long.parseLong(flow)));
  }

  private static void post(Tenants.App app, String name, String id) {
    String event =
        "{\"eventName\":\"%s\",\"eventId\":\"%s\",\"customerId\":\"late.example.com\"}"
            .formatted(name, id);
    assertEquals(200, app.api().post("/v1/usage_events", event).status());
  }

  private static long started(String flow) {
    return SQL.number("select count(*) from flow_runs where flow_id = ?", Long.parseLong(flow));
  }

  private static void assertOneWins(
      List<Response> savedAndDeleted, String codeOfSave, String codeOfDeletion) {
    boolean isSaved = savedAndDeleted.get(0).status() == 200;
    assertFails(
        isSaved ? 409 : 422,
        isSaved ? codeOfDeletion : codeOfSave,
        savedAndDeleted.get(isSaved ? 1 : 0));
    assertEquals(isSaved ? 409 : 200, savedAndDeleted.get(1).status());
  }

  @Test
  void ofASaveAndTheDeletionOfWhatItUsesOneFails() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      if (round % ROUNDS_OF_A_WORKSPACE == 0) {
        workspace = new FlowWorkspace(RunningService.shared().tenants());
      }
      String template = workspace.template();
      assertOneWins(
          atOnce(
              () -> workspace.create(email(template)),
              () -> workspace.segments.delete("/mail-templates/" + template)),
          "unknown_template",
          "template_in_use");
      String topic = workspace.topic();
      ObjectNode mail = email(workspace.template());
      ((ObjectNode) mail.at("/steps/0")).put("topic", topic);
      assertOneWins(
          atOnce(
              () -> workspace.create(mail),
              () -> workspace.segments.delete("/mail-topics/" + topic)),
          "unknown_topic",
          "topic_in_use");
      String field = "f" + round;
      workspace.segments.push("s.example.com", "{\"" + field + "\":1}");
      String fieldId = workspace.segments.fieldId(field);
      assertOneWins(
          atOnce(
              () -> workspace.create(filter("cf:" + field + " = 1")),
              () -> workspace.segments.delete("/custom-fields/" + fieldId)),
          "unknown_field",
          "field_in_use");
      String segment = workspace.segments.savedId("S" + round, "everyone");
      assertOneWins(
          atOnce(
              () -> workspace.create(filter("segment:#" + segment)),
              () -> workspace.segments.delete("/segments/" + segment)),
          "unknown_segment",
          "segment_in_use");
    }
  }

  @Test
  void ofTwoSavesOfOneRevisionOneFails() throws Exception {
    String id = workspace.created(filter("everyone"));
    for (int round = 1; round <= ROUNDS; round++) {
      int revision = round;
      List<Integer> statuses =
          atOnce(() -> change(id, revision, "a"), () -> change(id, revision, "b")).stream()
              .map(Response::status)
              .sorted()
              .toList();
      assertEquals(List.of(200, 409), statuses);
      assertEquals(revision + 1, workspace.flow(id).path("revision").asInt());
    }
  }

  private Response change(String id, int revision, String value) {
    ObjectNode body = SegmentWorkspace.body().put("revision", revision);
    body.set("definition", filter("name = \"" + revision + value + "\""));
    return workspace.segments.patch("/flows/" + id, body);
  }

  @Test
  void publishedTwiceAtOnceADraftBecomesOneVersion() throws Exception {
    String id = workspace.created(filter("everyone"));
    for (int round = 1; round <= ROUNDS; round++) {
      change(id, round, "x");
      for (Response response :
          atOnce(() -> workspace.act(id, "publish", ""), () -> workspace.act(id, "publish", ""))) {
        assertEquals(round, FlowWorkspace.ok(response).at("/flow/version").asInt());
      }
      assertEquals(round, workspace.versions(id).get(0).path("version").asInt());
    }
  }

  @Test
  void ofTwoEqualChangesOfTheStatusOneFails() throws Exception {
    String id = workspace.published(filter("everyone"));
    for (int round = 0; round < ROUNDS; round++) {
      assertOneOfTwo(id, "pause", "");
      assertOneOfTwo(id, "resume", "{\"overdue\":\"skip\"}");
    }
    assertOneOfTwo(id, "archive", "{\"runs\":\"end\"}");
  }

  private void assertOneOfTwo(String id, String action, String body) throws Exception {
    List<Integer> statuses =
        atOnce(() -> workspace.act(id, action, body), () -> workspace.act(id, action, body))
            .stream()
            .map(Response::status)
            .sorted()
            .toList();
    assertEquals(List.of(200, 409), statuses, action);
  }

  @Test
  void ofAPublishAndTheUntrackingOfItsSegmentTheSegmentIsTrackedAtTheEnd() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      ObjectNode body = SegmentWorkspace.body("name", "T" + round, "text", "everyone");
      JsonNode segment =
          FlowWorkspace.ok(workspace.segments.save(body.put("tracked", true))).path("segment");
      String segmentId = segment.path("id").asText();
      String id =
          workspace.created(
              definition("{\"type\":\"segment_exited\",\"segment\":\"" + segmentId + "\"}"));
      List<Response> responses =
          atOnce(
              () -> workspace.act(id, "publish", ""),
              () ->
                  workspace.segments.patch(
                      "/segments/" + segmentId, SegmentWorkspace.body().put("tracked", false)));
      assertEquals(200, responses.get(0).status(), responses.get(0)::body);
      assertEquals("true", workspace.segments.segment(segmentId).path("tracked").asText());
      workspace.acted(id, "archive", "{\"runs\":\"end\"}");
      workspace.segments.delete("/segments/" + segmentId);
    }
  }
}
