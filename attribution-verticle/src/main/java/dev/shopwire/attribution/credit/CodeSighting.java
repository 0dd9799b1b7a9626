package dev.shopwire.attribution.credit;

import dev.shopwire.common.tenancy.Shops.Shop;
import java.time.Instant;
import java.util.Optional;

/**
 * A code that was seen with a shop.
 *
 * @param app the slug that was sent with it; empty if the app is known otherwise
 * @param occurredAt when it happened, if not now
 * @param source where it was found, if not in a request
 */
public record CodeSighting(
    long appId,
    Optional<String> app,
    Shop shop,
    SeenCode code,
    Carrier carrier,
    Optional<Instant> occurredAt,
    Source source) {

  /**
   * Where a code was found.
   *
   * @param event the key of the install event that contained it
   * @param logId the row of the log that is decided again
   */
  public record Source(Optional<String> event, Optional<Long> logId) {
    /** A request that named it. */
    public static final Source REQUEST = new Source(Optional.empty(), Optional.empty());

    public static Source event(String key) {
      return new Source(Optional.of(key), Optional.empty());
    }

    public static Source log(long id) {
      return new Source(Optional.empty(), Optional.of(id));
    }
  }
}
