package dev.shopwire.attribution;

import dev.shopwire.attribution.installs.InstallSourceConfig;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.tenancy.ShopDomain;
import java.util.Optional;

/**
 * The attribution role's settings.
 *
 * @param connections PostgreSQL connections per instance
 * @param installSource the install source; empty if none is connected
 */
public record AttributionConfig(
    int instances,
    int connections,
    ShopDomain domains,
    Optional<InstallSourceConfig> installSource) {

  public static AttributionConfig of(Settings settings) {
    return new AttributionConfig(
        settings.integer(
            "attribution.instances", Runtime.getRuntime().availableProcessors(), 1, 256),
        settings.integer("attribution.connections", 5, 1, 1_000),
        ShopDomain.of(settings),
        InstallSourceConfig.of(settings));
  }
}
