package dev.shopwire.attribution.credit;

import dev.shopwire.common.tenancy.Shops.Shop;
import java.time.Instant;
import java.util.Optional;

/**
 * A code that was seen with a shop.
 *
 * @param app the slug that came with it; empty where the app is known otherwise
 * @param code as it was sent
 * @param occurredAt when it happened, if that is known to be another time than now
 * @param sourceKey the key of the event that carried it, if one did
 */
public record Sighting(
    int appId,
    Optional<String> app,
    Shop shop,
    String code,
    Carrier carrier,
    Optional<Instant> occurredAt,
    Optional<String> sourceKey) {}
