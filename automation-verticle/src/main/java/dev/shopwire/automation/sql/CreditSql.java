package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.CreditAttribute;
import dev.shopwire.automation.conditions.Leaf.CreditFilter;
import dev.shopwire.automation.conditions.Leaf.CreditLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.Value.AffiliateValue;
import dev.shopwire.automation.conditions.ValueTest;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The SQL of a leaf on credits. */
public final class CreditSql implements LeafSql {
  private final SqlScope scope;
  private final CreditLeaf leaf;

  CreditSql(SqlScope scope, CreditLeaf leaf) {
    this.scope = scope;
    this.leaf = leaf;
  }

  /**
   * A from clause with a condition: the credits {@code c} that satisfy the filters.
   *
   * @param withTime whether those on their time, too
   */
  public static String rows(SqlScope scope, CreditLeaf leaf, boolean withTime) {
    StringBuilder sql =
        new StringBuilder("customer_credits c where c.workspace_id = ").append(scope.workspace());
    if (leaf.app() != 0) {
      sql.append(" and c.app_id = ").append(scope.add(leaf.app()));
    }
    leaf.where().stream()
        .filter(filter -> withTime || filter.attribute() != CreditAttribute.CREDITED_AT)
        .forEach(filter -> sql.append(" and ").append(test(scope, filter)));
    return sql.toString();
  }

  private static String test(SqlScope scope, CreditFilter filter) {
    ValueTest test = filter.test();
    String sql =
        switch (filter.attribute()) {
          case AFFILIATE -> "c.affiliate_id = any(" + scope.add(affiliates(test)) + "::bigint[])";
          case CODE -> TextTest.ofFolded(scope, test).any(TextTest.folded("c.code"));
          case CARRIER -> TextTest.of(scope, test).any("c.carrier");
          case CREDITED_AT ->
              TimeSql.within(scope, "c.credited_at", TimeRange.of(test, scope.zone()));
        };
    return test.operator().isNegation() ? "(" + sql + ") is not true" : sql;
  }

  private static Long[] affiliates(ValueTest test) {
    return test.values().stream()
        .filter(AffiliateValue.class::isInstance)
        .map(value -> ((AffiliateValue) value).id())
        .toArray(Long[]::new);
  }

  /** The ranges of times that the leaf's filters compare with. */
  public static List<TimeRange> times(SqlScope scope, CreditLeaf leaf) {
    return leaf.where().stream()
        .filter(filter -> filter.attribute() == CreditAttribute.CREDITED_AT)
        .map(filter -> TimeRange.of(filter.test(), scope.zone()))
        .toList();
  }

  @Override
  public CustomerSet customers() {
    return CustomerSet.of("select c.customer_id from " + rows(scope, leaf, true));
  }

  @Override
  public String test() {
    return "exists (select from " + rows(scope, leaf, true) + " and c.customer_id = k.id offset 0)";
  }

  @Override
  public Set<String> reads() {
    return Set.of(Read.CREDITS);
  }

  @Override
  public List<String> due(DueInterval interval) {
    return times(scope, leaf).stream()
        .flatMap(TimeRange::moving)
        .map(
            bound ->
                interval.query("c.customer_id", rows(scope, leaf, false), "c.credited_at", bound))
        .toList();
  }

  @Override
  public TestCost cost() {
    return TestCost.FEW_ROWS;
  }

  @Override
  public List<Supplier<OrderedCustomers>> ordered() {
    return leaf.where().isEmpty()
        ? List.of(() -> OrderedCustomers.of("c.customer_id", rows(scope, leaf, true)))
        : List.of();
  }
}
