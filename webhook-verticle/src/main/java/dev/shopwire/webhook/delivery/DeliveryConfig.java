package dev.shopwire.webhook.delivery;

import dev.shopwire.common.config.Settings;
import dev.shopwire.webhook.lanes.Lanes;
import java.time.Duration;

/**
 * Settings for delivery.
 *
 * @param instances workers in this process, one per event loop
 * @param connections PostgreSQL connections per worker
 * @param inFlight maximum requests in flight per worker
 * @param sweep how long a lost wake-up may delay a delivery
 */
public record DeliveryConfig(
    int instances, int connections, int inFlight, Duration sweep, Lanes.Times lanes) {

  public static DeliveryConfig of(Settings settings) {
    int lease = settings.integer("webhook.lease.millis", 10_000, 3_000, 60_000);
    return new DeliveryConfig(
        settings.integer("webhook.workers", 1, 1, 64),
        settings.integer("webhook.connections", 4, 2, 100),
        settings.integer("webhook.in.flight", 4_096, 1, 100_000),
        Duration.ofMillis(settings.integer("webhook.sweep.millis", 250, 10, 60_000)),
        new Lanes.Times(Duration.ofMillis(lease), Duration.ofMillis(lease / 5)));
  }
}
