package dev.shopwire.analytics.lookup;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.KeysetCursor;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event in a list.
 *
 * @param properties JSON text exactly as PostgreSQL returns it, so that no digit is lost
 */
record EventRow(
    UUID key,
    String eventId,
    String eventName,
    long customerId,
    String domain,
    Instant occurredAt,
    @Nullable String path,
    @Nullable String sessionKey,
    String properties) {

  /** The columns of the event {@code e} that {@link #read} reads. */
  static final String COLUMNS =
      """
      e.event_key, coalesce(e.event_id, e.event_key::text) as event_id, e.event_name,
        e.customer_id, e.occurred_at, e.path, e.session_key,
        coalesce(e.properties::text, '{}') as properties""";

  static EventRow read(Row row) {
    return new EventRow(
        row.getUUID("event_key"),
        row.getString("event_id"),
        row.getString("event_name"),
        row.getLong("customer_id"),
        row.getString("domain"),
        row.getOffsetDateTime("occurred_at").toInstant(),
        row.getString("path"),
        row.getString("session_key"),
        row.getString("properties"));
  }

  KeysetCursor cursor() {
    return KeysetCursor.of(occurredAt, key);
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("eventId", eventId);
    json.put("eventName", eventName);
    json.put("customerId", CustomerId.of(customerId));
    json.put("myplatformDomain", domain);
    json.put("timestamp", Times.format(occurredAt));
    json.put("path", path);
    json.put("sessionKey", sessionKey);
    json.put("properties", new RawValue(properties));
    return json;
  }
}
