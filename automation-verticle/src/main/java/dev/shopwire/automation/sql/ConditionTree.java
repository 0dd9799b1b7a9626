package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Condition.All;
import dev.shopwire.automation.conditions.Condition.Any;
import dev.shopwire.automation.conditions.Condition.Not;
import dev.shopwire.automation.conditions.Condition.Test;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The SQL of a condition in one scope, put together from that of its leaves. */
final class ConditionTree {
  private final SqlScope scope;
  private final Condition condition;

  ConditionTree(SqlScope scope, Condition condition) {
    this.scope = scope;
    this.condition = condition;
  }

  private List<ConditionTree> parts() {
    List<Condition> parts =
        condition instanceof All all
            ? all.parts()
            : condition instanceof Any any ? any.parts() : List.of(((Not) condition).part());
    return parts.stream().map(part -> new ConditionTree(scope, part)).toList();
  }

  private LeafSql leaf() {
    return LeafKinds.sql(scope, ((Test) condition).leaf());
  }

  CustomerSet customers() {
    if (condition instanceof Test) {
      return leaf().customers();
    }
    List<CustomerSet> sets = parts().stream().map(ConditionTree::customers).toList();
    if (condition instanceof All) {
      return CustomerSet.intersection(sets);
    }
    return condition instanceof Any ? CustomerSet.union(sets) : sets.get(0).complement();
  }

  /** Cheap parts of groups come first, whatever the planner expects of them. */
  String test() {
    if (condition instanceof Test) {
      return leaf().test();
    }
    if (condition instanceof Not) {
      return "(not " + parts().get(0).test() + ")";
    }
    List<String> tests =
        parts().stream()
            .sorted(Comparator.comparing(ConditionTree::cost))
            .map(ConditionTree::test)
            .toList();
    int last = tests.size() - 1;
    return tests.subList(0, last).stream()
        .map(
            condition instanceof All
                ? "when not %s then false"::formatted
                : "when %s then true"::formatted)
        .collect(Collectors.joining("\n", "(case ", "\nelse " + tests.get(last) + " end)"));
  }

  TestCost cost() {
    return condition instanceof Test
        ? leaf().cost()
        : parts().stream()
            .map(ConditionTree::cost)
            .max(Comparator.naturalOrder())
            .orElse(TestCost.NOTHING);
  }

  Set<String> reads() {
    return leaves().flatMap(leaf -> leaf.reads().stream()).collect(Collectors.toSet());
  }

  List<String> due(DueInterval interval) {
    return leaves().flatMap(leaf -> leaf.due(interval).stream()).toList();
  }

  private Stream<LeafSql> leaves() {
    return condition.leaves().map(leaf -> LeafKinds.sql(scope, leaf));
  }

  /** See {@link LeafSql#ordered}. */
  List<Supplier<OrderedCustomers>> ordered() {
    if (condition instanceof Test) {
      return leaf().ordered();
    }
    return condition instanceof All
        ? parts().stream().flatMap(part -> part.ordered().stream()).toList()
        : List.of();
  }
}
