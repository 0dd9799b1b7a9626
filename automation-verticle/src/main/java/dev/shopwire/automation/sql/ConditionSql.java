package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.common.postgres.SqlParameters;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Writes the SQL of conditions. Nothing of a condition is in its text but in the parameters of the
 * scope, and no stored value makes it fail.
 *
 * <p>Plans don't depend on the planner's estimates, which are wrong by orders of magnitude
 * (docs/decisions/0002-custom-field-values.md): sets are intersected, tests look up by key.
 */
public final class ConditionSql {
  private ConditionSql() {}

  /** A query of all customers that satisfy the condition: {@code customer_id}, each once. */
  public static String members(SqlScope scope, Condition condition) {
    return new ConditionTree(scope, condition).customers().members(scope);
  }

  /** A query of their number: {@code count}. */
  public static String count(SqlScope scope, Condition condition) {
    return new ConditionTree(scope, condition).customers().count(scope);
  }

  /** An expression that is true or false, never null, of the customer with the id {@code k.id}. */
  public static String test(SqlScope scope, Condition condition) {
    return new ConditionTree(scope, condition).test();
  }

  /**
   * What the condition reads, as texts of {@link Read}: only a change of that, or time, changes who
   * satisfies it.
   *
   * @param definitions of the segments that it nests, by id, and of those that they nest
   */
  public static Set<String> reads(Condition condition, Map<Long, SegmentDefinition> definitions) {
    SqlScope scope =
        new SqlScope(0, Instant.EPOCH, ZoneOffset.UTC, definitions, List.of(), new SqlParameters());
    Set<String> reads = new HashSet<>(new ConditionTree(scope, condition).reads());
    reads.add(Read.CUSTOMER);
    return reads;
  }

  /**
   * A query of the customers that a moving bound of the condition passes in an interval, and when:
   * {@code customer_id, due_at}, some several times. Time alone changes the result for no others.
   *
   * @param from placeholder of the interval's start, excluded
   * @param to placeholder of its end, included
   * @return empty if time alone never changes the result
   */
  public static Optional<String> due(SqlScope scope, Condition condition, String from, String to) {
    List<String> queries =
        new ConditionTree(scope, condition).due(new DueInterval(scope, from, to));
    return queries.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("\nunion all\n", queries));
  }

  /** See {@link LeafSql#ordered}. */
  static List<Supplier<OrderedCustomers>> ordered(SqlScope scope, Condition condition) {
    return new ConditionTree(scope, condition).ordered();
  }
}
