package dev.shopwire.automation.tracking;

import dev.shopwire.common.config.Settings;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;

/**
 * Settings of tracked segments.
 *
 * @param connections to PostgreSQL for evaluations; half of them for segments that are behind
 * @param evaluation how long a round may evaluate one segment
 * @param build how long one statement of a build or of a drift check may take
 * @param verifyAt when all segments are checked for drift each day, in UTC
 */
public record TrackingConfig(
    int connections, Duration evaluation, Duration build, LocalTime verifyAt) {
  /** How long any other statement may take. */
  static final Duration STATEMENT = Duration.ofSeconds(10);

  /** Builds at once. */
  static final int BUILDS = 2;

  private static final String VERIFY_AT = "segments.verify.at";

  public static TrackingConfig of(Settings settings) {
    return new TrackingConfig(
        settings.integer("segments.tracking.connections", 4, 2, 100),
        Duration.ofMillis(settings.integer("segments.evaluation.millis", 500, 10, 5_000)),
        Duration.ofSeconds(settings.integer("segments.build.seconds", 600, 10, 36_000)),
        time(settings));
  }

  private static LocalTime time(Settings settings) {
    String text = settings.text(VERIFY_AT, "03:00");
    try {
      return LocalTime.parse(text);
    } catch (DateTimeParseException e) {
      throw settings.invalid(VERIFY_AT, "a time of day such as 03:00", text);
    }
  }

  /** All connections of a process: those of evaluations, of builds, and one for drift checks. */
  public int allConnections() {
    return connections + BUILDS + 1;
  }

  /** How many workspaces are evaluated at once. */
  int rounds() {
    return connections - catchUps();
  }

  /** How many segments that are behind are evaluated at once. */
  int catchUps() {
    return connections / 2;
  }
}
