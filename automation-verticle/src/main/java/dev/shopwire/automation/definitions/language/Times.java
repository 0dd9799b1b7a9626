package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.settings.DurationText;
import dev.shopwire.automation.settings.LocalTimeText;
import dev.shopwire.common.time.TimeZones;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads durations, local times, weekdays and time zones. */
final class Times {
  private static final String INVALID_TIME = "invalid_time";
  private static final int DAYS = 7;
  private static final List<String> WEEKDAYS =
      Stream.of(DayOfWeek.values()).map(Times::name).toList();

  private Times() {}

  /** A required duration above zero. */
  static Duration duration(Part part, String member) {
    if (!part.requires(member, DurationText.EXPECTED)) {
      return DurationText.MAX;
    }
    Optional<Duration> read = parse(part.value(member)).filter(given -> !given.isZero());
    if (read.isEmpty()) {
      invalid(part, member, "must be " + DurationText.EXPECTED + ", and more than 0");
    }
    return read.orElse(DurationText.MAX);
  }

  /** A duration from zero to {@code max}; {@code otherwise} if it is absent. */
  static Duration duration(Part part, String member, Duration max, Duration otherwise) {
    if (!part.has(member)) {
      return otherwise;
    }
    Optional<Duration> read = parse(part.value(member)).filter(given -> given.compareTo(max) <= 0);
    if (read.isEmpty()) {
      invalid(part, member, "must be a duration such as 5m, from 0s to " + max.toHours() + "h");
    }
    return read.orElse(otherwise);
  }

  private static Optional<Duration> parse(JsonNode value) {
    return value.isTextual() ? DurationText.parse(value.textValue()) : Optional.empty();
  }

  private static void invalid(Part part, String member, String problem) {
    part.fault(member, "invalid_duration", problem);
  }

  /** A required local time. */
  static LocalTime time(Part part) {
    if (!part.requires("time", LocalTimeText.EXPECTED)) {
      return LocalTime.MIDNIGHT;
    }
    JsonNode value = part.value("time");
    Optional<LocalTime> time =
        value.isTextual() ? LocalTimeText.parse(value.textValue()) : Optional.empty();
    if (time.isEmpty()) {
      part.fault("time", INVALID_TIME, "must be " + LocalTimeText.EXPECTED);
    }
    return time.orElse(LocalTime.MIDNIGHT);
  }

  /** The member {@code weekdays}; empty if it is absent. */
  static Set<DayOfWeek> weekdays(Part part) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    List<JsonNode> items = part.items("weekdays", DAYS);
    for (int i = 0; i < items.size(); i++) {
      int day = items.get(i).isTextual() ? WEEKDAYS.indexOf(items.get(i).textValue()) : -1;
      if (day < 0) {
        part.faults()
            .add(
                part.itemPointer("weekdays", i),
                INVALID_TIME,
                "expected one of " + String.join(", ", WEEKDAYS));
      } else {
        days.add(DayOfWeek.of(day + 1));
      }
    }
    if (part.value("weekdays").isArray() && items.isEmpty()) {
      part.fault("weekdays", INVALID_TIME, "must have 1 to 7 items");
    }
    return days;
  }

  /** A required IANA time zone. */
  static ZoneId zone(Part part, String member) {
    ZoneId otherwise = ZoneId.of("UTC");
    if (!part.requires(member, "an IANA time zone")) {
      return otherwise;
    }
    JsonNode value = part.value(member);
    Optional<ZoneId> zone =
        value.isTextual() && value.textValue().length() <= TimeZones.MAX_LENGTH
            ? TimeZones.find(value.textValue())
            : Optional.empty();
    if (zone.isEmpty()) {
      part.fault(member, "invalid_timezone", TimeZones.EXPECTED);
    }
    return zone.orElse(otherwise);
  }

  private static String name(DayOfWeek day) {
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  /** All days of the week. */
  static Set<DayOfWeek> everyDay() {
    return Stream.of(DayOfWeek.values()).collect(Collectors.toUnmodifiableSet());
  }
}
