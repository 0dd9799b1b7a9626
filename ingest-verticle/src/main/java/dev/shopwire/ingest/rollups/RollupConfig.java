package dev.shopwire.ingest.rollups;

import dev.shopwire.common.config.Settings;
import java.time.Duration;

/**
 * How events are added up.
 *
 * @param connections of the process to PostgreSQL; as many apps are worked for at a time
 * @param recentDays for which figures are kept by the quarter of an hour
 * @param mergePause between two looks for older figures to be merged
 */
public record RollupConfig(int connections, int recentDays, Duration mergePause) {
  public static RollupConfig of(Settings settings) {
    return new RollupConfig(
        settings.integer("rollups.connections", 2, 1, 100),
        settings.integer("rollups.recent.days", 35, 1, 36_500),
        Duration.ofSeconds(settings.integer("rollups.merge.seconds", 900, 1, 86_400)));
  }
}
