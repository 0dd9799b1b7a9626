package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.Http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the webhooks' part of exports, of customers' timelines, and of the overview. */
class WebhookListsIT {
  private static final int DELIVERIES = 60;
  private static final List<String> STATUSES = List.of("failed", "parked", "delivered");

  private final Random random = new Random(7);
  private final WebhookRowsFixture rows = WebhookRowsFixture.shared();

  private Response get(String path) {
    Response response = rows.console().get(WebhookRowsFixture.API + path);
    assertEquals(200, response.status(), response::body);
    return response;
  }

  /** Adds settled, pending and replayed deliveries with some attempts. */
  private void addDeliveries() {
    for (int i = 0; i < DELIVERIES; i++) {
      UUID message = rows.addMessage(i % 3 == 0 ? "contacts/created" : "customers/usage_event", "");
      for (int attempt = 0; attempt < i % 4; attempt++) {
        rows.addAttempt(message, Instant.now().plusMillis(attempt), "live", 500);
      }
      if (i % 5 != 0) {
        rows.addSettled(message, STATUSES.get(i / 2 % STATUSES.size()), "");
      }
      if (i % 5 == 0 || i % 7 == 0) {
        rows.addDue(message, i % 5 == 0 ? "live" : "replay");
      }
    }
  }

  private List<JsonNode> pages(String path, String name) {
    List<JsonNode> all = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          get(path
                  + (path.contains("?") ? "&" : "?")
                  + "take=7"
                  + (cursor.isEmpty() ? "" : "&cursor=" + cursor))
              .json();
      page.path(name).forEach(all::add);
      cursor = page.path("hasNextPage").booleanValue() ? page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    return all;
  }

  private static List<JsonNode> lines(Response export) {
    return export.body().lines().map(WebhookListsIT::parse).toList();
  }

  private static JsonNode parse(String line) {
    try {
      return Json.MAPPER.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertExported(String path, String name) {
    String format = path + (path.contains("?") ? "&" : "?") + "format=";
    List<JsonNode> listed = pages(path, name);
    assertEquals(listed, lines(get(format + "ndjson")));
    assertEquals(listed.size(), get(format + "count").json().path("count").intValue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?status=pending",
        "?status=failed",
        "?status=delivered&topic=contacts/created",
        "?topic=customers/usage_event"
      })
  void anExportOfDeliveriesHasTheRowsOfTheList(String filter) {
    addDeliveries();
    assertTrue(
        !pages("/webhook-endpoints/" + rows.endpoint + "/deliveries", "deliveries").isEmpty());
    assertExported("/webhook-endpoints/" + rows.endpoint + "/deliveries" + filter, "deliveries");
  }

  @Test
  void anExportOfEndpointsHasTheRowsOfTheList() {
    for (int i = 0; i < 9; i++) {
      new WebhookRowsFixture(rows.tenants(), rows.sql(), rows.app);
    }
    assertExported("/workspaces/" + rows.workspace() + "/webhook-endpoints", "webhookEndpoints");
  }

  private long customer() {
    return rows.sql()
        .number(
            "insert into customers (workspace_id, domain) values (?, ?) returning id",
            rows.workspace(),
            "a-" + UUID.randomUUID() + ".example.com");
  }

  /** Adds a message about a customer at a time within few milliseconds, so that many coincide. */
  private UUID addMessage(long customer, Instant first) {
    UUID message =
        new UUID(
            first.plusMillis(random.nextInt(12)).toEpochMilli() << 16 | 0x7000,
            Long.MIN_VALUE | random.nextLong() >>> 2);
    rows.sql()
        .run(
            """
            insert into webhook_messages (workspace_id, id, app_id, topic, customer_id, payload)
            values (%d, '%s', %s, 'contacts/created', %d, '{}')
            """
                .formatted(
                    rows.workspace(),
                    message,
                    random.nextBoolean() ? rows.app.appId() : "null",
                    customer));
    return message;
  }

  @Test
  void theTimelineOfACustomerHasEachDeliveryOnceNewestFirst() {
    long customer = customer();
    long stranger = customer();
    Instant first = Instant.now().minusSeconds(60);
    WebhookRowsFixture other = new WebhookRowsFixture(rows.tenants(), rows.sql(), rows.app);
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < DELIVERIES; i++) {
      UUID message = addMessage(customer, first);
      rows.addSettled(message, STATUSES.get(i % STATUSES.size()), "");
      expected.add(rows.id(message));
      if (i % 2 == 0) {
        other.addDue(message, "live");
        expected.add(other.id(message));
      }
      rows.addSettled(addMessage(stranger, first), "failed", "");
    }
    List<JsonNode> entries =
        pages(
            "/customers/" + CustomerId.of(customer) + "/timeline?types=webhook_delivery",
            "timeline");
    assertEquals(
        expected,
        entries.stream()
            .map(entry -> entry.at("/detail/deliveryId").asText())
            .collect(Collectors.toCollection(TreeSet::new)));
    assertEquals(expected.size(), entries.size(), "each delivery once");
    Comparator<JsonNode> order =
        Comparator.comparing((JsonNode entry) -> entry.path("at").asText())
            .reversed()
            .thenComparing(entry -> entry.path("id").asText());
    assertEquals(entries.stream().sorted(order).toList(), entries);
    JsonNode pending =
        entries.stream()
            .filter(entry -> entry.at("/detail/endpointId").asText().equals(other.endpoint))
            .findFirst()
            .orElseThrow();
    assertEquals("pending", pending.at("/detail/status").asText());
    assertEquals("contacts/created", pending.at("/detail/topic").asText());
  }

  @Test
  void theTimelineOfACustomerIsFilteredByAppAndTime() {
    long customer = customer();
    Instant first = Instant.now().minusSeconds(60);
    for (int i = 0; i < DELIVERIES; i++) {
      rows.addSettled(addMessage(customer, first), "delivered", "");
    }
    String path = "/customers/" + CustomerId.of(customer) + "/timeline?types=webhook_delivery";
    List<JsonNode> all = pages(path, "timeline");
    String slug = rows.sql().text("select slug from apps where id = ?", rows.appId());
    assertEquals(
        all.stream().filter(entry -> entry.at("/app/slug").asText().equals(slug)).toList(),
        pages(path + "&app=" + slug, "timeline"));
    assertEquals(
        List.of(),
        pages(path + "&startDate=2020-01-01&endDate=2020-01-02&timezone=UTC", "timeline"));
  }

  @Test
  void theOverviewCountsEndpointsByStatusAndWhatFailedForGood() {
    rows.addSettled(rows.addMessage(), "failed", "exhausted");
    rows.addSettled(rows.addMessage(), "failed", "exhausted");
    rows.addSettled(rows.addMessage(), "parked", "");
    UUID test = rows.addMessage("webhooks/test", "");
    rows.addSettled(test, "failed", "test");
    rows.sql().run("update webhook_deliveries set kind = 'test' where message_id = '" + test + "'");
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    String path = "/workspaces/" + rows.workspace() + "/overview?timezone=UTC&startDate=";
    JsonNode webhooks =
        get(path + today.minusDays(1) + "&endDate=" + today.plusDays(1))
            .json()
            .at("/overview/webhooks");
    assertEquals(parse("{\"enabled\":0,\"probing\":0,\"disabled\":1,\"failed\":2}"), webhooks);
    assertEquals(
        0,
        get(path + today.minusDays(9) + "&endDate=" + today.minusDays(8))
            .json()
            .at("/overview/webhooks/failed")
            .intValue());
  }

  @Test
  void theQueuesOfWebhooksAreShownToOperators() {
    rows.addDue(rows.addMessage(), "live");
    JsonNode queues = get("/system").json().path("queues");
    JsonNode waiting =
        StreamSupport.stream(queues.spliterator(), false)
            .filter(queue -> queue.path("name").asText().equals("webhook_deliveries_waiting"))
            .findFirst()
            .orElseThrow();
    assertTrue(waiting.path("depth").longValue() >= 1, queues::toString);
    assertTrue(waiting.path("oldestSeconds").doubleValue() >= 0, queues::toString);
  }
}
