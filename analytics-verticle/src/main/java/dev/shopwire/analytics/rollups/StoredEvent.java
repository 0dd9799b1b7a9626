package dev.shopwire.analytics.rollups;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored usage event to be aggregated.
 *
 * @param properties a JSON object, or null
 */
record StoredEvent(
    String name,
    long customerId,
    Instant occurredAt,
    UUID key,
    @Nullable String path,
    @Nullable String sessionKey,
    @Nullable String properties) {
  private static final String PAGE_VIEW = "page_view";

  static StoredEvent read(Row row) {
    return new StoredEvent(
        row.getString("event_name"),
        row.getLong("customer_id"),
        row.getOffsetDateTime("occurred_at").toInstant(),
        row.getUUID("event_key"),
        row.getString("path"),
        row.getString("session_key"),
        row.getString("properties"));
  }

  /** Whether it is named {@code page_view} and has a path (docs/api/events.md). */
  boolean isPageView() {
    return path != null && name.equals(PAGE_VIEW);
  }
}
