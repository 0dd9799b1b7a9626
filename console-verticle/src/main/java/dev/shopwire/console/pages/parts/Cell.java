package dev.shopwire.console.pages.parts;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cell of a table. */
public sealed interface Cell {
  /** Text as people entered it. */
  record Text(String text) implements Cell {}

  /** A word of a closed set, as the API has it. */
  record Word(String word) implements Cell {}

  /** A number, as the API has it. */
  record Data(String value) implements Cell {}

  /** A value that doesn't exist. */
  record None() implements Cell {}

  /** JSON or other code. */
  record Code(String code) implements Cell {}

  /** A link to another page. */
  record Link(String text, String href) implements Cell {}

  /**
   * An instant.
   *
   * @param utc as the API has it
   * @param local in the page's time zone
   */
  record Time(String utc, String local) implements Cell {
    private static final DateTimeFormatter FORM =
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    static Time of(String utc, ZoneId zone) {
      return new Time(utc, FORM.format(Instant.parse(utc).atZone(zone)));
    }
  }

  /** What can be done with a row. */
  record Actions(List<Action> actions) implements Cell {}

  /**
   * A button that leads to the page's second step.
   *
   * @param parameters of that page
   */
  record Action(String label, Map<String, String> parameters) {}

  /** Text, or nothing. */
  static Cell text(@Nullable String text) {
    return text == null || text.isEmpty() ? new None() : new Text(text);
  }

  /** An instant as the API has it, or nothing. */
  static Cell time(@Nullable String utc, ZoneId zone) {
    return Optional.ofNullable(utc)
        .filter(text -> !text.isEmpty())
        .<Cell>map(text -> Time.of(text, zone))
        .orElseGet(None::new);
  }
}
