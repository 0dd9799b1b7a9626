package dev.shopwire.app.segments.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reference decides what docs/api/segments.md says, case by case. */
class ReferenceTest {
  private static final String FIELD =
      "{\"type\":\"field\",\"name\":\"%s\",\"op\":\"%s\",\"value\":%s}";

  private final ModelWorkspace workspace = new ModelWorkspace();
  private final ModelCustomer customer = new ModelCustomer("acme.example.com");
  private final Reference reference = new Reference(workspace);

  ReferenceTest() {
    workspace.apps().add("one");
    field("1", "seats", "number", new BigDecimal("1e2"));
    field("2", "plan", "text", "Pro");
    field("3", "day", "text", "2026-03-29");
    field("4", "none", "text", null);
    field("5", "list", "json", List.of(new BigDecimal("1.0"), "1"));
    Map<String, @Nullable Object> listed = new LinkedHashMap<>();
    listed.put("firstSeenAt", "2026-03-28T23:00:00Z");
    customer.setListed(listed);
    for (String time : List.of("10:00", "10:30", "11:00:00.000001", "12:00")) {
      customer.add(view(time, null, 2));
    }
    customer.add(view("09:00", "key", 3));
    customer.add(view("17:00", "key", 0));
  }

  private void field(String id, String name, String type, @Nullable Object value) {
    ModelField field = new ModelField(id, name, type, ModelField.SHARED, "customers");
    workspace.fields().add(field);
    if (value != null) {
      customer.write(field, new ModelValue(value, "one", "request"));
    }
  }

  private static ModelEvent view(String time, @Nullable String key, int rows) {
    String at = "2026-03-29T" + (time.length() == 5 ? time + ":00" : time) + "Z";
    return new ModelEvent(
        "one",
        time,
        ModelEvent.PAGE_VIEW,
        Instant.parse(at),
        "/a/b",
        key,
        Map.of("rows", rows == 0 ? "many" : BigDecimal.valueOf(rows)));
  }

  private boolean holds(String condition, String now) {
    return reference.holds(json(condition), customer, clock(now));
  }

  private static Clock clock(String now) {
    return new Clock(Instant.parse(now), ZoneId.of("Europe/Zurich"));
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "seats, =, 100.0, true",
    "seats, gt, 99.99999999999999999999, true",
    "seats, between, '[100,100]', true",
    "seats, in, '[1,100]', true",
    "plan, =, '\"pro\"', false",
    "plan, starts_with, '\"P\"', true",
    "plan, contains, '\"%\"', false",
    "plan, not_in, '[\"Pro\"]', false",
    "list, contains, 1, true",
    "list, contains, '\"1\"', true",
    "list, contains, '\"1.0\"', false",
    "none, =, '\"\"', false",
    "none, !=, '\"\"', true",
    "none, not_contains, '\"\"', true",
    "none, is_unset, null, true",
    "none, before, '\"2030-01-01\"', false",
    // The field's day starts in UTC, the condition's in Zurich.
    "day, since, '\"2026-03-29\"', true",
    "day, before, '\"2026-03-29\"', false",
    "day, before, '\"2026-03-29T00:00:00.000001\"', true",
    "plan, before, '\"2030-01-01\"', false"
  })
  void fieldsAreCompared(String field, String operator, String value, boolean expected) {
    assertEquals(expected, holds(FIELD.formatted(field, operator, value), "2026-11-21T00:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "since, 2026-03-29, true",
    "before, 2026-03-29, false",
    "after, 2026-03-28, true",
    "before, 2026-03-28T23:00Z, false",
    "since, 2026-03-29T00:00+01:00, true",
    "within, 1d, true",
    "within_next, 1d, false",
    "since, 24h ago, true",
    "before, 24h ago, false",
    "before, now, true"
  })
  void boundsAreHalfOpen(String operator, String value, boolean expected) {
    assertEquals(
        expected,
        holds(
            "{\"type\":\"member\",\"name\":\"firstSeenAt\",\"op\":\"%s\",\"value\":\"%s\"}"
                .formatted(operator, value),
            "2026-03-29T23:00:00Z"));
  }

  @Test
  void aLocalDayMayHave23Hours() {
    String day =
        "{\"type\":\"page\",\"path\":\"/a/*\",\"measure\":\"count\",\"op\":\"=\",\"value\":6,"
            + "\"window\":{\"op\":\"between\",\"value\":[\"2026-03-29\",\"2026-03-29\"]}}";
    assertEquals(true, holds(day, "2026-03-30T00:00:00Z"));
    customer.add(view("22:00", null, 1));
    assertEquals(true, holds(day, "2026-03-30T00:00:00Z"));
    customer.add(view("21:59", null, 1));
    assertEquals(false, holds(day, "2026-03-30T00:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({"08:00:00, 0", "10:30:00, 5", "10:30:00.000001, 7", "13:00:00, 11", "18:00:00, 11"})
  void eventsCountOnceTheirTimeHasPassed(String now, String sum) {
    String condition =
        "{\"type\":\"event\",\"name\":\"page_view\",\"measure\":\"sum\",\"property\":\"rows\","
            + "\"op\":\"=\",\"value\":%s}";
    assertEquals(true, holds(condition.formatted(sum), "2026-03-29T" + now + "Z"));
  }

  @Test
  void gapsOfMoreThanThirtyMinutesAndKeysMakeSessions() {
    assertEquals(
        List.of("10:00:00", "11:00:00.000001", "12:00:00", "09:00:00").stream()
            .map(time -> Instant.parse("2026-03-29T" + time + "Z"))
            .toList(),
        SessionStarts.of(customer.events()));
  }

  @Test
  void aLeafChangesWhenABoundPassesATime() {
    JsonNode leaf =
        json(
            "{\"type\":\"event\",\"name\":\"page_view\",\"measure\":\"count\",\"op\":\"gte\","
                + "\"value\":6,\"window\":{\"op\":\"within\",\"value\":\"1d\"}}");
    assertEquals(
        Optional.of(Instant.parse("2026-03-29T17:00:00.000001Z")),
        reference.nextChange(leaf, customer, clock("2026-03-29T16:00:00Z")));
    assertEquals(
        Optional.of(Instant.parse("2026-03-30T09:00:00.000001Z")),
        reference.nextChange(leaf, customer, clock("2026-03-29T18:00:00Z")));
    assertEquals(
        Optional.empty(), reference.nextChange(leaf, customer, clock("2026-04-02T00:00:00Z")));
  }
}
