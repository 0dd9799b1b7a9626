package dev.shopwire.automation.sql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evaluates combined queries for one customer, given which of the queries {@code q0…} have it. */
final class SetQuery {
  private static final Pattern TOKEN =
      Pattern.compile("\\(|\\)|intersect|except|union all|select q\\d|select null[^)]*false");

  private final Matcher tokens;
  private final int leaves;
  private String token = "";

  private SetQuery(String query, int leaves) {
    this.tokens = TOKEN.matcher(query);
    this.leaves = leaves;
    next();
  }

  /**
   * @param leaves bit i says whether {@code qi} has the customer
   */
  static boolean contains(CustomerSet set, int leaves) {
    boolean isInQuery =
        set.query().map(query -> new SetQuery(query, leaves).combination()).orElse(false);
    return isInQuery != set.isComplement();
  }

  private void next() {
    token = tokens.find() ? tokens.group() : "";
  }

  /** Operands of one operator, from left to right. */
  private boolean combination() {
    boolean result = operand();
    while (!token.isEmpty() && !token.equals(")")) {
      String operator = token;
      next();
      boolean other = operand();
      result =
          switch (operator) {
            case "intersect" -> result && other;
            case "except" -> result && !other;
            case "union all" -> result || other;
            default -> throw new IllegalStateException(operator);
          };
    }
    return result;
  }

  private boolean operand() {
    String operand = token;
    next();
    if (!operand.equals("(")) {
      return operand.startsWith("select q")
          && ((leaves >> (operand.charAt(operand.length() - 1) - '0')) & 1) == 1;
    }
    boolean result = combination();
    next();
    return result;
  }
}
