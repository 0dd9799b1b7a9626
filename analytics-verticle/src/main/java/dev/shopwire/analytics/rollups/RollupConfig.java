package dev.shopwire.analytics.rollups;

import dev.shopwire.common.config.Settings;
import java.time.Duration;

/**
 * Settings of the aggregation of events.
 *
 * @param connections of the process to PostgreSQL; as many apps are processed at a time
 * @param recentDays for which aggregates are kept by the quarter hour
 * @param mergePause between two runs that merge older aggregates and retry quarantined events
 * @param fetch events that are read at a time; fewer if events may be large
 */
public record RollupConfig(int connections, int recentDays, Duration mergePause, int fetch) {
  private static final int FETCH_BYTES = 8 << 20;
  private static final int MIN_FETCH = 8;
  private static final int MAX_FETCH = 250;

  /**
   * @param eventBytes the maximum size of the properties of one event
   */
  public static RollupConfig of(Settings settings, int eventBytes) {
    return new RollupConfig(
        settings.integer("rollups.connections", 2, 1, 100),
        settings.integer("rollups.recent.days", 35, 1, 36_500),
        Duration.ofSeconds(settings.integer("rollups.merge.seconds", 900, 1, 86_400)),
        Math.max(MIN_FETCH, Math.min(MAX_FETCH, FETCH_BYTES / eventBytes)));
  }
}
