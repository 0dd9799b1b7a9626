package dev.shopwire.sources.report;

import dev.shopwire.common.config.Settings;
import java.time.Duration;

/**
 * The limits of reports.
 *
 * @param atOnce how many are computed at once in a process
 * @param time how long one may take
 */
public record ReportLimits(int atOnce, Duration time) {
  /** Less than callers wait for a reply. */
  private static final int MAX_MILLIS = 30_000;

  /**
   * @param connections of the pool that reports are read with: all but one may be used at once
   */
  public static ReportLimits of(Settings settings, int connections) {
    return new ReportLimits(
        Math.max(1, connections - 1),
        Duration.ofMillis(settings.integer("sources.report.millis", 20_000, 100, MAX_MILLIS)));
  }

  /** How many of one workspace are computed or wait, so that others get their turn in time. */
  int ofWorkspace() {
    return Math.max(2, atOnce / 2);
  }
}
