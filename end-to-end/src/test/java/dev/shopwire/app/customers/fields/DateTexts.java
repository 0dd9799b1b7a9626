package dev.shopwire.app.customers.fields;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Texts that are, or nearly are, dates or instants, and what java.time says of them. */
final class DateTexts {
  static final List<String> CASES =
      List.of(
          "2026-11-21",
          "2026-11-21T09:30",
          "2026-11-21 09:30",
          "2026-11-21T09:30:00Z",
          "2026-11-21T09:30:00.000Z",
          "2026-11-21T09:30:59.9999999+14:00",
          "2026-11-21T09:30:59.123456789-14:00",
          "2026-11-21T09:30:59.1234567891Z",
          "2026-11-21T09:30+14:01",
          "2026-11-21T09:30-00:00",
          "2026-11-21T09:30-00:30",
          "2026-11-21T24:00",
          "2026-12-31T23:59:60Z",
          "2026-11-21T09:30.5",
          "2026-11-21T09:30:00,5",
          "2026-11-21T09",
          "2026-11-21Z",
          "2026-11-21T",
          "2026-11-21t09:30",
          "2026-11-21T09:30z",
          "2026-11-21T09:30+0100",
          "2026-11-21T09:30+01",
          "2026-11-21  09:30",
          " 2026-11-21",
          "2026-11-21 ",
          "2026-11-21\n",
          "\n2026-11-21",
          "20261121",
          "2026-1-2",
          "26-11-21",
          "+2026-11-21",
          "-2026-11-21",
          "02026-11-21",
          "0000-01-01",
          "0001-01-01",
          "0001-01-01T00:00+14:00",
          "9999-12-31T23:59:59.999999-14:00",
          "1900-02-29",
          "2000-02-29",
          "2024-02-29",
          "2026-02-29",
          "2026-04-31",
          "2026-00-10",
          "2026-13-10",
          "2026-10-00",
          "2026-10-32",
          "٢٠٢٦-١١-٢١",
          "２０２６-11-21",
          "2026‐11‐21",
          "____-__-__",
          "",
          "x");

  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4)
          .appendPattern("-MM-dd'T'HH:mm")
          .optionalStart()
          .appendPattern(":ss")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
          .optionalEnd()
          .optionalEnd()
          .optionalStart()
          .appendOffset("+HH:MM", "Z")
          .optionalEnd()
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4)
          .appendPattern("-MM-dd")
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);
  private static final int DATE_LENGTH = 10;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int MAX_OFFSET_SECONDS = 14 * 3_600;
  private static final String OTHER_CHARACTERS = "0123456789-: TZz+.,x\u00a0٣";

  private DateTexts() {}

  /** The instant in microseconds since 1970, rounded down; empty if the text is none. */
  static Optional<Long> microsOf(String text) {
    try {
      return instantOf(text)
          .map(at -> at.getEpochSecond() * 1_000_000 + at.getNano() / NANOS_PER_MICRO);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> instantOf(String text) {
    if (text.length() <= DATE_LENGTH) {
      LocalDate date = LocalDate.parse(text, DATE);
      return Optional.of(date)
          .filter(day -> day.getYear() > 0)
          .map(day -> day.atStartOfDay().toInstant(ZoneOffset.UTC));
    }
    boolean hasBlank = text.charAt(DATE_LENGTH) == ' ';
    TemporalAccessor parsed =
        INSTANT.parseBest(
            hasBlank
                ? text.substring(0, DATE_LENGTH) + "T" + text.substring(DATE_LENGTH + 1)
                : text,
            OffsetDateTime::from,
            LocalDateTime::from);
    OffsetDateTime at =
        parsed instanceof LocalDateTime local
            ? local.atOffset(ZoneOffset.UTC)
            : (OffsetDateTime) parsed;
    return Optional.of(at)
        .filter(
            found ->
                found.getYear() > 0
                    && Math.abs(found.getOffset().getTotalSeconds()) <= MAX_OFFSET_SECONDS)
        .map(OffsetDateTime::toInstant);
  }

  /** A date or instant, often with a part out of range, sometimes with a character changed. */
  static String next(Random random) {
    StringBuilder text = new StringBuilder();
    text.append("%04d-%02d-%02d".formatted(year(random), random.nextInt(14), random.nextInt(33)));
    if (random.nextInt(4) > 0) {
      text.append(random.nextBoolean() ? 'T' : ' ');
      text.append("%02d:%02d".formatted(random.nextInt(25), random.nextInt(61)));
      if (random.nextBoolean()) {
        text.append(":%02d".formatted(random.nextInt(61)));
        if (random.nextBoolean()) {
          text.append('.').append(random.nextInt(1_000_000_000));
        }
      }
      text.append(offset(random));
    }
    return random.nextInt(5) > 0 ? text.toString() : changed(text, random);
  }

  private static int year(Random random) {
    return random.nextInt(10) > 0 ? 1_890 + random.nextInt(200) : random.nextInt(10_000);
  }

  private static String offset(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> "";
      case 1 -> "Z";
      default ->
          "%s%02d:%02d"
              .formatted(
                  random.nextBoolean() ? "+" : "-", random.nextInt(16), random.nextInt(4) * 15);
    };
  }

  private static String changed(StringBuilder text, Random random) {
    int at = random.nextInt(text.length());
    char other = OTHER_CHARACTERS.charAt(random.nextInt(OTHER_CHARACTERS.length()));
    switch (random.nextInt(3)) {
      case 0 -> text.deleteCharAt(at);
      case 1 -> text.insert(at, other);
      default -> text.setCharAt(at, other);
    }
    return text.toString();
  }
}
