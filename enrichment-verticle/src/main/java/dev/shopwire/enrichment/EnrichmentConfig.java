package dev.shopwire.enrichment;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.enrichment.contacts.StaffHandler;
import dev.shopwire.enrichment.fields.FieldLimits;
import java.time.Duration;

/**
 * The enrichment role's settings.
 *
 * @param connections PostgreSQL connections per instance
 * @param staff limits of {@code POST /staff}
 * @param sweepInterval how often to look for values of deleted and retyped fields
 */
public record EnrichmentConfig(
    int instances,
    int connections,
    FieldLimits fields,
    StaffHandler.Limits staff,
    ShopDomain domains,
    Duration sweepInterval) {

  public static EnrichmentConfig of(Settings settings) {
    return new EnrichmentConfig(
        settings.integer(
            "enrichment.instances", Runtime.getRuntime().availableProcessors(), 1, 256),
        settings.integer("enrichment.connections", 8, 1, 1_000),
        FieldLimits.of(settings),
        new StaffHandler.Limits(
            settings.integer("limits.staff.people", 1_000, 1, 100_000),
            settings.integer("limits.contacts.per.customer", 10_000, 1, 100_000)),
        ShopDomain.of(settings),
        settings.millis("enrichment.sweep.millis", 10_000));
  }
}
