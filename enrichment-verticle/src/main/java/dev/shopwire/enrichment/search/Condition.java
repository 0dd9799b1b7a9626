package dev.shopwire.enrichment.search;

import java.util.List;

/**
 * A condition that customers must satisfy.
 *
 * @param values as texts: as they were sent, numbers with every digit, JSON in compact form
 * @param times the values of a condition on a time
 */
record Condition(SearchField field, Operator operator, List<String> values, List<TimeValue> times) {
  Condition {
    values = List.copyOf(values);
    times = List.copyOf(times);
  }

  boolean isNegation() {
    return operator.isNegation();
  }
}
