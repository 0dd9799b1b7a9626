package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.ValueTest;
import java.math.BigDecimal;

/**
 * Writes the SQL that compares an aggregate over a customer's rows, which is 0 if there are none.
 */
final class AmountSql {
  private static final long MAX_LIMIT = 1_000_000;

  private final SqlScope scope;
  private final NumberTest test;
  private final boolean isNegation;

  AmountSql(SqlScope scope, ValueTest test) {
    this.scope = scope;
    this.test = NumberTest.of(test);
    this.isNegation = test.operator().isNegation();
  }

  /**
   * The customers whose aggregate satisfies the test: if 0 does, all but those with rows whose
   * aggregate does not.
   *
   * @param customer the column with their id
   * @param rows a from clause with a condition
   */
  CustomerSet customers(String customer, String rows, String aggregate) {
    boolean holdsForNone = test.holds(BigDecimal.ZERO);
    String found =
        "select %1$s as customer_id from %2$s group by %1$s having %3$s(%4$s)"
            .formatted(customer, rows, holdsForNone ? "not " : "", test.sql(scope, aggregate));
    return CustomerSet.ofDistinct(found).complementIf(holdsForNone != isNegation);
  }

  /**
   * @param rows a from clause with a condition: the rows of the customer {@code k.id}
   */
  String test(String rows, String aggregate) {
    return test("(select %s from %s)".formatted(aggregate, rows));
  }

  /** The same of the number of rows, of which no more are read than decide the test. */
  String testOfCount(String rows) {
    return test.enough(MAX_LIMIT)
        .map(
            limit ->
                test(
                    "(select count(*) from (select from %s limit %s) r)"
                        .formatted(rows, scope.add(limit))))
        .orElseGet(() -> test(rows, "count(*)"));
  }

  private String test(String amount) {
    return "(" + (isNegation ? "not " : "") + "(" + test.sql(scope, amount) + "))";
  }
}
