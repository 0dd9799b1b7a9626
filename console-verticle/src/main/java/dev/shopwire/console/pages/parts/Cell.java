package dev.shopwire.console.pages.parts;

import com.fasterxml.jackson.databind.JsonNode;
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
  /** Characters of a text above which it scrolls. */
  int LONG = 600;

  /** Characters of a text above which its column is not narrow. */
  int WIDE = 40;

  /** Text as people entered it. */
  record Text(String text) implements Cell {
    /** Whether it scrolls in its cell. */
    public boolean isLong() {
      return text.length() > LONG;
    }

    /** Whether it is a sentence, which no narrow column becomes. */
    public boolean isWide() {
      return text.length() > WIDE;
    }
  }

  /** A word of a closed set, as the API has it. */
  record Word(String word) implements Cell {}

  /** A number, as the API has it. */
  record Data(String value) implements Cell {}

  /** A value that doesn't exist. */
  record None() implements Cell {}

  /** JSON or other code. */
  record Code(String code) implements Cell {
    /** Whether it scrolls in its cell. */
    public boolean isLong() {
      return code.length() > LONG;
    }
  }

  /** Long JSON of which each row has some, shown on request. */
  record Folded(String summary, String code) implements Cell {}

  /** A link to another page. */
  record Link(String text, String href) implements Cell {
    /** Whether it scrolls in its cell. */
    public boolean isLong() {
      return text.length() > LONG;
    }
  }

  /**
   * An instant.
   *
   * @param utc as the API has it
   * @param local in the page's time zone
   */
  record Time(String utc, String local) implements Cell {
    static Time of(String utc, ZoneId zone) {
      return new Time(utc, Cell.local(utc, zone));
    }
  }

  /** A day, or another bucket of a report, as the API has it. */
  record Date(String date) implements Cell {}

  /**
   * A value beside the one that would replace it.
   *
   * @param now the value today
   * @param then the value afterwards
   * @param change what happens, as the API has it
   */
  record Change(Cell now, Cell then, String change) implements Cell {
    public boolean isSame() {
      return change.equals("same");
    }

    public boolean hasNow() {
      return !(now instanceof None);
    }
  }

  /** What can be done with a row. */
  record Actions(List<Action> actions) implements Cell {}

  /**
   * A button that leads to the page's second step.
   *
   * @param parameters of that page
   */
  record Action(String label, Map<String, String> parameters) {
    /** Leads to the step of this name, about the row with its id. */
    public static Action of(String label, String step, JsonNode row) {
      return new Action(label, Map.of("step", step, "id", row.path("id").asText()));
    }
  }

  /** Text, or nothing. */
  static Cell text(@Nullable String text) {
    return text == null || text.isEmpty() ? new None() : new Text(text);
  }

  /** A number as the API has it, or nothing. */
  static Cell data(JsonNode number) {
    return number.isNumber() ? new Data(number.asText()) : new None();
  }

  /** A word of a closed set, or nothing. */
  static Cell word(@Nullable String word) {
    return word == null || word.isEmpty() ? new None() : new Word(word);
  }

  static Cell yesOrNo(boolean value) {
    return new Word(value ? "yes" : "no");
  }

  /** JSON as text, or nothing. */
  static Cell json(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? new None() : new Code(value.toString());
  }

  /** JSON that is shown on request, or nothing. */
  static Cell folded(String summary, Cell json) {
    return json instanceof Code code ? new Folded(summary, code.code()) : json;
  }

  /** An instant of the API as pages show it. */
  static String local(String utc, ZoneId zone) {
    return DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
        .format(Instant.parse(utc).atZone(zone));
  }

  /** An instant as the API has it, or nothing. */
  static Cell time(@Nullable String utc, ZoneId zone) {
    return Optional.ofNullable(utc)
        .filter(text -> !text.isEmpty())
        .<Cell>map(text -> Time.of(text, zone))
        .orElseGet(None::new);
  }
}
