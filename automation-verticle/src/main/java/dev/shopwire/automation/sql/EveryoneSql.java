package dev.shopwire.automation.sql;

import java.util.List;
import java.util.Set;

/** The SQL of the leaf that is always true. */
final class EveryoneSql implements LeafSql {
  @Override
  public CustomerSet customers() {
    return CustomerSet.ALL;
  }

  @Override
  public String test() {
    return "true";
  }

  @Override
  public Set<String> reads() {
    return Set.of();
  }

  @Override
  public List<String> due(DueInterval interval) {
    return List.of();
  }

  @Override
  public TestCost cost() {
    return TestCost.NOTHING;
  }
}
