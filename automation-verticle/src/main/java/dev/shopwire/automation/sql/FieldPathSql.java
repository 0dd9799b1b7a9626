package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import java.util.List;
import java.util.Set;

/**
 * The SQL of a leaf on what is at a path in the values of a json field: no index has it, so all
 * values of the field are read.
 */
final class FieldPathSql implements LeafSql {
  private static final String VALUE = "v.long_value";

  private final SqlScope scope;
  private final FieldLeaf leaf;

  FieldPathSql(SqlScope scope, FieldLeaf leaf) {
    this.scope = scope;
    this.leaf = leaf;
  }

  private String json(FieldRows rows) {
    return rows.asJson(rows.atPath(leaf.path().orElseThrow()));
  }

  private String itemTest() {
    return new JsonTest(scope, leaf.test()).atPath("j.item");
  }

  @Override
  public CustomerSet customers() {
    FieldRows rows = FieldRows.of(scope, leaf);
    return CustomerSet.of(
            "select v.customer_id from " + rows.all(VALUE, json(rows)) + " and " + itemTest())
        .complementIf(leaf.test().operator().isNegation());
  }

  @Override
  public String test() {
    FieldRows rows = FieldRows.of(scope, leaf);
    return (leaf.test().operator().isNegation() ? "not " : "")
        + rows.exists(json(rows), itemTest());
  }

  @Override
  public Set<String> reads() {
    return Set.of(Read.field(leaf.field()));
  }

  @Override
  public List<String> due(DueInterval interval) {
    if (!JsonTest.isOfTime(leaf.test())) {
      return List.of();
    }
    return TimeRange.of(leaf.test(), scope.zone())
        .moving()
        .map(
            bound -> {
              FieldRows rows = FieldRows.of(scope, leaf);
              String instant =
                  " cross join lateral (select %s as at offset 0) i"
                      .formatted(JsonTest.instant("j.item"));
              return interval.query(
                  "v.customer_id", rows.all(VALUE, json(rows) + instant), "i.at", bound);
            })
        .toList();
  }

  @Override
  public TestCost cost() {
    return TestCost.LOOK_UP;
  }
}
