package dev.shopwire.common.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
  private static final long SEED = 20_261_121;
  private static final int ROUNDS = 20_000;
  private static final int MAX_OFFSET_MINUTES = 18 * 60;

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T09:30:00Z, 2026-11-21T09:30:00Z",
    "2026-11-21t09:30:00z, 2026-11-21T09:30:00Z",
    "2026-11-21 09:30:00, 2026-11-21T09:30:00Z",
    "2026-11-21T09:30:00, 2026-11-21T09:30:00Z",
    "2026-11-21T09:30, 2026-11-21T09:30:00Z",
    "2026-11-21T09:30+02:00, 2026-11-21T07:30:00Z",
    "2026-11-21, 2026-11-21T00:00:00Z",
    "'  2026-11-21T09:30:00Z ', 2026-11-21T09:30:00Z",
    "2026-11-21T09:30:00+02:00, 2026-11-21T07:30:00Z",
    "2026-11-21T09:30:00+0200, 2026-11-21T07:30:00Z",
    "2026-11-21T09:30:00+02, 2026-11-21T07:30:00Z",
    "2026-11-21T09:30:00-05:30, 2026-11-21T15:00:00Z",
    "2026-11-21T09:30:00-0030, 2026-11-21T10:00:00Z",
    "2026-11-21T09:30:00+18:00, 2026-11-20T15:30:00Z",
    "2026-11-21T09:30:00-18:00, 2026-11-22T03:30:00Z",
    "2026-11-21T09:30:00-00:00, 2026-11-21T09:30:00Z",
    "2026-11-21T09:30:00.5Z, 2026-11-21T09:30:00.500Z",
    "'2026-11-21T09:30:00,123Z', 2026-11-21T09:30:00.123Z",
    "2026-11-21T09:30:00.123456Z, 2026-11-21T09:30:00.123456Z",
    "2026-11-21T09:30:00.123456999Z, 2026-11-21T09:30:00.123456Z",
    "2026-11-21T09:30:00.000000999999999999Z, 2026-11-21T09:30:00Z",
    "2026-11-21T23:59:59.999999999999+00:00, 2026-11-21T23:59:59.999999Z",
    "1969-12-31T23:59:59.9999999Z, 1969-12-31T23:59:59.999999Z",
    "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z",
    "20261121, 2026-11-21T00:00:00Z",
    "20261121T0930, 2026-11-21T09:30:00Z",
    "20261121T093015Z, 2026-11-21T09:30:15Z",
    "20261121T093015.123456+0200, 2026-11-21T07:30:15.123456Z",
    "20261121t0930-05, 2026-11-21T14:30:00Z",
    "2026-11-21T24:00:00Z, 2026-11-22T00:00:00Z",
    "2026-12-31T24:00+02:00, 2026-12-31T22:00:00Z",
    "20261231T240000.000Z, 2027-01-01T00:00:00Z",
    "2016-12-31T23:59:60Z, 2017-01-01T00:00:00Z",
    "2017-01-01T01:59:60.5+02:00, 2017-01-01T00:00:00.500Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999Z"
  })
  void isoTimestampsAreReadToTheMicrosecond(String text, Instant expected) {
    assertEquals(Optional.of(expected), Timestamps.ofIso(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "tomorrow",
        "2026",
        "2026-11",
        "2026-11-2",
        "2026-1-21",
        "26-11-21",
        "02026-11-21",
        "+2026-11-21",
        "-2026-11-21T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z",
        "2026-00-21",
        "2026-13-21",
        "2026-11-00",
        "2026-11-31",
        "2025-02-29",
        "2026-11-21T",
        "2026-11-21T09",
        "2026-11-21T09:",
        "2026-11-21T09:3",
        "2026-11-21T09:30:",
        "2026-11-21T09:30:0",
        "2026-11-21T24:30:00Z",
        "2026-11-21T24:00:01Z",
        "2026-11-21T24:00:00.000001Z",
        "2026-11-21T25:00:00Z",
        "2026-1121",
        "202611-21",
        "20261121T09:30",
        "2026-11-21T0930",
        "20261121 0930",
        "2026112",
        "202611211",
        "2026-11-21T09:60:00Z",
        "2026-11-21T09:30:61Z",
        "2026-11-21T09:30:00.",
        "2026-11-21T09:30:00.Z",
        "2026-11-21T09:30.5Z",
        "2026-11-21T09:30:00+",
        "2026-11-21T09:30:00+2",
        "2026-11-21T09:30:00+02:",
        "2026-11-21T09:30:00+02:0",
        "2026-11-21T09:30:00+020",
        "2026-11-21T09:30:00+02:60",
        "2026-11-21T09:30:00+18:01",
        "2026-11-21T09:30:00+19:00",
        "2026-11-21T09:30:00+02:00:00",
        "2026-11-21T09:30:00Z+02:00",
        "2026-11-21T09:30:00 Z",
        "2026-11-21T09:30:00Zx",
        "2026-11-21T09:30:00[Europe/Zurich]",
        "2026-11-21Z",
        "2026-11-21  09:30:00Z",
        "2026/11/21 09:30:00",
        "21.11.2026",
        "1700000000000",
        "２０２６-11-21",
        "2026\u201111\u201121",
        "Sat, 21 Nov 2026 09:30:00 GMT"
      })
  void anythingElseIsRejected(String text) {
    assertEquals(Optional.empty(), Timestamps.ofIso(text));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00Z",
    "-0, 1970-01-01T00:00:00Z",
    "0e999999999, 1970-01-01T00:00:00Z",
    "1, 1970-01-01T00:00:01Z",
    "-1, 1969-12-31T23:59:59Z",
    "1795253400, 2026-11-21T09:30:00Z",
    "1795253400.123456, 2026-11-21T09:30:00.123456Z",
    "1795253400.1234569, 2026-11-21T09:30:00.123456Z",
    "1.7952534e9, 2026-11-21T09:30:00Z",
    "99999999999, 5138-11-16T09:46:39Z",
    "100000000000, 1973-03-03T09:46:40Z",
    "1795253400123, 2026-11-21T09:30:00.123Z",
    "1795253400123.4567, 2026-11-21T09:30:00.123456Z",
    "-62135596800000, 0001-01-01T00:00:00Z",
    "253402300799000, 9999-12-31T23:59:59Z"
  })
  void numbersBelowTenToTheEleventhAreSecondsAndOthersMilliseconds(
      String number, Instant expected) {
    assertEquals(Optional.of(expected), Timestamps.ofEpoch(number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-62135596800001",
        "253402300800000",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "100000000000000000000000000000000",
        "1e999999999",
        "1e-999999999",
        "-1e2147483647",
        "",
        "x"
      })
  void otherNumbersAreRejected(String number) {
    assertEquals(Optional.empty(), Timestamps.ofEpoch(number));
  }

  @Test
  void aMillionDigitsAreRejected() {
    assertEquals(Optional.empty(), Timestamps.ofEpoch("9".repeat(1_000_000)));
    assertEquals(Optional.empty(), Timestamps.ofIso("9".repeat(1_000_000)));
  }

  /** A format and its precision; without an offset, it is in UTC. */
  private record Format(String pattern, ChronoUnit precision, boolean withOffset) {
    String write(OffsetDateTime time) {
      return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
    }
  }

  private static final List<Format> FORMATS =
      List.of(
          new Format("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSSXXX", ChronoUnit.MICROS, true),
          new Format("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSxxx", ChronoUnit.MICROS, true),
          new Format("uuuu-MM-dd HH:mm:ss,SSSSSSXX", ChronoUnit.MICROS, true),
          new Format("uuuu-MM-dd't'HH:mm:ss.SSSX", ChronoUnit.MILLIS, true),
          new Format("uuuu-MM-dd'T'HH:mm:ssxx", ChronoUnit.SECONDS, true),
          new Format("uuuu-MM-dd HH:mmXXX", ChronoUnit.MINUTES, true),
          new Format("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'z'", ChronoUnit.MICROS, false),
          new Format("uuuu-MM-dd'T'HH:mm:ss.SSS", ChronoUnit.MILLIS, false),
          new Format("uuuu-MM-dd HH:mm:ss", ChronoUnit.SECONDS, false),
          new Format("uuuu-MM-dd'T'HH:mm", ChronoUnit.MINUTES, false),
          new Format("uuuu-MM-dd", ChronoUnit.DAYS, false));

  private static OffsetDateTime randomTime(Random random, boolean withOffset) {
    long start = Instant.parse("0002-01-01T00:00:00Z").getEpochSecond();
    long end = Instant.parse("9998-12-31T00:00:00Z").getEpochSecond();
    Instant instant =
        Instant.ofEpochSecond(
            start + (long) (random.nextDouble() * (end - start)), random.nextInt(1_000_000_000));
    int minutes = random.nextInt(2 * MAX_OFFSET_MINUTES + 1) - MAX_OFFSET_MINUTES;
    return instant.atOffset(withOffset ? ZoneOffset.ofTotalSeconds(minutes * 60) : ZoneOffset.UTC);
  }

  @Test
  void formattedTimesAreReadAsTheSameInstant() {
    Random random = new Random(SEED);
    for (int i = 0; i < ROUNDS; i++) {
      Format format = FORMATS.get(i % FORMATS.size());
      OffsetDateTime time = randomTime(random, format.withOffset());
      String text = format.write(time);
      Instant expected = time.truncatedTo(format.precision()).toInstant();
      assertEquals(Optional.of(expected), Timestamps.ofIso(text), text);
    }
  }

  @Test
  void garbageNeverThrowsAndAcceptedTextsAreWithinTheValidYears() {
    Random random = new Random(SEED);
    String alphabet = "0123456789-+:.,TtZz \u0000\u00e9\u0663\ud83d\uffff[]eE_/";
    Instant earliest = Instant.parse("0001-01-01T00:00:00Z").minusSeconds(18 * 3_600);
    Instant latest = Instant.parse("9999-12-31T23:59:59.999999Z").plusSeconds(18 * 3_600);
    int accepted = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Format format = FORMATS.get(i % FORMATS.size());
      StringBuilder text = new StringBuilder(format.write(randomTime(random, format.withOffset())));
      for (int change = random.nextInt(4); change >= 0; change--) {
        mutate(text, alphabet, random);
      }
      Optional<Instant> result = Timestamps.ofIso(text.toString());
      assertTrue(
          result.isEmpty() || !(result.get().isBefore(earliest) || result.get().isAfter(latest)),
          text.toString());
      accepted += result.isPresent() ? 1 : 0;
      Timestamps.ofEpoch(text.toString());
    }
    assertTrue(accepted > 0 && accepted < ROUNDS / 2, accepted + " mutations were accepted");
  }

  private static void mutate(StringBuilder text, String alphabet, Random random) {
    int at = random.nextInt(text.length() + 1);
    char c = alphabet.charAt(random.nextInt(alphabet.length()));
    switch (random.nextInt(3)) {
      case 0 -> text.insert(at, c);
      case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
      default -> text.setCharAt(Math.min(at, text.length() - 1), c);
    }
    if (text.isEmpty()) {
      text.append(c);
    }
  }
}
