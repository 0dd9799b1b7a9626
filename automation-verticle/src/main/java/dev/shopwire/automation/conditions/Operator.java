package dev.shopwire.automation.conditions;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How a value is compared. A missing value satisfies only the negations ({@link #isNegation}),
 * which hold exactly where their {@link #positive} operators don't.
 */
public enum Operator {
  EQUALS("="),
  NOT_EQUALS("!="),
  GT("gt"),
  GTE("gte"),
  LT("lt"),
  LTE("lte"),
  /** With two numbers, both ends included, or with two moments, see {@link TimeRange}. */
  BETWEEN("between"),
  IN("in"),
  NOT_IN("not in"),
  CONTAINS("contains"),
  NOT_CONTAINS("not contains"),
  STARTS_WITH("starts_with"),
  IS_SET("is set"),
  IS_UNSET("is unset"),
  IS_BLANK("is blank"),
  IS_NOT_BLANK("is not blank"),
  BEFORE("before"),
  SINCE("since"),
  AFTER("after"),
  WITHIN("within"),
  WITHIN_NEXT("within next");

  private final String words;

  Operator(String words) {
    this.words = words;
  }

  /** As in texts. */
  public String words() {
    return words;
  }

  /** As in JSON: the words joined by {@code _}. */
  public String jsonName() {
    return words.replace(' ', '_');
  }

  public static Optional<Operator> ofJson(String name) {
    return Arrays.stream(values()).filter(each -> each.jsonName().equals(name)).findFirst();
  }

  public boolean isNegation() {
    return this != positive();
  }

  /** The operator without a negation. */
  public Operator positive() {
    return switch (this) {
      case NOT_EQUALS -> EQUALS;
      case NOT_IN -> IN;
      case NOT_CONTAINS -> CONTAINS;
      case IS_UNSET -> IS_SET;
      case IS_BLANK -> IS_NOT_BLANK;
      default -> this;
    };
  }

  /** Whether it compares times: also {@link #BETWEEN}, if its values are moments. */
  public boolean isOfTime() {
    return switch (this) {
      case BEFORE, SINCE, AFTER, WITHIN, WITHIN_NEXT -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return words.toUpperCase(Locale.ROOT);
  }
}
