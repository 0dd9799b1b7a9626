package dev.shopwire.automation.conditions;

import dev.shopwire.common.events.PropertyPath;

/** What is tested of the events or page views that a leaf selects. */
public sealed interface Measure {

  /** There is one. In texts {@code performed}, or {@code viewed} for pages. */
  record Performed() implements Measure {}

  /** There is none. */
  record NotPerformed() implements Measure {}

  /** Their number. */
  record Count(ValueTest test) implements Measure {}

  /** The sum of a property, to which values that are not numbers add 0. Not for pages. */
  record Sum(PropertyPath property, ValueTest test) implements Measure {}

  /** The time of the first one; without one the test is false. Leaves with it have no window. */
  record First(ValueTest test) implements Measure {}

  /** The same for the last one. */
  record Last(ValueTest test) implements Measure {}
}
