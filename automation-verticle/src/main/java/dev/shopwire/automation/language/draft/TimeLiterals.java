package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.conditions.Value.Ago;
import dev.shopwire.automation.conditions.Value.Ahead;
import dev.shopwire.automation.conditions.Value.At;
import dev.shopwire.automation.conditions.Value.Day;
import dev.shopwire.automation.conditions.Value.Moment;
import dev.shopwire.automation.conditions.Value.Now;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.Unit;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.time.Timestamps;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads dates, instants and durations. The forms are checked first, then what they say. */
public final class TimeLiterals {
  /** What a validation error says that was expected. */
  public static final String SPAN_EXPECTED = "a duration from 1m to 3650d";

  static final String MOMENT_EXPECTED =
      "a date such as 2026-11-21, an instant such as 2026-11-21T09:30Z, now, or a duration such as"
          + " 30d with ago or ahead";

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern INSTANT =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-](\\d{2}:\\d{2}))?");
  private static final int OFFSET = 4;
  private static final String LARGEST_OFFSET = "14:00";
  private static final Pattern SPAN = Pattern.compile("\\d+[mhdw]");
  private static final int SPAN_DIGITS = 6;
  private static final Pattern RELATIVE = Pattern.compile("(\\d+[mhdw]) (ago|ahead)");
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private TimeLiterals() {}

  /** Whether it has the form of a date or an instant. */
  public static boolean isFixed(String text) {
    return DATE.matcher(text).matches() || INSTANT.matcher(text).matches();
  }

  /** Whether it has the form of a duration, perhaps of too many digits. */
  public static boolean isSpan(String text) {
    return SPAN.matcher(text).matches();
  }

  /** Whether it has the form of a moment in JSON. */
  static boolean isMoment(String text) {
    return isFixed(text) || text.equals("now") || RELATIVE.matcher(text).matches();
  }

  /** The moment that a text of such a form stands for; empty if there is none. */
  static Optional<Moment> moment(String text) {
    Matcher relative = RELATIVE.matcher(text);
    if (relative.matches()) {
      boolean isPast = relative.group(2).equals("ago");
      return span(relative.group(1)).map(span -> isPast ? new Ago(span) : new Ahead(span));
    }
    return text.equals("now") ? Optional.of(new Now()) : fixed(text);
  }

  /** The date or instant that a text of such a form stands for; empty if there is none. */
  public static Optional<Moment> fixed(String text) {
    if (DATE.matcher(text).matches()) {
      return date(text).map(Day::new);
    }
    Matcher instant = INSTANT.matcher(text);
    return instant.matches() && isOffset(instant.group(OFFSET))
        ? Timestamps.ofIso(text).filter(TimeLiterals::isInRange).map(At::new)
        : Optional.empty();
  }

  private static Optional<LocalDate> date(String text) {
    try {
      return Optional.of(LocalDate.parse(text)).filter(date -> date.getYear() > 0);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static boolean isOffset(@Nullable String offset) {
    return offset == null || offset.compareTo(LARGEST_OFFSET) <= 0;
  }

  /** With an offset an instant may lie in a year that has no four digits. */
  private static boolean isInRange(Instant instant) {
    return !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST);
  }

  /** The duration that a text of this form stands for; empty if it is too long or zero. */
  public static Optional<Span> span(String text) {
    int digits = text.length() - 1;
    if (digits > SPAN_DIGITS) {
      return Optional.empty();
    }
    Span span = new Span(Integer.parseInt(text.substring(0, digits)), unit(text.substring(digits)));
    return span.amount() > 0 && span.duration().compareTo(Limits.LONGEST_SPAN) <= 0
        ? Optional.of(span)
        : Optional.empty();
  }

  /** A moment as in texts and in JSON. */
  public static String text(Moment moment) {
    if (moment instanceof Day day) {
      return day.date().toString();
    }
    if (moment instanceof At at) {
      return Times.format(at.instant());
    }
    if (moment instanceof Ago ago) {
      return ago.span().text() + " ago";
    }
    return moment instanceof Ahead ahead ? ahead.span().text() + " ahead" : "now";
  }

  private static Unit unit(String letter) {
    return Arrays.stream(Unit.values())
        .filter(unit -> unit.letter().equals(letter))
        .findFirst()
        .orElseThrow();
  }
}
