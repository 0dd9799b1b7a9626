package dev.shopwire.ingest.events;

import dev.shopwire.common.events.EventKey;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A validated usage event that is to be stored.
 *
 * @param index its position in the request
 * @param key its unique key within the app, see {@link EventKey}
 * @param eventId as the caller sent it, or generated
 * @param hasOwnId whether the caller sent the id
 * @param customer the customer that caused it
 * @param occurredAt to the microsecond, as PostgreSQL stores it
 * @param properties a JSON object in compact form, or null
 */
record UsageEvent(
    int index,
    UUID key,
    String eventId,
    boolean hasOwnId,
    String eventName,
    Customer customer,
    Instant occurredAt,
    @Nullable String path,
    @Nullable String sessionKey,
    @Nullable String properties) {

  /**
   * The id as it is stored: null if the key already contains it, which saves a tenth of the row.
   */
  @Nullable String storedEventId() {
    return EventKey.isOwnKey(eventId) ? null : eventId;
  }

  /**
   * The customer as the caller identifies it: by the shop's domain, by customer id, or by both.
   *
   * @param domain normalized; null if {@code id} alone is given
   * @param id 0 if the domain alone is given
   */
  record Customer(@Nullable String domain, long id) {
    static Customer ofDomain(String domain) {
      return new Customer(domain, 0);
    }

    static Customer ofId(long id) {
      return new Customer(null, id);
    }

    boolean hasId() {
      return id != 0;
    }

    /** Combines both; empty if they contradict each other. */
    Optional<Customer> combine(Customer other) {
      boolean sameDomain = domain == null || other.domain == null || domain.equals(other.domain);
      boolean sameId = !hasId() || !other.hasId() || id == other.id;
      return sameDomain && sameId
          ? Optional.of(
              new Customer(domain == null ? other.domain : domain, hasId() ? id : other.id))
          : Optional.empty();
    }
  }
}
