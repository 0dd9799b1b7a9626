package dev.shopwire.app.webhooks;

import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares replays by filter with the rule applied to every delivery. */
@Tag("full")
class WebhookReplayFilterIT {
  private static final Duration TIME = Duration.ofSeconds(20);
  private static final int DELIVERIES = 80;
  private static final int FILTERS = 12;
  private static final List<String> STATUSES = List.of("failed", "parked", "delivered");
  private static final List<String> TOPICS =
      List.of("customers/usage_event", "contacts/created", "contacts/deleted");
  private static final List<String> NAMES = List.of("opened", "closed", "paid");
  private static final List<Long> CUSTOMERS = List.of(7_000_000_001L, 7_000_000_002L);

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final Instant start =
      Instant.now().minus(2, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);
  private final WebhookRowsFixture rows = WebhookRowsFixture.shared();
  private final WebhookRowsFixture others = WebhookRowsFixture.shared();

  /** A settled delivery; its status changes when it is replayed. */
  private static final class Settled {
    final UUID message;
    final Instant at;
    final String topic;
    final String eventName;
    final long customer;
    final boolean isTest;
    String status;

    Settled(
        UUID message,
        Instant at,
        String topic,
        String eventName,
        long customer,
        boolean isTest,
        String status) {
      this.message = message;
      this.at = at;
      this.topic = topic;
      this.eventName = eventName;
      this.customer = customer;
      this.isTest = isTest;
      this.status = status;
    }
  }

  /** A filter as it is sent, and what it means. */
  private record Filter(ObjectNode json, Predicate<Settled> selects) {
    String body(boolean isDryRun) {
      ObjectNode body = json.deepCopy();
      return (isDryRun ? body.put("dryRun", true) : body).toString();
    }
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** A random part of {@code values}, with at least one of them. */
  private List<String> some(List<String> values) {
    List<String> some = new ArrayList<>(values);
    some.removeIf(value -> random.nextBoolean());
    return some.isEmpty() ? List.of(oneOf(values)) : some;
  }

  private static String quoted(String text) {
    return "'" + text + "'";
  }

  /** Adds a delivery to the endpoint of {@code owner}. */
  private Settled add(WebhookRowsFixture owner) {
    boolean isTest = random.nextInt(8) == 0;
    Instant at = start.plusMillis(random.nextInt(1_000));
    String topic = isTest ? "webhooks/test" : oneOf(TOPICS);
    Settled settled =
        new Settled(
            new UUID(at.toEpochMilli() << 16 | 0x7000, Long.MIN_VALUE | random.nextLong() >>> 2),
            at,
            topic,
            topic.equals("customers/usage_event") ? oneOf(NAMES) : "",
            isTest ? 0 : oneOf(CUSTOMERS),
            isTest,
            oneOf(STATUSES));
    // A test that was replayed on its own is of the kind 'replay'.
    String kind = isTest && random.nextBoolean() ? "test" : isTest ? "replay" : "live";
    owner
        .sql()
        .run(
            """
            insert into webhook_messages (workspace_id, id, topic, customer_id, payload)
            values (%1$d, '%3$s', '%4$s', nullif(%5$d, 0), '{"eventName":"%6$s"}');
            insert into webhook_deliveries (
              workspace_id, endpoint_id, message_id, kind, sequence, status, reason, attempts)
            values (%1$d, %2$d, '%3$s', %7$s, %8$s, %9$s, null, 1)
            """
                .formatted(
                    owner.workspace(),
                    owner.endpointId(),
                    settled.message,
                    topic,
                    settled.customer,
                    settled.eventName,
                    quoted(kind),
                    isTest ? "null" : "1",
                    quoted(settled.status)));
    return settled;
  }

  private Filter filter() {
    ObjectNode json = Json.MAPPER.createObjectNode();
    Instant since = start.plusMillis(random.nextInt(400));
    json.put("since", since.toString());
    Predicate<Settled> selects = each -> !each.isTest && !each.at.isBefore(since);
    if (random.nextBoolean()) {
      Instant until = since.plusMillis(random.nextInt(600));
      json.put("until", until.toString());
      selects = selects.and(each -> !each.at.isAfter(until));
    }
    List<String> statuses = random.nextBoolean() ? some(STATUSES) : List.of("failed", "parked");
    if (!statuses.equals(List.of("failed", "parked"))) {
      array(json.putArray("statuses"), statuses);
    }
    selects = selects.and(each -> statuses.contains(each.status));
    if (random.nextBoolean()) {
      List<String> topics = some(TOPICS);
      array(json.putArray("topics"), topics);
      selects = selects.and(each -> topics.contains(each.topic));
    }
    if (random.nextInt(3) == 0) {
      List<String> names = some(NAMES);
      array(json.putArray("eventNames"), names);
      selects = selects.and(each -> names.contains(each.eventName));
    }
    if (random.nextInt(3) == 0) {
      long customer = oneOf(CUSTOMERS);
      json.put("customerId", CustomerId.of(customer));
      selects = selects.and(each -> each.customer == customer);
    }
    return new Filter(json, selects);
  }

  private static void array(ArrayNode array, List<String> values) {
    values.forEach(array::add);
  }

  private Set<UUID> due() {
    String all =
        rows.sql()
            .text(
                """
                select coalesce(string_agg(message_id::text, ' '), '') from webhook_due
                where endpoint_id = ?
                """,
                rows.endpointId());
    return all.isEmpty()
        ? Set.of()
        : Arrays.stream(all.split(" ", -1))
            .map(UUID::fromString)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private JsonNode replay(String body) {
    Response response = rows.post("/replay", body);
    assertEquals(200, response.status(), () -> body + ": " + response.body());
    return response.json();
  }

  private JsonNode show(String id) {
    return rows.console().get(WebhookRowsFixture.API + "/replays/" + id).json().path("replay");
  }

  private void check(Filter filter, List<Settled> all) {
    List<Settled> selected = all.stream().filter(filter.selects()).toList();
    String what = "seed " + seed + ", " + filter.json();
    assertEquals(selected.size(), replay(filter.body(true)).path("count").intValue(), what);
    assertEquals(Set.of(), due(), "a dry run sends nothing");
    JsonNode replay = replay(filter.body(false)).path("replay");
    assertEquals(selected.size(), replay.path("total").intValue(), what);
    // What fails after the start is not part of it.
    Settled late = add(rows);
    all.add(late);
    String id = replay.path("id").asText();
    Set<UUID> messages =
        selected.stream().map(each -> each.message).collect(Collectors.toCollection(TreeSet::new));
    Poll.until(TIME, () -> what + ": " + due(), () -> due().equals(messages));
    rows.deliver(id, DELIVERIES + FILTERS);
    Poll.until(
        TIME, () -> show(id).toString(), () -> show(id).path("status").asText().equals("done"));
    assertEquals(selected.size(), show(id).path("total").intValue(), what);
    assertEquals(selected.size(), show(id).path("done").intValue(), what);
    selected.forEach(each -> each.status = "delivered");
  }

  @Test
  void aReplaySendsExactlyWhatItsFilterSelects() {
    List<Settled> all = new ArrayList<>();
    for (int i = 0; i < DELIVERIES; i++) {
      all.add(add(rows));
      add(others);
    }
    for (int i = 0; i < FILTERS; i++) {
      check(filter(), all);
    }
    assertEquals(0, others.dueCount(), "another endpoint's deliveries");
  }

  @Test
  void aDeliveryThatWasReplayedOnItsOwnIsNotSentAgain() {
    UUID first = rows.addMessageAt(start);
    rows.addSettled(first, "failed", "exhausted");
    // The parts after the first wait until few of its deliveries are due.
    rows.sql()
        .run(
            """
            with message as (
              insert into webhook_messages (workspace_id, id, topic, payload)
              select %1$d, webhook_message_id(), 'customers/usage_event', '{}'
              from generate_series(1, 1000)
              returning id
            )
            insert into webhook_deliveries (
              workspace_id, endpoint_id, message_id, kind, sequence, status, reason, attempts)
            select %1$d, %2$d, id, 'live', 1, 'failed', 'exhausted', 3 from message
            """
                .formatted(rows.workspace(), rows.endpointId()));
    UUID last = rows.addMessage();
    rows.addSettled(last, "failed", "exhausted");
    String since = start.toString();
    JsonNode replay = replay("{\"since\":\"" + since + "\"}").path("replay");
    assertEquals(1_002, replay.path("total").intValue());
    assertFails(rows.replay(since), 409, "replay_running");
    Response alone =
        rows.console()
            .post(WebhookRowsFixture.API + "/deliveries/" + rows.id(last) + "/replay", "{}");
    assertEquals(200, alone.status(), alone::body);
    rows.deliver(alone.json().path("replay").path("id").asText(), 1);
    String id = replay.path("id").asText();
    long[] delivered = {0};
    Poll.until(
        TIME,
        () -> show(id).toString(),
        () -> {
          delivered[0] += rows.deliver(id, 300);
          return show(id).path("status").asText().equals("done");
        });
    assertEquals(1_001, delivered[0], "all but the one that was delivered meanwhile");
    assertEquals(1_002, show(id).path("done").intValue());
    assertEquals(1_002, show(id).path("total").intValue());
  }

  @Test
  void anInvalidFilterIsReportedByPointer() {
    Response response =
        rows.post(
            "/replay",
            "{\"since\":\"2026-01-01T00:00:00Z\",\"statuses\":[\"pending\"],"
                + "\"topics\":[\"webhooks/test\"],\"customerId\":\"7\",\"dryrun\":true}");
    WebhookEndpointsFixture.assertErrors(
        response,
        "/statuses/0 invalid_status, /topics/0 unknown_topic,"
            + " /customerId invalid_customer_id, /dryrun unknown_field");
  }
}
