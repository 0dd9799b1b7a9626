package dev.shopwire.attribution.credit;

import dev.shopwire.common.tenancy.Shops.Shop;
import java.time.Instant;
import java.util.Optional;

/**
 * A code that was seen with a shop.
 *
 * @param app the slug that came with it; empty where the app is known otherwise
 * @param occurredAt when it happened, if that is known to be another time than now
 * @param source what it was found in, if it did not come by a call
 */
public record CodeSighting(
    int appId,
    Optional<String> app,
    Shop shop,
    SeenCode code,
    Carrier carrier,
    Optional<Instant> occurredAt,
    Source source) {

  /**
   * Where a code was found.
   *
   * @param event the key of the listing event that carried it
   * @param logId the row of the log that is decided again
   */
  public record Source(Optional<String> event, Optional<Long> logId) {
    /** The call that named it. */
    public static final Source CALL = new Source(Optional.empty(), Optional.empty());

    public static Source event(String key) {
      return new Source(Optional.of(key), Optional.empty());
    }

    public static Source log(long id) {
      return new Source(Optional.empty(), Optional.of(id));
    }
  }
}
