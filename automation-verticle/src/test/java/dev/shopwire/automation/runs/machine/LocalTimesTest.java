package dev.shopwire.automation.runs.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocalTimesTest {
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
  private static final int ROUNDS = 25;

  @Test
  void aSkippedTimeIsTheFirstInstantAfterTheGap() {
    assertEquals(
        Instant.parse("2026-03-29T01:00:00Z"),
        next("2026-03-29T00:30:00Z", "02:30", Set.of(), ZURICH));
  }

  @Test
  void aTimeThatComesTwiceIsTheFirst() {
    assertEquals(
        Instant.parse("2026-10-25T00:30:00Z"),
        next("2026-10-24T12:00:00Z", "02:30", Set.of(), ZURICH));
    assertEquals(
        Instant.parse("2026-10-26T01:30:00Z"),
        next("2026-10-25T00:30:01Z", "02:30", Set.of(), ZURICH));
  }

  @Test
  void theStartItselfCounts() {
    assertEquals(
        Instant.parse("2026-06-01T07:00:00Z"),
        next("2026-06-01T07:00:00Z", "09:00", Set.of(), ZURICH));
  }

  @Test
  void aGapOverMidnightEndsOnTheNextDay() {
    // 2025-03-30 00:00 became 01:00 there, and the day before had all its times.
    ZoneId beirut = ZoneId.of("Asia/Beirut");
    assertEquals(
        Instant.parse("2025-03-29T22:00:00Z"),
        next("2025-03-29T12:00:00Z", "00:30", Set.of(DayOfWeek.SUNDAY), beirut));
  }

  @Test
  void aDayThatAZoneSkipsHasNoTimes() {
    ZoneId apia = ZoneId.of("Pacific/Apia");
    assertEquals(
        LocalDateTime.parse("2012-01-06T08:00").atZone(apia).toInstant(),
        next("2011-12-30T09:00:00Z", "08:00", Set.of(DayOfWeek.FRIDAY), apia));
  }

  @Test
  void agreesWithALookAtEveryMinuteAroundEachChangeOfAllZones() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Set<List<ZoneOffsetTransition>> seen = new HashSet<>();
    int changes = 0;
    for (String id : ZoneId.getAvailableZoneIds()) {
      ZoneId zone = ZoneId.of(id);
      List<ZoneOffsetTransition> transitions = transitions(zone);
      // Zones with the same changes have the same times.
      if (transitions.isEmpty() || !seen.add(transitions)) {
        continue;
      }
      for (ZoneOffsetTransition transition : transitions) {
        changes++;
        for (int i = 0; i < ROUNDS; i++) {
          check(random, zone, transition, seed);
        }
      }
    }
    assertTrue(changes > 100, () -> "Zones changed too seldom for a test");
  }

  /** Those of the last and the next year, seen from a day whose rules are known. */
  private static List<ZoneOffsetTransition> transitions(ZoneId zone) {
    Instant end = Instant.parse("2027-12-31T00:00:00Z");
    List<ZoneOffsetTransition> found = new ArrayList<>();
    ZoneOffsetTransition next =
        zone.getRules().nextTransition(Instant.parse("2025-01-01T00:00:00Z"));
    while (next != null && next.getInstant().isBefore(end)) {
      found.add(next);
      next = zone.getRules().nextTransition(next.getInstant());
    }
    return found;
  }

  private static void check(Random random, ZoneId zone, ZoneOffsetTransition change, long seed) {
    Instant from = change.getInstant().plus(Duration.ofMinutes(random.nextInt(-2_880, 240)));
    LocalTime time =
        random.nextBoolean()
            ? LocalTime.of(random.nextInt(24), random.nextInt(60))
            : change
                .getDateTimeBefore()
                .plusMinutes(random.nextInt(-90, 90))
                .toLocalTime()
                .withSecond(0);
    Set<DayOfWeek> weekdays = EnumSet.noneOf(DayOfWeek.class);
    if (random.nextBoolean()) {
      weekdays.add(change.getDateTimeBefore().getDayOfWeek().plus(random.nextInt(3)));
    }
    assertEquals(
        byMinutes(from, time, weekdays, zone),
        LocalTimes.next(from, time, weekdays, zone),
        () -> zone + " " + from + " " + time + " " + weekdays + ", seed " + seed);
  }

  /**
   * Looks at every minute. A minute satisfies a day if it has the time, and the day did not have it
   * before, or if the clock has just jumped over the time of that day.
   */
  private static Instant byMinutes(
      Instant from, LocalTime time, Set<DayOfWeek> weekdays, ZoneId zone) {
    Instant minute = from.minus(Duration.ofHours(30));
    Set<LocalDate> had = new HashSet<>();
    ZonedDateTime before = minute.minus(Duration.ofMinutes(1)).atZone(zone);
    while (true) {
      ZonedDateTime now = minute.atZone(zone);
      Optional<LocalDate> day = day(before, now, time);
      if (day.isPresent()
          && had.add(day.get())
          && !minute.isBefore(from)
          && (weekdays.isEmpty() || weekdays.contains(day.get().getDayOfWeek()))) {
        return minute;
      }
      before = now;
      minute = minute.plus(Duration.ofMinutes(1));
    }
  }

  private static Optional<LocalDate> day(ZonedDateTime before, ZonedDateTime now, LocalTime time) {
    if (now.toLocalTime().equals(time)) {
      return Optional.of(now.toLocalDate());
    }
    LocalDateTime last = before.toLocalDateTime();
    for (LocalDate day : List.of(last.toLocalDate(), now.toLocalDate())) {
      LocalDateTime wanted = day.atTime(time);
      if (wanted.isAfter(last) && wanted.isBefore(now.toLocalDateTime())) {
        return Optional.of(day);
      }
    }
    return Optional.empty();
  }

  private static Instant next(String from, String time, Set<DayOfWeek> weekdays, ZoneId zone) {
    return LocalTimes.next(Instant.parse(from), LocalTime.parse(time), weekdays, zone);
  }

  @Test
  void quietHoursOverMidnightEndInTheMorning() {
    QuietWindow quiet = new QuietWindow(LocalTime.of(22, 0), LocalTime.of(7, 0), ZoneOffset.UTC);
    assertEquals(
        Instant.parse("2026-06-02T07:00:00Z"),
        quiet.endAfter(Instant.parse("2026-06-01T23:10:00Z")));
    assertEquals(
        Instant.parse("2026-06-01T07:00:00Z"),
        quiet.endAfter(Instant.parse("2026-06-01T06:59:59Z")));
    Instant allowed = Instant.parse("2026-06-01T07:00:00Z");
    assertEquals(allowed, quiet.endAfter(allowed));
  }

  @Test
  void quietHoursOfADayEndOnThatDay() {
    QuietWindow quiet = new QuietWindow(LocalTime.of(12, 0), LocalTime.of(13, 0), ZoneOffset.UTC);
    assertEquals(
        Instant.parse("2026-06-01T13:00:00Z"),
        quiet.endAfter(Instant.parse("2026-06-01T12:00:00Z")));
    Instant allowed = Instant.parse("2026-06-01T11:59:59Z");
    assertEquals(allowed, quiet.endAfter(allowed));
  }
}
