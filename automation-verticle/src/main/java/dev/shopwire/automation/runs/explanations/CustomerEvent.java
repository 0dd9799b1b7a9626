package dev.shopwire.automation.runs.explanations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.events.EventKey;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored usage event of a customer.
 *
 * @param properties null if it has none
 */
record CustomerEvent(
    long appId,
    UUID key,
    String name,
    Instant occurredAt,
    Instant receivedAt,
    @Nullable JsonNode properties) {

  // Two apps of a workspace may have sent the same id: the last one counts.
  private static final String FIND =
      """
      select e.app_id, e.event_key, e.event_name, e.occurred_at, e.received_at,
        e.properties::text as properties
      from tenancy_apps a
      cross join lateral (
        select * from stored_usage_events u
        where u.app_id = a.id and u.customer_id = $2 and u.event_key = $3 offset 0
      ) e
      where a.workspace_id = $1
      order by e.received_at desc limit 1
      """;

  /** Empty if the customer has no such event, or it is no longer stored. */
  static Future<Optional<CustomerEvent>> find(
      SqlClient client, long workspaceId, long customerId, String eventId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, customerId, EventKey.of(eventId)))
        .map(rows -> Rows.first(rows, CustomerEvent::read));
  }

  private static CustomerEvent read(Row row) {
    return new CustomerEvent(
        row.getLong("app_id"),
        row.getUUID("event_key"),
        row.getString("event_name"),
        row.getOffsetDateTime("occurred_at").toInstant(),
        row.getOffsetDateTime("received_at").toInstant(),
        parse(row.getString("properties")));
  }

  private static @Nullable JsonNode parse(@Nullable String json) {
    try {
      return json == null ? null : Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Properties of a stored event can't be read", e);
    }
  }
}
