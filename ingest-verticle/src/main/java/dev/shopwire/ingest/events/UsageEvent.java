package dev.shopwire.ingest.events;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A valid usage event on its way to a row.
 *
 * @param index its place in the request
 * @param key by which it is unique within its app, see {@link EventKey}
 * @param eventId as the caller sent it, or made here
 * @param customer who did it
 * @param occurredAt to the microsecond, as PostgreSQL keeps it
 * @param properties a JSON object in compact form, or null
 */
record UsageEvent(
    int index,
    UUID key,
    String eventId,
    String eventName,
    Customer customer,
    Instant occurredAt,
    @Nullable String path,
    @Nullable String sessionKey,
    @Nullable String properties) {

  /**
   * The id as it is stored: null where the key says it already, which spares a tenth of the row.
   */
  @Nullable String storedEventId() {
    return EventKey.says(eventId) ? null : eventId;
  }

  /**
   * The customer as the caller names it: by the shop's domain, or by our id.
   *
   * @param domain normalised; null if {@code id} is given
   */
  record Customer(@Nullable String domain, long id) {
    static Customer ofDomain(String domain) {
      return new Customer(domain, 0);
    }

    static Customer ofId(long id) {
      return new Customer(null, id);
    }
  }
}
