package dev.shopwire.sources.linked;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Numbers;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.sources.fence.ColumnKind;
import dev.shopwire.sources.fence.Engine;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads values of a database as values of fields; nothing is converted. Immutable. */
public record ValueReader(Engine engine, ValueLimits limits) {
  private static final Pattern JSON_NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");

  // A day in a month, a time of day or both, or a duration. MySQL has dates without a month or day,
  // and times beyond a day; PostgreSQL has years before Christ.
  private static final Pattern ISO_8601 =
      Pattern.compile(
          "\\d{4,6}-(?!00)\\d\\d-(?!00)\\d\\d(T[\\d:.]+([+-][\\d:]+)?)?"
              + "|([01]\\d|2[0-4]):[\\d:.]+([+-][\\d:]+)?|-?P.+");

  private static final Set<String> INFINITE = Set.of("infinity", "-infinity", "nan");

  /**
   * A value, or why it isn't one of the field.
   *
   * @param text as fields store it; empty if the value is null or an empty text, which unsets
   */
  public record Reading(Optional<String> text, Optional<RowProblem> problem) {
    static Reading of(String text) {
      return new Reading(text.isEmpty() ? Optional.empty() : Optional.of(text), Optional.empty());
    }

    static Reading problem(String code, String message) {
      return new Reading(Optional.empty(), Optional.of(new RowProblem(code, message)));
    }
  }

  /** Whether some value of the column can be one of the field. */
  boolean fits(ColumnKind kind, ValueType type) {
    return switch (type) {
      case TEXT -> kind == ColumnKind.TEXT || kind == ColumnKind.TIME || kind == ColumnKind.INSTANT;
      case NUMBER -> kind == ColumnKind.NUMBER || kind == ColumnKind.TINY;
      case BOOLEAN ->
          kind == ColumnKind.BOOLEAN || kind == ColumnKind.TINY || kind == ColumnKind.BIT;
      case JSON -> kind == ColumnKind.JSON || (engine == Engine.MYSQL && kind == ColumnKind.TEXT);
    };
  }

  Reading read(ColumnKind kind, ValueType type, @Nullable String raw) {
    if (raw == null) {
      return Reading.of("");
    }
    if (!fits(kind, type)) {
      return mismatch(type);
    }
    return switch (type) {
      case TEXT -> text(kind, raw);
      case NUMBER -> number(raw);
      case BOOLEAN -> bool(raw);
      case JSON -> json(raw);
    };
  }

  private static Reading mismatch(ValueType type) {
    return Reading.problem("type_mismatch", "is not a " + type.id() + " value");
  }

  private Reading text(ColumnKind kind, String raw) {
    if (kind != ColumnKind.TEXT) {
      return time(kind, raw);
    }
    if (StorableText.length(raw) > limits.textLength()) {
      return Reading.problem("too_long", "is longer than " + limits.textLength() + " characters");
    }
    return StorableText.findProblem(raw)
        .map(problem -> Reading.problem("type_mismatch", problem))
        .orElseGet(() -> Reading.of(raw));
  }

  private static Reading time(ColumnKind kind, String raw) {
    if (INFINITE.contains(raw)) {
      return Reading.problem("not_finite", "is an infinite time");
    }
    String iso = raw.replace(' ', 'T');
    return ISO_8601.matcher(iso).matches()
        ? Reading.of(kind == ColumnKind.INSTANT ? iso + "+00:00" : iso)
        : Reading.problem("type_mismatch", "is no date or time that ISO 8601 can express");
  }

  private static Reading number(String raw) {
    if (INFINITE.contains(raw.toLowerCase(Locale.ROOT))) {
      return Reading.problem("not_finite", "is not a finite number");
    }
    try {
      String number =
          JSON_NUMBER.matcher(raw).matches() ? raw : new BigDecimal(raw).toPlainString();
      return Numbers.isStorable(number)
          ? Reading.of(number)
          : Reading.problem(
              raw.length() > 1_000 ? "too_long" : "not_finite", "is out of range for a double");
    } catch (NumberFormatException e) {
      return mismatch(ValueType.NUMBER);
    }
  }

  private static Reading bool(String raw) {
    return switch (raw) {
      case "true", "1" -> Reading.of("true");
      case "false", "0" -> Reading.of("false");
      default -> mismatch(ValueType.BOOLEAN);
    };
  }

  private Reading json(String raw) {
    if (raw.length() >= limits.cut(ValueType.JSON)) {
      return tooLarge();
    }
    JsonNode node;
    try {
      node = Json.MAPPER.readTree(raw);
    } catch (JsonProcessingException e) {
      return mismatch(ValueType.JSON);
    }
    if (!node.isContainerNode() || StorableText.findProblem(node.toString()).isPresent()) {
      return mismatch(ValueType.JSON);
    }
    if (depth(node) > limits.jsonDepth()) {
      return Reading.problem("too_long", "is nested deeper than " + limits.jsonDepth());
    }
    String compact = node.toString();
    return StorableText.utf8Length(compact) > limits.jsonBytes() ? tooLarge() : Reading.of(compact);
  }

  private Reading tooLarge() {
    return Reading.problem("too_long", "is larger than " + limits.jsonBytes() + " bytes");
  }

  private static int depth(JsonNode node) {
    int deepest = 0;
    for (JsonNode child : node) {
      deepest = Math.max(deepest, depth(child));
    }
    return node.isContainerNode() ? deepest + 1 : 0;
  }

  /** Whether two values are the same: numbers by value, objects whatever their order. */
  static boolean isSame(ValueType type, String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    return switch (type) {
      case NUMBER -> new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
      case JSON -> isSameJson(one, other);
      case TEXT, BOOLEAN -> false;
    };
  }

  private static boolean isSameJson(String one, String other) {
    try {
      return Json.MAPPER.readTree(one).equals(Json.MAPPER.readTree(other));
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
