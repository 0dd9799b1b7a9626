package dev.shopwire.automation.runs.machine;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the instants of local times. A local time that comes twice on a day is the first one; one
 * that the day skips is the first instant after the gap. A day that a zone skips altogether has no
 * times.
 */
public final class LocalTimes {
  /** A week, the day before, and days that are skipped. */
  private static final int DAYS = 16;

  private LocalTimes() {}

  /**
   * The first instant at or after {@code from} at which it is {@code time} on an allowed weekday.
   *
   * @param weekdays empty for all of them
   */
  public static Instant next(Instant from, LocalTime time, Set<DayOfWeek> weekdays, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    // The day before, because a gap at its end is over on the next day.
    LocalDate day = from.atZone(zone).toLocalDate().minusDays(1);
    for (int i = 0; i < DAYS; i++) {
      LocalDate candidate = day.plusDays(i);
      if (weekdays.isEmpty() || weekdays.contains(candidate.getDayOfWeek())) {
        Optional<Instant> instant = on(candidate, time, rules);
        if (instant.isPresent() && !instant.get().isBefore(from)) {
          return instant.get();
        }
      }
    }
    throw new IllegalStateException("No day of two weeks has " + time + " in " + zone);
  }

  /** When it is {@code time} on a day; empty if the zone skips the day. */
  static Optional<Instant> on(LocalDate day, LocalTime time, ZoneRules rules) {
    LocalDateTime local = day.atTime(time);
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (!offsets.isEmpty()) {
      return Optional.of(local.toInstant(offsets.get(0)));
    }
    ZoneOffsetTransition gap = rules.getTransition(local);
    boolean isWholeDay =
        !gap.getDateTimeBefore().isAfter(day.atStartOfDay())
            && !gap.getDateTimeAfter().isBefore(day.plusDays(1).atStartOfDay());
    return isWholeDay ? Optional.empty() : Optional.of(gap.getInstant());
  }
}
