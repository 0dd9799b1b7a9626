package dev.shopwire.enrichment.search;

import dev.shopwire.common.json.StorableText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the SQL that tests one value by a condition, without its negation. No stored value can
 * make it fail.
 */
final class ValueSql {
  /** How many characters of a text are in an index of texts of any length. */
  static final int INDEXED_PREFIX = 100;

  /** The hour in which the customer {@code s} was last seen. */
  static final String LAST_SEEN_HOUR = "s.last_seen_hour";

  private static final String NEVER = "false";

  private final Condition condition;
  private final Operator operator;
  private final Params params;

  ValueSql(Condition condition, Params params) {
    this.condition = condition;
    this.operator = condition.operator().positive();
    this.params = params;
  }

  /** Tests a text of any length. */
  String text(String column) {
    return switch (operator) {
      case IN -> column + " = any(" + values() + "::text[])";
      case IS_NOT_BLANK -> column + " <> ''";
      case CONTAINS -> "strpos(" + column + ", " + value() + "::text) > 0";
      case STARTS_WITH -> "starts_with(" + column + ", " + value() + "::text)";
      default -> NEVER;
    };
  }

  /** Tests a text by the range in its index, which is in the order of code points. */
  String indexedText(String column) {
    return operator == Operator.STARTS_WITH
        ? range(column, condition.values().get(0))
        : text(column);
  }

  /** Tests a text whose first characters are indexed. */
  String prefixIndexedText(String column) {
    String prefix = "left(" + column + ", " + INDEXED_PREFIX + ") collate \"C\"";
    return switch (operator) {
      case IN ->
          "(%s = any(%s::text[]) and %s)".formatted(prefix, values(ValueSql::prefix), text(column));
      case STARTS_WITH ->
          "(" + range(prefix, prefix(condition.values().get(0))) + " and " + text(column) + ")";
      default -> text(column);
    };
  }

  /** The first characters of a text, as an index has them. */
  static String prefix(String text) {
    return StorableText.length(text) <= INDEXED_PREFIX
        ? text
        : text.substring(0, text.offsetByCodePoints(0, INDEXED_PREFIX));
  }

  private String range(String column, String prefix) {
    String from = column + " >= " + params.add(prefix) + "::text";
    return textAfter(prefix)
        .map(end -> "(" + from + " and " + column + " < " + params.add(end) + "::text)")
        .orElse(from);
  }

  /** The first text, by code points, after all that start with {@code prefix}. */
  static Optional<String> textAfter(String prefix) {
    int end = prefix.length();
    while (end > 0) {
      int last = prefix.codePointBefore(end);
      int start = end - Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        return Optional.of(prefix.substring(0, start) + Character.toString(next));
      }
      end = start;
    }
    return Optional.empty();
  }

  String number(String column) {
    return switch (operator) {
      case IN -> column + " = any(" + values() + "::text[]::numeric[])";
      case IS_NOT_BLANK -> column + " is not null";
      case GT, GTE, LT, LTE -> column + " " + operator.sign() + " " + value() + "::text::numeric";
      default -> NEVER;
    };
  }

  String bool(String column) {
    return switch (operator) {
      case IN -> column + " = any(" + values() + "::text[]::boolean[])";
      case IS_NOT_BLANK -> column + " is not null";
      case IS_TRUE -> column + " = true";
      case IS_FALSE -> column + " = false";
      default -> NEVER;
    };
  }

  /** Tests a text column that holds JSON. */
  String json(String column) {
    return switch (operator) {
      case IN -> column + "::jsonb = any(" + values() + "::text[]::jsonb[])";
      case IS_NOT_BLANK -> column + " is not null";
      case CONTAINS ->
          "case when left(%1$s, 1) = '[' then %1$s::jsonb @> %2$s::text::jsonb else false end"
              .formatted(column, value());
      default -> NEVER;
    };
  }

  String time(String column) {
    return switch (operator) {
      case IN ->
          condition.times().stream()
              .map(time -> at(column, time))
              .collect(Collectors.joining(" or ", "(", ")"));
      case IS_NOT_BLANK -> column + " is not null";
      case GT -> compare(column, only().isDay() ? ">=" : ">", only().end());
      case GTE -> compare(column, ">=", only().start());
      case LT -> compare(column, "<", only().start());
      case LTE -> compare(column, only().isDay() ? "<" : "<=", only().end());
      default -> NEVER;
    };
  }

  /** Tests the time {@code s} when a customer was last seen by the hour in its index, too. */
  String hourIndexedTime(String column) {
    String test = time(column);
    return switch (operator) {
      case IN ->
          "(%s and %s and %s)"
              .formatted(
                  test,
                  hour(">=", times(TimeValue::start).min(Instant::compareTo)),
                  hour("<=", times(TimeValue::end).max(Instant::compareTo)));
      case GT, GTE -> "(" + test + " and " + hour(">=", Optional.of(only().start())) + ")";
      case LT, LTE -> "(" + test + " and " + hour("<=", Optional.of(only().end())) + ")";
      default -> test;
    };
  }

  private Stream<Instant> times(Function<TimeValue, Instant> part) {
    return condition.times().stream().map(part);
  }

  private String hour(String sign, Optional<Instant> instant) {
    String parameter = params.add(instant.orElseThrow().atOffset(ZoneOffset.UTC));
    return LAST_SEEN_HOUR + " " + sign + " " + lastSeenHour(parameter);
  }

  /** The hour of a time, as {@link #LAST_SEEN_HOUR} has it. */
  static String lastSeenHour(String time) {
    return "last_seen_hour(" + time + ")";
  }

  private TimeValue only() {
    return condition.times().get(0);
  }

  private String at(String column, TimeValue time) {
    return time.isDay()
        ? "(%s and %s)"
            .formatted(compare(column, ">=", time.start()), compare(column, "<", time.end()))
        : compare(column, "=", time.start());
  }

  private String compare(String column, String sign, Instant instant) {
    return column + " " + sign + " " + params.add(instant.atOffset(ZoneOffset.UTC));
  }

  /** Tests an affiliate's id. */
  String id(String column) {
    return switch (operator) {
      case IN ->
          column
              + " = any("
              + params.add(condition.values().stream().map(Long::valueOf).toArray(Long[]::new))
              + "::bigint[])";
      case IS_NOT_BLANK -> column + " is not null";
      default -> NEVER;
    };
  }

  private String value() {
    return params.add(condition.values().get(0));
  }

  private String values() {
    return values(text -> text);
  }

  private String values(UnaryOperator<String> form) {
    List<String> texts = condition.values().stream().map(form).toList();
    return params.add(texts.toArray(String[]::new));
  }
}
