package dev.shopwire.analytics;

import dev.shopwire.analytics.query.ReadBudget;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.rollups.RollupConfig;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;
import dev.shopwire.common.redis.RedisConfig;
import java.time.Duration;

/**
 * Settings of the analytics role.
 *
 * @param instances of the verticle, each on its own event loop
 * @param connections to PostgreSQL for short queries, per instance
 * @param reads connections and budgets of reports
 */
public record AnalyticsConfig(
    int instances, RedisConfig redis, int connections, RollupConfig rollups, Reads.Limits reads) {
  private static final int MAX = 1_000_000_000;

  public static AnalyticsConfig of(Settings settings) {
    return new AnalyticsConfig(
        settings.integer("analytics.instances", Runtime.getRuntime().availableProcessors(), 1, 256),
        RedisConfig.of(settings),
        settings.integer("analytics.connections", 1, 1, 100),
        RollupConfig.of(settings, SharedSettings.propertiesBytes(settings)),
        new Reads.Limits(
            settings.integer("reads.lookups", 4, 1, 1_000),
            settings.integer("reads.scans", 2, 1, 1_000),
            new ReadBudget.Limits(
                Duration.ofMillis(settings.integer("reads.budget.millis", 5_000, 100, 9_000)),
                settings.integer("reads.budget.rows", 3_000_000, 1_000, MAX),
                settings.integer("reads.budget.bytes", 16 << 20, 64 << 10, MAX))));
  }
}
