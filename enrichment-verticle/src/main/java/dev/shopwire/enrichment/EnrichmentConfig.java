package dev.shopwire.enrichment;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.enrichment.contacts.PostStaff;
import dev.shopwire.enrichment.fields.FieldLimits;
import java.time.Duration;

/**
 * The enrichment role's settings.
 *
 * @param connections to PostgreSQL, for each instance
 * @param staff what {@code POST /staff} may hold
 * @param sweepInterval how often values of deleted fields are looked for
 */
public record EnrichmentConfig(
    int instances,
    int connections,
    FieldLimits fields,
    PostStaff.Limits staff,
    ShopDomain domains,
    Duration sweepInterval) {

  public static EnrichmentConfig of(Settings settings) {
    return new EnrichmentConfig(
        settings.integer(
            "enrichment.instances", Runtime.getRuntime().availableProcessors(), 1, 256),
        settings.integer("enrichment.connections", 8, 1, 1_000),
        FieldLimits.of(settings),
        new PostStaff.Limits(
            settings.integer("limits.staff.people", 1_000, 1, 100_000),
            settings.integer("limits.contacts.per.customer", 10_000, 1, 100_000)),
        ShopDomain.of(settings),
        settings.millis("enrichment.sweep.millis", 10_000));
  }
}
