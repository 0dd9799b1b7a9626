package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.conditions.SegmentDefinition;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The SQL of a leaf that nests another segment: that of its condition, in its own time zone. */
final class SegmentSql implements LeafSql {
  private final ConditionTree tree;

  SegmentSql(SqlScope scope, SegmentLeaf leaf) {
    SegmentDefinition definition = scope.definition(leaf.segment());
    this.tree = new ConditionTree(scope.in(definition), definition.condition());
  }

  @Override
  public CustomerSet customers() {
    return tree.customers();
  }

  @Override
  public String test() {
    return tree.test();
  }

  @Override
  public Set<String> reads() {
    return tree.reads();
  }

  @Override
  public List<String> due(DueInterval interval) {
    return tree.due(interval);
  }

  @Override
  public TestCost cost() {
    return tree.cost();
  }

  @Override
  public List<Supplier<OrderedCustomers>> ordered() {
    return tree.ordered();
  }
}
