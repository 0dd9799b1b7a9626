package dev.shopwire.automation.sql;

/**
 * What the test of one customer costs, cheapest first: cheap parts of a condition are tested first.
 */
enum TestCost {
  NOTHING,
  /** One look-up by key. */
  LOOK_UP,
  /** A few rows. */
  FEW_ROWS,
  /** All events of the customer in the leaf's range. */
  EVENTS
}
