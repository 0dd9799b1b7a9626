package dev.shopwire.app.console.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.console.audit.AuditedWriter.Outcome;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.common.json.Json;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the new rows of the audit log with the writes that were sent, and follows the values of
 * every object from what was stored before, row by row, to what is stored now.
 */
final class AuditChain {
  private static final String LAST = "select coalesce(max(id), 0) from audit_log";
  private static final String ROWS =
      """
      select coalesce(jsonb_agg(to_jsonb(r) order by id), '[]') from (
        select id, actor_type || '/' || coalesce(actor_id, '') as actor, action,
          object_type || '/' || object_id as object, before, after, request_id as request
        from audit_log where id > ?) r
      """;

  /** What shows something else, or when it was used; the audit log has neither. */
  private static final Set<String> UNAUDITED =
      Set.of("user", "workspace", "lastUsedAt", "lastSignInAt");

  private static final String CLOSED = "session.closed";
  private static final String FAILED = "session.failed";

  private final OwnService service;
  private final AuditedObjects objects;
  private final Map<String, Map<String, JsonNode>> known = new HashMap<>();
  private long last;
  private int total;
  private int unansweredRows;

  /** Starts with what is stored now. */
  AuditChain(OwnService service, AuditedObjects objects) {
    this.service = service;
    this.objects = objects;
    this.last = service.sql().number(LAST);
    adopt(objects.keepAll());
  }

  /** A write that was sent. */
  record Attempt(String requestId, AuditedWriter.Write write, Outcome outcome) {
    private boolean mustHaveRow() {
      return outcome == Outcome.DONE && !write.mayChangeNothing();
    }
  }

  /** The number of rows that were compared. */
  int rows() {
    return total;
  }

  /** The number of them whose writes were not answered. */
  int unansweredRows() {
    return unansweredRows;
  }

  /**
   * Asserts that the new rows are exactly the writes that were made, and lead to what is stored.
   */
  void check(List<Attempt> attempts) {
    List<JsonNode> rows = newRows();
    assertRowsOf(attempts, rows);
    rows.forEach(this::apply);
    Map<String, JsonNode> stored = objects.read();
    assertEquals(stored.keySet(), Set.copyOf(known.keySet()), "the objects that exist");
    stored.forEach(this::assertStored);
    adopt(stored);
    objects.refresh(stored);
  }

  private List<JsonNode> newRows() {
    List<JsonNode> rows = new ArrayList<>();
    try {
      Json.MAPPER.readTree(service.sql().text(ROWS, last)).forEach(rows::add);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    if (!rows.isEmpty()) {
      last = rows.get(rows.size() - 1).path("id").asLong();
      total += rows.size();
    }
    return rows;
  }

  private void assertRowsOf(List<Attempt> attempts, List<JsonNode> rows) {
    Map<String, List<JsonNode>> byRequest = new HashMap<>();
    rows.forEach(
        row ->
            byRequest
                .computeIfAbsent(row.path("request").asText(), any -> new ArrayList<>())
                .add(row));
    for (Attempt attempt : attempts) {
      List<JsonNode> own = byRequest.remove(attempt.requestId());
      assertTrue(own != null || !attempt.mustHaveRow(), () -> "no row of " + attempt);
      if (own != null) {
        unansweredRows += attempt.outcome() == Outcome.UNKNOWN ? 1 : 0;
        assertTrue(attempt.outcome() != Outcome.REFUSED, () -> "a row of a refused write: " + own);
        assertEquals(1, own.size(), own::toString);
        assertEquals(attempt.write().actor(), own.get(0).path("actor").asText(), own::toString);
        assertEquals(attempt.write().action(), own.get(0).path("action").asText(), own::toString);
      }
    }
    assertEquals(Map.of(), byRequest, "rows of no write");
  }

  /** Each value before a change is the one after the previous change. */
  private void apply(JsonNode row) {
    String object = row.path("object").asText();
    String action = row.path("action").asText();
    JsonNode before = row.path("before");
    JsonNode after = row.path("after");
    if (action.equals(FAILED)) {
      return;
    }
    if (action.equals(CLOSED)) {
      assertNotNull(known.remove(object), row::toString);
      return;
    }
    if (before.isNull()) {
      assertNull(known.put(object, fields(after)), row::toString);
      return;
    }
    Map<String, JsonNode> values = known.get(object);
    assertNotNull(values, row::toString);
    before
        .properties()
        .forEach(
            field ->
                assertEquals(
                    values.getOrDefault(field.getKey(), field.getValue()),
                    field.getValue(),
                    row::toString));
    if (after.isNull()) {
      known.remove(object);
    } else {
      assertNotEquals(before, after, row::toString);
      values.putAll(fields(after));
    }
  }

  private static Map<String, JsonNode> fields(JsonNode json) {
    Map<String, JsonNode> fields = new HashMap<>();
    json.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return fields;
  }

  private void assertStored(String object, JsonNode stored) {
    known
        .getOrDefault(object, Map.of())
        .forEach(
            (name, value) -> {
              if (stored.has(name) && !UNAUDITED.contains(name)) {
                assertEquals(value, stored.path(name), () -> name + " of " + object);
              }
            });
  }

  /** Takes over the values that no row had so far. */
  private void adopt(Map<String, JsonNode> stored) {
    stored.forEach(
        (object, json) -> {
          Map<String, JsonNode> values = known.computeIfAbsent(object, any -> new HashMap<>());
          fields(json).forEach(values::putIfAbsent);
        });
  }
}
