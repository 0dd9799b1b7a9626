package dev.shopwire.app.mail.campaigns;

import static dev.shopwire.app.mail.campaigns.CampaignWorkspace.ok;
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
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** Tests the calls about campaigns. Their mails are captured, since the workspace has no sender. */
@Tag("everywhere")
@Tag("stores")
class CampaignsIT {
  private static final RunningService SERVICE = RunningService.shared();

  private final CampaignWorkspace workspace = new CampaignWorkspace(SERVICE.tenants());
  private String template = "";

  @BeforeEach
  void addShops() {
    template = workspace.template("<p>{{customer.name}}</p>");
    workspace.shop("ada", "ada@x.example", "pro");
    workspace.shop("bob", "BOB@x.example", "pro");
    workspace.shop("cy", "", "pro");
    workspace.shop("di", "di@x.example", "free");
  }

  private String draft(String... to) {
    return workspace.created(workspace.body("cf:plan = pro", template, to));
  }

  private static void assertFails(int status, String code, Response response) {
    assertEquals(status, response.status(), response::body);
    assertEquals(code, response.json().path("code").asText(), response::body);
  }

  private Response patch(String id, JsonNode body) {
    return workspace.segments.patch("/campaigns/" + id, body);
  }

  private Response start(String id, Instant at) {
    return workspace.segments.post(
        "/campaigns/" + id + "/start", SegmentWorkspace.body("at", at.toString()));
  }

  @ConcurrentTest
  void aDraftIsSavedReadChangedListedAndDeleted() {
    ObjectNode body = workspace.body("cf:plan = pro", template, "owner", "shop");
    JsonNode created = ok(workspace.create(body)).path("campaign");
    String id = created.path("id").asText();
    assertEquals("draft", created.path("status").asText());
    assertEquals("cf:plan = \"pro\"", created.at("/audience/condition").asText());
    assertEquals("[\"owner\",\"shop\"]", created.path("to").toString());
    assertEquals(0, created.path("total").asInt());
    assertEquals(created, workspace.campaign(id));
    String segment = workspace.segments.savedId("Pro", "cf:plan = pro");
    ObjectNode change = Json.MAPPER.createObjectNode().put("transactional", true);
    change.putObject("audience").put("segment", segment);
    JsonNode changed = ok(patch(id, change)).path("campaign");
    assertEquals("{\"segment\":\"" + segment + "\"}", changed.path("audience").toString());
    assertTrue(changed.path("transactional").asBoolean());
    assertEquals(created.path("name"), changed.path("name"));
    JsonNode listed = ok(workspace.segments.get(workspace.list("campaigns"))).at("/campaigns/0");
    assertEquals(id, listed.path("id").asText());
    assertFalse(listed.has("audience"));
    String ndjson =
        workspace.segments.get(workspace.list("campaigns") + "?format=ndjson").body().strip();
    assertEquals(listed.toString(), ndjson);
    assertEquals(200, workspace.segments.delete("/campaigns/" + id).status());
    assertFails(404, "unknown_campaign", workspace.segments.get("/campaigns/" + id));
    assertEquals(
        List.of("campaign.created", "campaign.changed", "campaign.deleted"), audited("campaign."));
  }

  private List<String> audited(String prefix) {
    return AuditRows.of(workspace.id()).stream()
        .map(entry -> entry.path("action").asText())
        .filter(action -> action.startsWith(prefix))
        .toList();
  }

  @ConcurrentTest
  void everyFaultIsReportedAtOnceAndNothingIsSaved() {
    ObjectNode body = workspace.body("cf:nothing = 1", "999999", "shop", "unknown", "role:");
    body.put("sender", "999999").put("topic", "x").put("color", "red").put("name", " ");
    Response refused = workspace.create(body);
    assertEquals(422, refused.status(), refused::body);
    List<String> pointers = new ArrayList<>();
    refused.json().path("errors").forEach(error -> pointers.add(error.path("pointer").asText()));
    assertEquals(
        List.of(
            "/audience/condition",
            "/color",
            "/name",
            "/sender",
            "/template",
            "/to/1",
            "/to/2",
            "/topic"),
        pointers.stream().sorted().toList(),
        refused::body);
    ObjectNode both = workspace.body("everyone", template, "shop");
    ((ObjectNode) both.path("audience")).put("segment", "1");
    assertFails(422, "one_of", workspace.create(both));
    assertFails(422, "required", workspace.create(SegmentWorkspace.json("{}")));
    for (String audience : List.of("{}", "[]", "\"everyone\"", "null", "{\"condition\":7}")) {
      ObjectNode wrong = workspace.body("everyone", template, "shop");
      wrong.set("audience", SegmentWorkspace.json(audience));
      assertEquals(422, workspace.create(wrong).status(), audience);
    }
    ObjectNode unknown = workspace.body("everyone", template, "shop");
    unknown.set("audience", SegmentWorkspace.json("{\"segment\":\"999999\"}"));
    assertFails(422, "unknown_segment", workspace.create(unknown));
    assertEquals(
        0, ok(workspace.segments.get(workspace.list("campaigns"))).path("campaigns").size());
  }

  @ConcurrentTest
  void aNameIsUniqueInItsWorkspace() {
    ObjectNode body = workspace.body("everyone", template, "shop");
    ok(workspace.create(body));
    assertFails(409, "name_taken", workspace.create(body));
    String other = draft("shop");
    assertFails(
        409, "name_taken", patch(other, SegmentWorkspace.body("name", body.path("name").asText())));
  }

  @ConcurrentTest
  void aPreviewCountsByTheRulesOfTheStart() {
    workspace.shop("eve", "bob@X.example", "pro");
    workspace.shop("flo", "flo@x.example", "pro");
    ok(
        workspace.segments.post(
            workspace.list("suppressions"), SegmentWorkspace.body("email", "flo@x.example")));
    ok(
        workspace.segments.patch(
            workspace.list("automation-settings"),
            SegmentWorkspace.json("{\"sandbox\":{\"allow\":[\"ada@x.example\"]}}")));
    String id = draft("shop");
    JsonNode preview = workspace.preview(id);
    assertEquals(5, preview.path("customers").asInt(), preview::toString);
    assertEquals(3, preview.path("recipients").asInt(), preview::toString);
    assertEquals(1, preview.path("withoutAddress").asInt(), preview::toString);
    assertEquals(1, preview.path("suppressed").asInt(), preview::toString);
    assertEquals(1, preview.path("sandboxed").asInt(), preview::toString);
    assertEquals(
        List.of("ada@x.example", "BOB@x.example", "flo@x.example"),
        SegmentWorkspace.texts(preview.path("sample"), "/to"));
    assertEquals(
        List.of("null", "sandbox", "manual"),
        SegmentWorkspace.texts(preview.path("sample"), "/suppressed"));
    assertEquals("ada.example.com", preview.at("/sample/0/myplatformDomain").asText());
    workspace.acted(id, "start");
    JsonNode done = workspace.awaitStatus(id, "done");
    assertEquals(3, done.path("total").asInt(), done::toString);
    assertEquals(1, done.path("duplicates").asInt());
    assertEquals(1, done.path("withoutAddress").asInt());
    assertEquals("{\"captured\":1,\"suppressed\":2}", done.path("counts").toString());
  }

  @ConcurrentTest
  void theFirstChoiceThatGivesAnAddressIsTaken() {
    workspace.openSandbox();
    workspace.staff(
        "ada",
        "{\"id\":1,\"email\":\"owner@a.example\",\"accountOwner\":true},"
            + "{\"id\":2,\"email\":\"dev@a.example\",\"tags\":[\"developer\"]}");
    workspace.staff(
        "bob",
        "{\"id\":1,\"email\":\"not valid@b@b\",\"accountOwner\":true},"
            + "{\"id\":2,\"email\":\"dev@b.example\",\"tags\":[\"developer\"]},"
            + "{\"id\":3,\"email\":\"DEV@a.example\",\"tags\":[\"developer\"]}");
    Map<List<String>, List<String>> expected =
        Map.of(
            List.of("owner", "shop"), List.of("BOB@x.example", "owner@a.example"),
            List.of("role:developer"), List.of("dev@a.example", "dev@b.example"),
            List.of("contacts"), List.of("dev@a.example", "dev@b.example", "owner@a.example"),
            List.of("role:unknown", "shop"), List.of("BOB@x.example", "ada@x.example"));
    expected.forEach(
        (to, addresses) -> {
          String id = draft(to.toArray(String[]::new));
          int previewed = workspace.preview(id).path("recipients").asInt();
          workspace.acted(id, "start");
          JsonNode done = workspace.awaitStatus(id, "done");
          assertEquals(addresses, workspace.recipients(id, ""), to::toString);
          assertEquals(addresses.size(), previewed, to::toString);
          assertEquals(addresses.size(), done.path("total").asInt());
        });
  }

  @ConcurrentTest
  void whatIsStartedIsNoDraftAndActionsFitTheStatus() {
    String id = draft("shop");
    for (String action : List.of("pause", "resume", "cancel")) {
      assertFails(409, "wrong_status", workspace.act(id, action));
    }
    workspace.acted(id, "start");
    workspace.awaitStatus(id, "done");
    assertFails(409, "not_draft", workspace.act(id, "start"));
    assertFails(409, "not_draft", patch(id, SegmentWorkspace.body("name", "Other")));
    assertFails(409, "not_draft", workspace.segments.delete("/campaigns/" + id));
    for (String action : List.of("pause", "resume", "cancel")) {
      assertFails(409, "wrong_status", workspace.act(id, action));
    }
    for (String action : List.of("start", "pause", "resume", "cancel", "preview")) {
      assertEquals(404, workspace.act("999999", action).status(), action);
    }
    assertEquals(404, workspace.segments.get("/campaigns/999999/recipients").status());
  }

  @ConcurrentTest
  void startedManyTimesAtOnceItStartsOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 5; round++) {
        String id = draft("shop");
        List<Callable<Response>> starts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          starts.add(() -> workspace.act(id, "start"));
        }
        int started = 0;
        for (Future<Response> each : threads.invokeAll(starts)) {
          started += each.get().status() == 200 ? 1 : 0;
          assertTrue(List.of(200, 409).contains(each.get().status()), each.get()::body);
        }
        assertEquals(1, started);
        JsonNode done = workspace.awaitStatus(id, "done");
        assertEquals(2, done.path("total").asInt(), done::toString);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ConcurrentTest
  void aTimeMustBeInTheFutureAndWithinAYear() {
    String id = draft("shop");
    Instant now = Instant.now();
    for (Instant wrong : List.of(now.minusSeconds(60), now.plus(366, ChronoUnit.DAYS))) {
      assertFails(422, "invalid_time", start(id, wrong));
    }
    assertEquals("draft", workspace.campaign(id).path("status").asText());
    ok(start(id, now.plusSeconds(3_600)));
    JsonNode scheduled = workspace.campaign(id);
    assertEquals("scheduled", scheduled.path("status").asText());
    assertTrue(scheduled.path("frozenAt").isNull());
    assertFails(409, "not_draft", workspace.act(id, "start"));
    assertEquals("cancelled", workspace.acted(id, "cancel").path("status").asText());
  }

  @ConcurrentTest
  void aCampaignIsFrozenAtItsTimeAndOneThatMissedItWaitsForAPerson() {
    String due = draft("shop");
    String missed = draft("shop");
    for (String id : List.of(due, missed)) {
      ok(start(id, Instant.now().plusSeconds(3_600)));
    }
    SERVICE
        .sql()
        .run("update campaigns set scheduled_at = now() - interval '2 hours' where id = " + missed);
    SERVICE
        .sql()
        .run(
            "update campaigns set scheduled_at = now() - interval '119 minutes' where id = " + due);
    workspace.awaitStatus(due, "done");
    JsonNode waiting = workspace.campaign(missed);
    assertEquals("scheduled", waiting.path("status").asText());
    assertTrue(waiting.path("missed").asBoolean());
    assertEquals("preparing", workspace.acted(missed, "start").path("status").asText());
    assertFalse(workspace.awaitStatus(missed, "done").path("missed").asBoolean());
  }

  @ConcurrentTest
  void whatACampaignUsesIsNotDeletedBeforeItIsOver() {
    String segment = workspace.segments.savedId("Pro", "cf:plan = pro");
    String topic =
        ok(workspace.segments.post(
                workspace.list("mail-topics"), SegmentWorkspace.body("name", "N")))
            .at("/mailTopic/id")
            .asText();
    ObjectNode sending = SegmentWorkspace.body("name", "S", "smtp", "smtp://relay.acme.example");
    sending.putObject("from").put("email", "shop@acme.example");
    String sender =
        ok(workspace.segments.post(workspace.list("mail-senders"), sending))
            .at("/mailSender/id")
            .asText();
    ObjectNode body = workspace.body("segment:Pro AND cf:plan = pro", template, "shop");
    body.put("sender", sender).put("topic", topic);
    String id = workspace.created(body);
    JsonNode user =
        SegmentWorkspace.json(
            "[{\"type\":\"campaign\",\"id\":\"%s\",\"name\":\"%s\"}]"
                .formatted(id, body.path("name").asText()));
    String field = workspace.segments.fieldId("plan");
    Map<String, String> uses =
        Map.of(
            "/segments/" + segment, "segment_in_use",
            "/mail-templates/" + template, "template_in_use",
            "/mail-senders/" + sender, "sender_in_use",
            "/mail-topics/" + topic, "topic_in_use");
    uses.forEach(
        (path, code) -> {
          Response refused = workspace.segments.delete(path);
          assertFails(409, code, refused);
          assertEquals(user, refused.json().path("usedBy"), refused::body);
        });
    Response ofField = workspace.segments.delete("/custom-fields/" + field);
    assertFails(409, "field_in_use", ofField);
    assertEquals(2, ofField.json().path("usedBy").size(), ofField::body);
    assertEquals(user, workspace.segments.segment(segment).path("usedBy"));
    ok(start(id, Instant.now().plusSeconds(3_600)));
    assertFails(409, "template_in_use", workspace.segments.delete("/mail-templates/" + template));
    workspace.acted(id, "cancel");
    uses.keySet().forEach(path -> ok(workspace.segments.delete(path)));
    ok(workspace.segments.delete("/custom-fields/" + field));
    JsonNode over = workspace.campaign(id);
    assertEquals("cancelled", over.path("status").asText());
    assertTrue(over.at("/audience/condition").isTextual(), over::toString);
  }

  @ConcurrentTest
  void ofASaveAndADeletionAtOnceOneFails() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 20; round++) {
        String used = workspace.template("<p>Hi</p>");
        Future<Response> saved =
            threads.submit(() -> workspace.create(workspace.body("everyone", used, "shop")));
        Future<Response> deleted =
            threads.submit(() -> workspace.segments.delete("/mail-templates/" + used));
        boolean isSaved = saved.get().status() == 200;
        assertFails(
            isSaved ? 409 : 422,
            isSaved ? "template_in_use" : "unknown_template",
            isSaved ? deleted.get() : saved.get());
        assertEquals(!isSaved, deleted.get().status() == 200);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ConcurrentTest
  void anAnalystSeesNoConditionOnAPrivateField() {
    String id = draft("shop");
    ConsoleBrowser analyst =
        new ConsoleBrowser(SERVICE.consoleUrl())
            .signedIn(new ConsoleUsers(SERVICE.sql()).add(workspace.id(), "analyst"));
    assertTrue(analyst.get("/campaigns/" + id).body().contains("cf:plan"));
    workspace.segments.patch(
        "/custom-fields/" + workspace.segments.fieldId("plan"),
        Json.MAPPER.createObjectNode().put("private", true));
    Response shown = analyst.get("/campaigns/" + id);
    assertFalse(shown.body().contains("plan"), shown::body);
    assertTrue(shown.json().at("/campaign/audience/hidden").asBoolean(), shown::body);
    assertTrue(workspace.campaign(id).at("/audience/condition").isTextual());
  }

  @ConcurrentTest
  void recipientsAreListedByStateAndPageByPage() {
    String id = draft("shop");
    workspace.acted(id, "start");
    workspace.awaitStatus(id, "done");
    assertEquals(List.of("BOB@x.example", "ada@x.example"), workspace.recipients(id, "suppressed"));
    assertEquals(List.of(), workspace.recipients(id, "sent"));
    String path = "/campaigns/" + id + "/recipients?take=1";
    JsonNode first = ok(workspace.segments.get(path));
    JsonNode second = ok(workspace.segments.get(path + "&cursor=" + first.path("cursor").asText()));
    assertEquals("BOB@x.example", first.at("/messages/0/to").asText());
    assertEquals("ada@x.example", second.at("/messages/0/to").asText());
    assertFalse(second.path("hasNextPage").asBoolean());
    assertEquals(422, workspace.segments.get(path + "&state=lost").status());
    String csv = workspace.segments.get("/campaigns/" + id + "/recipients?format=csv").body();
    assertEquals(3, csv.strip().lines().count(), csv);
    JsonNode messages =
        ok(workspace.segments.get(workspace.list("messages") + "?campaignId=" + id));
    assertEquals(2, messages.path("messages").size());
  }
}
