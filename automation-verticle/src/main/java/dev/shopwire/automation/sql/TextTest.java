package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.common.json.StorableText;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Writes the SQL that compares a text with the constants of a test, without its negation: null or
 * false of a missing text. By code points; no character is a wildcard.
 */
final class TextTest {
  /** How many characters of a text are in an index of texts of any length. */
  static final int INDEXED = 100;

  static final String NEVER = "false";

  private final SqlScope scope;
  private final Operator operator;
  private final List<String> constants;

  private TextTest(SqlScope scope, Operator operator, List<String> constants) {
    this.scope = scope;
    this.operator = operator;
    this.constants = constants;
  }

  /** Compares texts as they are. Constants of other types equal no text. */
  static TextTest of(SqlScope scope, ValueTest test) {
    return new TextTest(scope, test.operator().positive(), texts(test.values()));
  }

  /** Compares texts that {@link #folded} has put into lower case. */
  static TextTest ofFolded(SqlScope scope, ValueTest test) {
    return new TextTest(
        scope,
        test.operator().positive(),
        texts(test.values()).stream().map(TextTest::foldAscii).toList());
  }

  private static List<String> texts(List<Value> values) {
    return values.stream()
        .filter(TextValue.class::isInstance)
        .map(value -> ((TextValue) value).text())
        .toList();
  }

  /** SQL for a text with ASCII letters in lower case. */
  static String folded(String text) {
    return "lower(" + text + " collate \"C\")";
  }

  private static String foldAscii(String text) {
    StringBuilder folded = new StringBuilder(text);
    for (int i = 0; i < folded.length(); i++) {
      char c = folded.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        folded.setCharAt(i, (char) (c - 'A' + 'a'));
      }
    }
    return folded.toString();
  }

  /** Whether no text of more than {@link #INDEXED} characters can satisfy it. */
  boolean needsShortText() {
    return isEquality() && constants.stream().noneMatch(TextTest::isLong);
  }

  /** Whether no shorter text can satisfy it. */
  boolean needsLongText() {
    return operator != Operator.IS_SET && constants.stream().allMatch(TextTest::isLong);
  }

  private static boolean isLong(String text) {
    return StorableText.length(text) > INDEXED;
  }

  boolean isEquality() {
    return operator == Operator.EQUALS || operator == Operator.IN;
  }

  /** Tests a text of any length. */
  String any(String column) {
    if (operator == Operator.IS_SET) {
      return column + " is not null";
    }
    if (constants.isEmpty()) {
      return NEVER;
    }
    return switch (operator) {
      case EQUALS, IN -> equal(column, text -> text);
      case CONTAINS -> "strpos(" + column + ", " + first() + ") > 0";
      case STARTS_WITH -> "starts_with(" + column + ", " + first() + ")";
      default -> NEVER;
    };
  }

  /** Tests a text whose index is in the order of code points. */
  String indexed(String column) {
    return operator == Operator.STARTS_WITH && !constants.isEmpty()
        ? range(column, constants.get(0))
        : any(column);
  }

  /** Tests a text whose first characters are indexed. */
  String prefixIndexed(String column) {
    String prefix = "left(" + column + ", " + INDEXED + ") collate \"C\"";
    if (constants.isEmpty()) {
      return any(column);
    }
    return switch (operator) {
      case EQUALS, IN -> "(" + equal(prefix, TextTest::prefix) + " and " + any(column) + ")";
      case STARTS_WITH ->
          "(" + range(prefix, prefix(constants.get(0))) + " and " + any(column) + ")";
      default -> any(column);
    };
  }

  private String equal(String column, UnaryOperator<String> form) {
    List<String> texts = constants.stream().map(form).distinct().toList();
    return texts.size() == 1
        ? column + " = " + scope.add(texts.get(0)) + "::text"
        : column + " = any(" + scope.add(texts.toArray(String[]::new)) + "::text[])";
  }

  private String first() {
    return scope.add(constants.get(0)) + "::text";
  }

  private String range(String column, String prefix) {
    String from = column + " >= " + scope.add(prefix) + "::text";
    return textAfter(prefix)
        .map(end -> "(" + from + " and " + column + " < " + scope.add(end) + "::text)")
        .orElse(from);
  }

  private static String prefix(String text) {
    return isLong(text) ? text.substring(0, text.offsetByCodePoints(0, INDEXED)) : text;
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
}
