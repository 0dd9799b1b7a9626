package dev.shopwire.attribution;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.tenancy.ShopDomain;

/**
 * The attribution role's settings.
 *
 * @param connections to PostgreSQL, for each instance
 */
public record AttributionConfig(int instances, int connections, ShopDomain domains) {

  public static AttributionConfig of(Settings settings) {
    return new AttributionConfig(
        settings.integer(
            "attribution.instances", Runtime.getRuntime().availableProcessors(), 1, 256),
        settings.integer("attribution.connections", 8, 1, 1_000),
        ShopDomain.of(settings));
  }
}
