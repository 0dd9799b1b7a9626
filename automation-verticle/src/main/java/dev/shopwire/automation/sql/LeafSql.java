package dev.shopwire.automation.sql;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The SQL of one leaf, in one scope. Each kind of leaf has one implementation. */
interface LeafSql {

  /** The customers that satisfy the leaf. */
  CustomerSet customers();

  /** An expression that is true or false of the customer {@code k.id}; never null. */
  String test();

  /** What changes of a customer may change the result: see {@link Read}. */
  Set<String> reads();

  /**
   * Queries of {@code (customer_id, due_at)}: the customers that a moving bound of the leaf passes
   * in an interval, and when.
   */
  List<String> due(DueInterval interval);

  /** What a test costs. */
  TestCost cost();

  /**
   * Sets that an index has in the order of the customers' ids, each with all customers that satisfy
   * the leaf. Only those that are asked for add parameters.
   */
  default List<Supplier<OrderedCustomers>> ordered() {
    return List.of();
  }
}
