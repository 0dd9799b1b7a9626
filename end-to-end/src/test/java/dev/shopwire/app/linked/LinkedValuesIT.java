package dev.shopwire.app.linked;

import static dev.shopwire.app.linked.FilledFields.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests which fields a query fills, what is pushed to them, and what follows from a run. */
class LinkedValuesIT {
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final String ACME = "acme.example.com";
  private static final String BIRCH = "birch.example.com";

  private static final RunningService SERVICE = RunningService.shared();

  private static SourceDatabase source;
  private static Sql superuser;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    source = new SourceDatabase();
    superuser = source.superuser();
  }

  @AfterAll
  static void stop() {
    superuser.close();
    source.close();
  }

  private static FilledFields filled() {
    FilledFields filled = new FilledFields(SERVICE::tenants, source, superuser);
    filled.push(ACME, "{\"color\":\"red\"}");
    filled.push(BIRCH, "{}");
    return filled;
  }

  private static String codes(JsonNode response) {
    StringBuilder codes = new StringBuilder();
    response
        .path("warnings")
        .forEach(
            warning ->
                codes
                    .append(warning.path("pointer").asText())
                    .append(' ')
                    .append(warning.path("code").asText())
                    .append('\n'));
    return codes.toString();
  }

  private static void assertRefused(String code, Response response) {
    assertEquals(409, response.status(), response::body);
    assertEquals(code, response.json().path("code").asText(), response::body);
  }

  @ConcurrentTest
  void pushesToALinkedFieldAreIgnoredWhateverTheyAre() {
    FilledFields filled = filled();
    String query = filled.query("Accounts", "changes");
    for (String value : List.of("\"pro\"", "5", "null", "[[]]", "\"" + "x".repeat(5_000) + "\"")) {
      JsonNode pushed =
          filled.push(ACME, "{\"tier\":" + value + ",\"orders\":" + value + ",\"color\":\"blue\"}");
      assertEquals(
          "/customFields/tier linked_field\n/customFields/orders linked_field\n", codes(pushed));
      assertEquals(3, unchangedAndWritten(pushed));
      assertEquals("{\"color\":\"blue\"}", filled.values(ACME).toString());
    }
    assertEquals(
        "{\"queryId\":\"" + query + "\",\"name\":\"Accounts\"}",
        filled.field("tier").path("linked").toString());
    assertTrue(filled.field("color").path("linked").isNull());
  }

  private static int unchangedAndWritten(JsonNode pushed) {
    return pushed.at("/customFields/unchanged").asInt()
        + pushed.at("/customFields/written").asInt();
  }

  @ConcurrentTest
  void aLinkedFieldStaysUntilItsQueryIsDeletedAndIsPushedAfterThat() {
    FilledFields filled = filled();
    filled.source("insert into TABLE values ('acme.example.com', 'gold', 3)");
    String query = filled.query("Accounts", "changes");
    JsonNode run = filled.apply(query);
    assertRefused("field_linked", filled.console().delete(filled.fieldPath("tier")));
    for (String body : List.of("{\"type\":\"json\"}", "{\"type\":\"json\",\"dryRun\":true}")) {
      assertRefused(
          "field_linked", filled.console().post(filled.fieldPath("tier") + "/retype", body));
    }
    ok(filled.console().post(filled.fieldPath("tier") + "/promote", "{}"));
    assertEquals("Accounts", filled.field("tier").at("/linked/name").asText());
    assertEquals("customers", filled.field("tier").path("scope").asText());
    filled.source("update TABLE set tier = 'silver'");
    JsonNode second = filled.apply(query);
    JsonNode shown = filled.shown(ACME, "tier");
    assertEquals("silver", shown.path("value").asText());
    assertEquals(second.path("id"), shown.at("/linked/runId"));
    assertEquals(second.path("readAt"), shown.at("/linked/readAt"));
    assertEquals(query, shown.at("/linked/queryId").asText());
    assertEquals(run.path("id"), filled.shown(ACME, "orders").at("/linked/runId"));
    ok(filled.delete(query));
    Poll.until(
        TIME, () -> "the fields are free", () -> filled.field("tier").path("linked").isNull());
    assertEquals(
        "{\"color\":\"red\",\"orders\":3,\"tier\":\"silver\"}", filled.values(ACME).toString());
    assertEquals("", codes(filled.push(ACME, "{\"tier\":\"free\"}")));
    assertTrue(filled.shown(ACME, "tier").path("linked").isNull());
    assertEquals(run.path("id"), filled.shown(ACME, "orders").at("/linked/runId"));
    ok(filled.console().delete(filled.fieldPath("tier")));
  }

  @ConcurrentTest
  void aSecondQueryDoesNotFillTheField() {
    FilledFields filled = filled();
    filled.query("Accounts", "changes");
    assertRefused("field_linked", filled.save("Others", "changes"));
  }

  @ConcurrentTest
  void laterRunsAnnounceWhatTheyChangeOnceForACustomer() {
    FilledFields filled = filled();
    filled.source(
        "insert into TABLE values ('acme.example.com', 'gold', 3), ('birch.example.com', null, 1)");
    try (Receiver receiver = new Receiver()) {
      WebhookEndpoint.make(filled.tenants(), filled.app().workspaceId(), receiver.url("/hook"), "")
          .change("{\"topics\":[\"custom_fields/updated\"]}");
      String query = filled.query("Accounts", "changes");
      filled.apply(query);
      assertEquals("gold", filled.values(ACME).path("tier").asText());
      filled.source("update TABLE set tier = 'new', orders = orders + 1 where domain like 'acme%'");
      filled.source("update TABLE set orders = null where domain like 'birch%'");
      JsonNode run = filled.apply(query);
      Poll.until(TIME, () -> "two messages", () -> receiver.received("/hook").size() >= 2);
      List<JsonNode> messages = receiver.received("/hook").stream().map(Received::json).toList();
      assertEquals(2, messages.size(), messages::toString);
      JsonNode acme = of(messages, ACME);
      assertEquals(
          SegmentWorkspace.json("{\"orders\":4,\"tier\":\"new\"}"), acme.path("customFields"));
      assertEquals(query, acme.at("/linked/queryId").asText());
      assertEquals(run.path("id"), acme.at("/linked/runId"));
      assertEquals(filled.app().appId(), acme.at("/app/id").asText());
      JsonNode birch = of(messages, BIRCH);
      assertEquals("{\"orders\":null}", birch.path("customFields").toString());
      assertTrue(birch.path("app").isNull());
      assertTrue(filled.values(BIRCH).path("orders").isMissingNode());
    }
  }

  private static JsonNode of(List<JsonNode> messages, String shop) {
    return messages.stream()
        .filter(message -> message.at("/customer/myplatformDomain").asText().equals(shop))
        .findFirst()
        .orElseThrow();
  }
}
