package dev.shopwire.common.time;

import dev.shopwire.common.query.Query;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * Reads the parameters {@code startDate}, {@code endDate} and {@code timezone}. A bare date is the
 * whole local day, both ends included; an instant (ISO 8601, no offset means UTC, or seconds or
 * milliseconds since 1970) is a half-open bound: {@code start ≤ t < end}.
 *
 * @param start inclusive, if one was sent
 * @param end exclusive, if one was sent
 */
public record Bounds(Optional<Instant> start, Optional<Instant> end, ZoneId zone) {
  private static final int MAX_LENGTH = 64;
  private static final int DEFAULT_DAYS = 30;
  private static final ZoneId UTC = ZoneId.of("UTC");

  /** Reads the parameters; validation errors are recorded in {@code query}. */
  public static Bounds read(Query query) {
    ZoneId zone = zone(query);
    Optional<Instant> start = bound(query, "startDate", zone, 0);
    Optional<Instant> end = bound(query, "endDate", zone, 1);
    if (start.isPresent() && end.isPresent() && !start.get().isBefore(end.get())) {
      end = query.addError("endDate", "empty_range", "must be after startDate");
    }
    return new Bounds(start, end, zone);
  }

  /**
   * Reads the parameter {@code since}, of which a bare date is its midnight in UTC; a validation
   * error is recorded in {@code query}.
   */
  public static Optional<Instant> since(Query query) {
    return bound(query, "since", UTC, 0);
  }

  /** The range, by default of 30 local days to the end of today. */
  public TimeRange orLastDays(Instant now) {
    Instant until = end.orElseGet(() -> endOfDay(now));
    Instant from =
        start.orElseGet(
            () ->
                LocalDate.ofInstant(until.minusNanos(1), zone)
                    .minusDays(DEFAULT_DAYS - 1)
                    .atStartOfDay(zone)
                    .toInstant());
    return new TimeRange(from, until.isAfter(from) ? until : endOfDay(from), zone);
  }

  private Instant endOfDay(Instant instant) {
    return LocalDate.ofInstant(instant, zone).plusDays(1).atStartOfDay(zone).toInstant();
  }

  private static ZoneId zone(Query query) {
    return query
        .text("timezone", TimeZones.MAX_LENGTH)
        .map(String::strip)
        .flatMap(name -> zone(query, name))
        .orElse(UTC);
  }

  private static Optional<ZoneId> zone(Query query, String name) {
    Optional<ZoneId> known = TimeZones.find(name);
    return known.isPresent()
        ? known
        : query.addError("timezone", "invalid_timezone", TimeZones.EXPECTED + ", got " + name);
  }

  private static Optional<Instant> bound(Query query, String name, ZoneId zone, int days) {
    return query
        .text(name, MAX_LENGTH)
        .map(String::strip)
        .flatMap(
            text -> {
              Optional<Instant> bound = bound(text, zone, days);
              return bound.isPresent()
                  ? bound
                  : query.addError(
                      name,
                      "invalid_" + name,
                      "must be a date such as 2026-03-29, or an instant in ISO 8601 or in seconds"
                          + " or milliseconds since 1970");
            });
  }

  private static Optional<Instant> bound(String text, ZoneId zone, int days) {
    if (text.matches("\\d{4}-\\d{2}-\\d{2}|\\d{8}")) {
      try {
        LocalDate date =
            text.length() == 8
                ? LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE)
                : LocalDate.parse(text);
        return date.getYear() < 1
            ? Optional.empty()
            : Optional.of(date.plusDays(days).atStartOfDay(zone).toInstant());
      } catch (DateTimeException e) {
        return Optional.empty();
      }
    }
    // An unescaped plus in a query is a space.
    String escaped = text.replaceFirst("(:\\d{2}(?:\\.\\d+)?) (\\d{2}:?\\d{2})$", "$1+$2");
    return text.matches("-?\\d{1,15}(\\.\\d{1,9})?")
        ? Timestamps.ofEpoch(text)
        : Timestamps.ofIso(escaped);
  }
}
