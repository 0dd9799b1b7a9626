package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowWorkspace.STARTED;
import static dev.shopwire.app.flows.FlowWorkspace.assertFails;
import static dev.shopwire.app.flows.FlowWorkspace.body;
import static dev.shopwire.app.flows.FlowWorkspace.definition;
import static dev.shopwire.app.flows.FlowWorkspace.email;
import static dev.shopwire.app.flows.FlowWorkspace.filter;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Tests the calls about flows: drafts, versions, statuses, and what keeps what they use. */
@Tag("everywhere")
@Tag("stores")
class FlowsIT {
  private static final RunningService SERVICE = RunningService.shared();

  private final FlowWorkspace workspace = new FlowWorkspace(SERVICE.tenants());

  private String triggers(String flow) {
    return SERVICE
        .sql()
        .text(
            """
            select string_agg(version || ' ' || source || ' ' || app_id || ' ' || starts, ', '
              order by version, starts desc, source)
            from flow_triggers where workspace_id = ? and flow_id = ?
            """,
            Long.parseLong(workspace.id()),
            Long.parseLong(flow));
  }

  private String pauses(String flow) {
    return SERVICE
        .sql()
        .text(
            """
            select string_agg(entries_dropped || ' ' || coalesce(overdue, '-') || ' '
              || (resumed_at >= paused_at is not false), ', ' order by id)
            from flow_pauses where workspace_id = ? and flow_id = ?
            """,
            Long.parseLong(workspace.id()),
            Long.parseLong(flow));
  }

  private boolean isHeld(String flow) {
    return SERVICE
            .sql()
            .number(
                "select count(*) from mail_holds where workspace_id = ? and not bulk and group_id = ?",
                Long.parseLong(workspace.id()),
                Long.parseLong(flow))
        == 1;
  }

  private List<String> audited() {
    return AuditRows.of(workspace.id()).stream()
        .map(entry -> entry.path("action").asText())
        .filter(action -> action.startsWith("flow."))
        .toList();
  }

  @ConcurrentTest
  void aDraftIsSavedReadChangedListedAndDeleted() {
    workspace.segments.push("a.example.com", "{\"plan\":\"pro\"}");
    ObjectNode body = body(filter("cf:plan=pro"));
    JsonNode created = ok(workspace.segments.post(workspace.list("flows"), body)).path("flow");
    String id = created.path("id").asText();
    assertEquals("draft", created.path("status").asText());
    assertTrue(created.path("version").isNull());
    assertEquals(1, created.path("revision").asInt());
    assertEquals(0, created.path("activeRuns").asInt());
    assertEquals("cf:plan = \"pro\"", created.at("/definition/steps/0/condition").asText());
    assertEquals(created, workspace.flow(id));
    ObjectNode change = SegmentWorkspace.body("name", "Other");
    change.set("definition", filter("everyone"));
    change.put("revision", 1);
    JsonNode changed = ok(workspace.segments.patch("/flows/" + id, change)).path("flow");
    assertEquals(2, changed.path("revision").asInt());
    assertEquals("Other", changed.path("name").asText());
    assertEquals("everyone", changed.at("/definition/steps/0/condition").asText());
    ok(workspace.change(id, filter("everyone")));
    assertEquals(2, workspace.flow(id).path("revision").asInt());
    JsonNode listed = ok(workspace.segments.get(workspace.list("flows"))).at("/flows/0");
    assertFalse(listed.has("definition"));
    assertEquals(id, listed.path("id").asText());
    String ndjson = workspace.segments.get(workspace.list("flows") + "?format=ndjson").body();
    assertEquals(listed.toString(), ndjson.strip());
    ok(workspace.segments.delete("/flows/" + id));
    assertFails(404, "unknown_flow", workspace.segments.get("/flows/" + id));
    assertEquals(List.of("flow.created", "flow.changed", "flow.deleted"), audited());
  }

  @ConcurrentTest
  void everyFaultIsReportedAtOnceAndNothingIsSaved() {
    ObjectNode definition =
        definition(
            "{\"type\":\"usage_event\",\"eventName\":\"e\",\"app\":\"nowhere\"}",
            "{\"id\":\"a\",\"type\":\"wait\",\"for\":\"1y\"}",
            "{\"id\":\"a\",\"type\":\"exit\"}",
            "{\"id\":\"b\",\"type\":\"sms\"}",
            "{\"id\":\"c\",\"type\":\"email\",\"template\":\"999999\",\"to\":[\"shop\"],\"sender\":\"999999\",\"topic\":\"999999\"}",
            "{\"id\":\"d\",\"type\":\"wait\",\"until\":{\"time\":\"9\"}}",
            "{\"id\":\"e\",\"type\":\"set_field\",\"field\":\"nothing\",\"value\":1}",
            "{\"id\":\"f\",\"type\":\"filter\",\"condition\":\"segment:Nobody\"}",
            "{\"id\":\"g\",\"type\":\"branch\",\"arms\":[{\"name\":\"x\",\"outcome\":{\"step\":\"z\",\"is\":\"event\"},\"steps\":[]}]}");
    definition.putObject("timezone").put("fallback", "Mars");
    definition.put("color", "red");
    ObjectNode body = body(definition).put("name", " ").put("owner", "me");
    Response refused = workspace.segments.post(workspace.list("flows"), body);
    assertEquals(422, refused.status(), refused::body);
    List<String> faults = new ArrayList<>();
    refused
        .json()
        .path("errors")
        .forEach(
            fault ->
                faults.add(fault.path("code").asText() + " " + fault.path("pointer").asText()));
    assertEquals(
        List.of(
            "duplicate_step /definition/steps/1/id",
            "invalid_duration /definition/steps/0/for",
            "invalid_length /name",
            "invalid_outcome /definition/steps/7/arms/0/outcome/step",
            "invalid_time /definition/steps/4/until/time",
            "invalid_timezone /definition/timezone/fallback",
            "unknown_app /definition/trigger/app",
            "unknown_field /definition/color",
            "unknown_field /definition/steps/5/field",
            "unknown_field /owner",
            "unknown_segment /definition/steps/6/condition",
            "unknown_sender /definition/steps/3/sender",
            "unknown_step_type /definition/steps/2/type",
            "unknown_template /definition/steps/3/template",
            "unknown_topic /definition/steps/3/topic"),
        faults.stream().sorted().toList(),
        refused::body);
    ObjectNode empty = SegmentWorkspace.body("name", "N");
    assertFails(422, "required", workspace.segments.post(workspace.list("flows"), empty));
    for (String wrong : List.of("7", "[]", "\"x\"", "null")) {
      empty.set("definition", SegmentWorkspace.json(wrong));
      assertEquals(422, workspace.segments.post(workspace.list("flows"), empty).status(), wrong);
    }
    assertEquals(0, ok(workspace.segments.get(workspace.list("flows"))).path("flows").size());
  }

  @ConcurrentTest
  void whatBelongsToAnotherWorkspaceIsUnknown() {
    FlowWorkspace other = new FlowWorkspace(SERVICE.tenants());
    other.segments.push("a.example.com", "{\"plan\":\"pro\"}");
    String flow = other.created(filter("cf:plan = pro"));
    String segment = other.segments.savedId("Theirs", "everyone");
    assertFails(422, "unknown_template", workspace.create(email(other.template())));
    assertFails(422, "unknown_field", workspace.create(filter("cf:plan = pro")));
    assertFails(
        422,
        "unknown_segment",
        workspace.create(
            definition("{\"type\":\"segment_entered\",\"segment\":\"" + segment + "\"}")));
    assertEquals("draft", other.flow(flow).path("status").asText());
  }

  @ConcurrentTest
  void aSaveOrPublishOfAnotherRevisionIsRefused() {
    String id = workspace.created(filter("everyone"));
    ok(workspace.change(id, filter("name is set")));
    ObjectNode late = SegmentWorkspace.body("name", "Late").put("revision", 1);
    Response refused = workspace.segments.patch("/flows/" + id, late);
    assertFails(409, "revision_conflict", refused);
    assertEquals(2, refused.json().path("revision").asInt(), refused::body);
    assertFails(409, "revision_conflict", workspace.act(id, "publish", "{\"revision\":1}"));
    assertEquals("draft", workspace.flow(id).path("status").asText());
    assertEquals(1, workspace.acted(id, "publish", "{\"revision\":2}").path("version").asInt());
  }

  @ConcurrentTest
  void namesAreUniqueAndTheNumberOfFlowsIsLimited() {
    ObjectNode body = body(filter("everyone"));
    ok(workspace.segments.post(workspace.list("flows"), body));
    assertFails(409, "name_taken", workspace.segments.post(workspace.list("flows"), body));
    SERVICE
        .sql()
        .run(
            """
            insert into flows (workspace_id, name, definition)
            select %s, 'Filler ' || i, '{}' from generate_series(1, 199) i
            """
                .formatted(workspace.id()));
    assertFails(422, "flow_limit_reached", workspace.create(filter("everyone")));
    SERVICE
        .sql()
        .run(
            """
            update flows set status = 'archived', version = 1, ends_runs = true, archived_at = now()
            where workspace_id = %s and name = 'Filler 1'
            """
                .formatted(workspace.id()));
    workspace.created(filter("everyone"));
  }

  @ConcurrentTest
  void eachPublishOfAChangedDraftIsAVersion() {
    ObjectNode first =
        definition(
            "{\"type\":\"usage_event\",\"eventName\":\"order_created\"}",
            "{\"id\":\"w\",\"type\":\"wait\",\"event\":{\"eventName\":\"paid\",\"app\":\"%s\"},\"timeout\":\"1d\"}"
                .formatted(workspace.segments.slug(workspace.segments.app())));
    String id = workspace.created(first);
    assertEquals("null", triggers(id));
    JsonNode published = workspace.acted(id, "publish", "");
    assertEquals("published", published.path("status").asText());
    assertEquals(1, published.path("version").asInt());
    String app = workspace.segments.app().appId();
    assertEquals("1 event:order_created 0 true, 1 event:paid " + app + " false", triggers(id));
    assertEquals(1, workspace.acted(id, "publish", "{}").path("version").asInt());
    ok(workspace.change(id, definition(STARTED)));
    assertEquals(first, workspace.versions(id).at("/0/definition"));
    assertEquals(2, workspace.acted(id, "publish", "{}").path("version").asInt());
    assertEquals("1 event:paid " + app + " false, 2 event:started 0 true", triggers(id));
    ok(workspace.change(id, first));
    assertEquals(3, workspace.acted(id, "publish", "{}").path("version").asInt());
    JsonNode versions = workspace.versions(id);
    assertEquals(List.of("3", "2", "1"), SegmentWorkspace.texts(versions, "/version"));
    assertEquals(first, versions.at("/2/definition"));
    JsonNode page = ok(workspace.segments.get("/flows/" + id + "/versions?take=2"));
    assertTrue(page.path("hasNextPage").asBoolean());
    JsonNode rest =
        ok(
            workspace.segments.get(
                "/flows/" + id + "/versions?take=2&cursor=" + page.path("cursor").asText()));
    assertEquals(List.of("1"), SegmentWorkspace.texts(rest.path("versions"), "/version"));
    assertFails(409, "was_published", workspace.segments.delete("/flows/" + id));
    assertEquals(
        List.of(
            "flow.created",
            "flow.published",
            "flow.changed",
            "flow.published",
            "flow.changed",
            "flow.published"),
        audited());
  }

  @ConcurrentTest
  void aPageOfVersionsEndsBeforeItGetsTooLong() {
    String id = workspace.created(definition(STARTED));
    for (int i = 0; i < 20; i++) {
      String data = "x".repeat(15_000) + i;
      String step = "{\"id\":\"s%d\",\"type\":\"webhook\",\"data\":{\"x\":\"%s\"}}";
      ok(
          workspace.change(
              id,
              definition(
                  STARTED,
                  step.formatted(1, data),
                  step.formatted(2, data),
                  step.formatted(3, data),
                  step.formatted(4, data))));
      workspace.acted(id, "publish", "{}");
    }
    String path = "/flows/" + id + "/versions?take=1000";
    JsonNode first = ok(workspace.segments.get(path));
    assertTrue(first.path("hasNextPage").asBoolean());
    int size = first.path("versions").size();
    assertTrue(size > 10 && size < 20, "size: " + size);
    JsonNode second = ok(workspace.segments.get(path + "&cursor=" + first.path("cursor").asText()));
    assertEquals(20, size + second.path("versions").size());
    assertFalse(second.path("hasNextPage").asBoolean());
    assertEquals(
        20,
        workspace
            .segments
            .get("/flows/" + id + "/versions?format=ndjson")
            .body()
            .strip()
            .lines()
            .count());
  }

  @ConcurrentTest
  void callsFitTheStatus() {
    String id = workspace.created(filter("everyone"));
    Map<String, String> bodies =
        Map.of("pause", "", "resume", "{\"overdue\":\"send\"}", "archive", "{\"runs\":\"end\"}");
    bodies.forEach(
        (action, body) -> assertFails(409, "wrong_status", workspace.act(id, action, body)));
    workspace.acted(id, "publish", "");
    assertFails(409, "wrong_status", workspace.act(id, "resume", "{\"overdue\":\"send\"}"));
    assertEquals("paused", workspace.acted(id, "pause", "").path("status").asText());
    assertTrue(isHeld(id));
    assertFails(409, "wrong_status", workspace.act(id, "pause", ""));
    assertFails(422, "required", workspace.act(id, "resume", "{}"));
    assertFails(422, "invalid_value", workspace.act(id, "resume", "{\"overdue\":\"later\"}"));
    ok(workspace.change(id, filter("name is set")));
    JsonNode republished = workspace.acted(id, "publish", "{}");
    assertEquals("paused", republished.path("status").asText());
    assertEquals(2, republished.path("version").asInt());
    JsonNode resumed = workspace.acted(id, "resume", "{\"overdue\":\"reschedule\"}");
    assertEquals("published", resumed.path("status").asText());
    assertFalse(isHeld(id));
    workspace.acted(id, "pause", "{\"entries\":\"drop\"}");
    assertEquals("false reschedule true, true - true", pauses(id));
    assertFails(422, "invalid_value", workspace.act(id, "pause", "{\"entries\":\"some\"}"));
    assertFails(422, "required", workspace.act(id, "archive", "{}"));
    assertEquals(
        "archived",
        workspace.acted(id, "archive", "{\"runs\":\"finish\"}").path("status").asText());
    assertFalse(isHeld(id));
    assertEquals("false reschedule true, true send true", pauses(id));
    bodies.forEach(
        (action, body) -> assertFails(409, "wrong_status", workspace.act(id, action, body)));
    assertFails(409, "wrong_status", workspace.act(id, "publish", ""));
    assertFails(409, "wrong_status", workspace.change(id, filter("everyone")));
    for (String action : List.of("publish", "pause", "resume", "archive")) {
      String body = bodies.getOrDefault(action, "");
      assertEquals(404, workspace.act("999999", action, body).status(), action);
    }
    assertEquals(404, workspace.segments.get("/flows/999999/versions").status());
  }

  @ConcurrentTest
  void anArchivedFlowStartsNothingAndListensOnlyForRunsThatFinish() {
    ObjectNode definition =
        definition(
            "{\"type\":\"usage_event\",\"eventName\":\"e\"}",
            "{\"id\":\"w\",\"type\":\"wait\",\"event\":{\"eventName\":\"paid\"},\"timeout\":\"1d\"}");
    String finishes = workspace.published(definition);
    workspace.acted(finishes, "archive", "{\"runs\":\"finish\"}");
    assertEquals("1 event:paid 0 false", triggers(finishes));
    String ends = workspace.published(definition);
    workspace.acted(ends, "archive", "{\"runs\":\"end\"}");
    assertEquals("null", triggers(ends));
    assertTrue(isHeld(ends));
  }

  @ConcurrentTest
  void whatAFlowUsesIsNotDeletedBeforeItIsArchived() {
    workspace.segments.push("a.example.com", "{\"plan\":\"pro\",\"zone\":\"UTC\",\"old\":\"x\"}");
    String segment = workspace.segments.savedId("Pro", "name is set");
    String template = workspace.template();
    String sender = workspace.sender();
    String topic = workspace.topic();
    ObjectNode definition = email(template);
    ObjectNode mail = (ObjectNode) definition.at("/steps/0");
    mail.put("sender", sender).put("topic", topic);
    definition.putObject("entry").put("condition", "segment:Pro AND cf:old = x");
    definition.putObject("timezone").put("field", "zone").put("fallback", "UTC");
    definition
        .withArray("steps")
        .add(
            SegmentWorkspace.json(
                "{\"id\":\"h\",\"type\":\"webhook\",\"data\":{\"x\":\"{{cf.plan}}\"}}"));
    String id = workspace.published(definition);
    // The version keeps using what the draft does not.
    ok(workspace.change(id, definition(STARTED)));
    JsonNode user =
        SegmentWorkspace.json(
            "[{\"type\":\"flow\",\"id\":\"%s\",\"name\":\"%s\"}]"
                .formatted(id, workspace.flow(id).path("name").asText()));
    Map<String, String> uses =
        Map.of(
            "/segments/" + segment, "segment_in_use",
            "/mail-templates/" + template, "template_in_use",
            "/mail-senders/" + sender, "sender_in_use",
            "/mail-topics/" + topic, "topic_in_use",
            "/custom-fields/" + workspace.segments.fieldId("plan"), "field_in_use",
            "/custom-fields/" + workspace.segments.fieldId("zone"), "field_in_use",
            "/custom-fields/" + workspace.segments.fieldId("old"), "field_in_use");
    uses.forEach(
        (path, code) -> {
          Response refused = workspace.segments.delete(path);
          assertFails(409, code, refused);
          assertEquals(user, refused.json().path("usedBy"), refused::body);
        });
    assertEquals(user, workspace.segments.segment(segment).path("usedBy"));
    workspace.acted(id, "archive", "{\"runs\":\"finish\"}");
    uses.keySet().forEach(path -> ok(workspace.segments.delete(path)));
    assertEquals("archived", workspace.flow(id).path("status").asText());
    assertTrue(workspace.versions(id).at("/0/definition/entry/condition").isTextual());
  }

  @ConcurrentTest
  void aDraftAloneKeepsWhatItUsesUntilItUsesItNoMore() {
    String template = workspace.template();
    String id = workspace.created(email(template));
    assertFails(409, "template_in_use", workspace.segments.delete("/mail-templates/" + template));
    ok(workspace.change(id, definition(STARTED)));
    ok(workspace.segments.delete("/mail-templates/" + template));
    String other = workspace.template();
    String deleted = workspace.created(email(other));
    ok(workspace.segments.delete("/flows/" + deleted));
    ok(workspace.segments.delete("/mail-templates/" + other));
  }

  @ConcurrentTest
  void publishingMakesTheSegmentOfATriggerTrackedAndItStaysSo() {
    String segment = workspace.segments.savedId("VIP", "name is set");
    ObjectNode untracked = SegmentWorkspace.body().put("tracked", false);
    ObjectNode definition =
        definition("{\"type\":\"segment_entered\",\"segment\":\"" + segment + "\"}");
    String id = workspace.created(definition);
    assertFalse(workspace.segments.segment(segment).path("tracked").asBoolean());
    workspace.acted(id, "publish", "");
    assertTrue(workspace.segments.segment(segment).path("tracked").asBoolean());
    assertEquals("1 segment:" + segment + " 0 true", triggers(id));
    Response refused = workspace.segments.patch("/segments/" + segment, untracked);
    assertFails(409, "segment_in_use", refused);
    assertEquals(id, refused.json().at("/usedBy/0/id").asText());
    ok(workspace.segments.patch("/segments/" + segment, SegmentWorkspace.body("name", "Best")));
    ok(workspace.change(id, definition(STARTED)));
    assertFails(409, "segment_in_use", workspace.segments.patch("/segments/" + segment, untracked));
    workspace.acted(id, "publish", "");
    ok(workspace.segments.patch("/segments/" + segment, untracked));
    assertFails(409, "segment_in_use", workspace.segments.delete("/segments/" + segment));
    workspace.acted(id, "archive", "{\"runs\":\"end\"}");
    ok(workspace.segments.delete("/segments/" + segment));
  }

  @ConcurrentTest
  void aPublishThatNeedsOneTrackedSegmentTooManyIsRefused() {
    SERVICE
        .sql()
        .run(
            """
            insert into segments (workspace_id, name, condition, timezone, leaves, tracked)
            select %s, 'Filler ' || i, '{"type":"everyone"}', 'UTC', 1, true
            from generate_series(1, 50) i
            """
                .formatted(workspace.id()));
    String segment = workspace.segments.savedId("VIP", "name is set");
    String id =
        workspace.created(
            definition("{\"type\":\"segment_entered\",\"segment\":\"" + segment + "\"}"));
    Response refused = workspace.act(id, "publish", "");
    assertFails(422, "segment_limit_reached", refused);
    assertEquals("/definition/trigger/segment", refused.json().at("/errors/0/pointer").asText());
    assertEquals("draft", workspace.flow(id).path("status").asText());
    assertEquals("null", triggers(id));
  }

  @ConcurrentTest
  void thePromotionOfAFieldChangesNothing() {
    workspace.segments.push("a.example.com", "{\"plan\":\"pro\"}");
    String app = workspace.segments.slug(workspace.segments.app());
    ObjectNode definition = filter("cf:" + app + "/plan = pro");
    definition
        .withArray("steps")
        .add(
            SegmentWorkspace.json(
                "{\"id\":\"s\",\"type\":\"set_field\",\"field\":\"plan\",\"app\":\"%s\",\"value\":\"x\"}"
                    .formatted(app)));
    String id = workspace.published(definition);
    String stored = stored(id);
    String field = workspace.segments.fieldId("plan");
    assertEquals(app, workspace.flow(id).at("/definition/steps/1/app").asText());
    ok(workspace.segments.console().post("/console/api/custom-fields/" + field + "/promote", ""));
    assertEquals(stored, stored(id));
    JsonNode shown = workspace.flow(id).path("definition");
    assertEquals("cf:plan = \"pro\"", shown.at("/steps/0/condition").asText());
    assertEquals("plan", shown.at("/steps/1/field").asText());
    assertTrue(shown.at("/steps/1/app").isNull());
    ok(workspace.change(id, shown));
    assertEquals(1, workspace.flow(id).path("revision").asInt());
    assertEquals(1, workspace.acted(id, "publish", "").path("version").asInt());
  }

  private String stored(String flow) {
    return SERVICE.sql().text("select definition from flows where id = ?", Long.parseLong(flow));
  }

  @ConcurrentTest
  void anAnalystSeesNothingOfPrivateFieldsAndDataHasNone() {
    workspace.segments.push("a.example.com", "{\"plan\":\"pro\",\"seats\":5}");
    ObjectNode definition = filter("cf:plan = pro");
    definition
        .withArray("steps")
        .add(
            SegmentWorkspace.json(
                "{\"id\":\"h\",\"type\":\"webhook\",\"data\":{\"x\":\"{{cf.seats}}\"}}"));
    String id = workspace.published(definition);
    ConsoleBrowser analyst =
        new ConsoleBrowser(SERVICE.consoleUrl())
            .signedIn(new ConsoleUsers(SERVICE.sql()).add(workspace.id(), "analyst"));
    assertTrue(analyst.get("/flows/" + id).body().contains("cf:plan"));
    for (String field : List.of("plan", "seats")) {
      ok(
          workspace.segments.patch(
              "/custom-fields/" + workspace.segments.fieldId(field),
              SegmentWorkspace.json("{\"private\":true}")));
    }
    for (String path : List.of("/flows/" + id, "/flows/" + id + "/versions")) {
      Response shown = analyst.get(path);
      assertEquals(200, shown.status(), shown::body);
      assertFalse(shown.body().contains("plan"), shown::body);
      assertFalse(shown.body().contains("seats"), shown::body);
      assertTrue(shown.body().contains("\"hidden\":true"), shown::body);
    }
    assertTrue(workspace.flow(id).toString().contains("cf.seats"));
    assertEquals(403, analyst.post("/flows/" + id + "/pause", Map.of()).status());
    // A field that has become private since is found by the next publish.
    assertFails(422, "private_field", workspace.act(id, "publish", ""));
    assertFails(422, "private_field", workspace.create(definition));
  }

  @ConcurrentTest
  void aDefinitionIsShownAsItWasSent() {
    ObjectNode definition =
        definition(
            "{\"type\":\"usage_event\",\"eventName\":\"order_created\",\"maxAge\":\"24h\"}",
            "{\"id\":\"w\",\"type\":\"wait\",\"until\":{\"time\":\"09:00\",\"weekdays\":[\"mon\"]}}",
            "{\"id\":\"h\",\"type\":\"webhook\",\"data\":{\"n\":12345678901234567890.10,\"x\":[null]}}");
    definition.putArray("exit");
    definition.putNull("timezone");
    String id = workspace.published(definition);
    assertEquals(definition.toString(), workspace.flow(id).path("definition").toString());
    assertEquals(definition.toString(), workspace.versions(id).at("/0/definition").toString());
  }
}
