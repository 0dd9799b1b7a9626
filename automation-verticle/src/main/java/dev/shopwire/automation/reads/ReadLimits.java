package dev.shopwire.automation.reads;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.postgres.SessionSettings;
import java.time.Duration;

/**
 * The limits of reads that may take seconds: previews, explanations, pages of live members.
 *
 * @param atOnce how many run at once, each on a connection of its own
 * @param time how long one may take
 */
public record ReadLimits(int atOnce, Duration time) {
  /** Less than callers of the role wait for a reply. */
  private static final int MAX_MILLIS = 30_000;

  /** For the connections of these reads. */
  public SessionSettings sessionSettings() {
    return new SessionSettings(time, SessionSettings.READS.idleInTransactionTimeout(), true);
  }

  public static ReadLimits of(Settings settings) {
    return new ReadLimits(
        settings.integer("segments.reads", 2, 1, 100),
        Duration.ofMillis(settings.integer("segments.read.millis", 10_000, 100, MAX_MILLIS)));
  }
}
