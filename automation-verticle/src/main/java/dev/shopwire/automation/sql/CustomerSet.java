package dev.shopwire.automation.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A set of customers as SQL: those of a query, or all but those. Sets are combined by {@code
 * intersect} and {@code except}, which read each side once, whatever the planner expects of it. All
 * customers are read only where a whole condition is a negation.
 *
 * @param query its column {@code customer_id} has the customers; empty if there are none
 * @param isComplement whether the set has all customers of the workspace but those of the query
 * @param isDistinct whether the query has each customer once
 */
record CustomerSet(Optional<String> query, boolean isComplement, boolean isDistinct) {
  private static final String NO_CUSTOMERS = "select null::bigint as customer_id where false";

  static final CustomerSet NONE = new CustomerSet(Optional.empty(), false, true);
  static final CustomerSet ALL = NONE.complement();

  /** The customers of a query, which may have some several times. */
  static CustomerSet of(String query) {
    return new CustomerSet(Optional.of(query), false, false);
  }

  /** The customers of a query that has each once. */
  static CustomerSet ofDistinct(String query) {
    return new CustomerSet(Optional.of(query), false, true);
  }

  CustomerSet complement() {
    return new CustomerSet(query, !isComplement, isDistinct);
  }

  CustomerSet complementIf(boolean isNegation) {
    return isNegation ? complement() : this;
  }

  /** The customers that are in all sets. No query is left out, since each has parameters. */
  static CustomerSet intersection(List<CustomerSet> sets) {
    List<String> included = new ArrayList<>();
    List<String> excluded = new ArrayList<>();
    for (CustomerSet set : sets) {
      if (set.isComplement()) {
        set.query().ifPresent(excluded::add);
      } else {
        included.add(set.query().orElse(NO_CUSTOMERS));
      }
    }
    if (included.isEmpty()) {
      return excluded.isEmpty()
          ? ALL
          : new CustomerSet(
              Optional.of(join("union all", excluded)),
              true,
              excluded.size() == 1 && areDistinct(sets));
    }
    String query = join("intersect", included);
    return excluded.isEmpty()
        ? new CustomerSet(Optional.of(query), false, included.size() > 1 || areDistinct(sets))
        : ofDistinct(join("except", List.of(query, join("union all", excluded))));
  }

  private static boolean areDistinct(List<CustomerSet> sets) {
    return sets.stream().allMatch(CustomerSet::isDistinct);
  }

  /** The customers that are in one of the sets. */
  static CustomerSet union(List<CustomerSet> sets) {
    return intersection(sets.stream().map(CustomerSet::complement).toList()).complement();
  }

  private static String join(String operator, List<String> queries) {
    return queries.size() == 1
        ? queries.get(0)
        : "(" + String.join(")\n" + operator + "\n(", queries) + ")";
  }

  /** A query of {@code customer_id}, each customer once. */
  String members(SqlScope scope) {
    if (isComplement) {
      String all = everyone(scope);
      return query.map(others -> join("except", List.of(all, others))).orElse(all);
    }
    return positive();
  }

  private String positive() {
    return query
        .map(all -> isDistinct ? all : "select distinct customer_id from (" + all + ") found")
        .orElse(NO_CUSTOMERS);
  }

  /** A query of the number of customers, in the column {@code count}. */
  String count(SqlScope scope) {
    String found = "select count(*) as count from (" + positive() + ") counted";
    // Everybody in the query is a customer, so nothing has to be compared.
    return isComplement
        ? "select (select count(*) from (%s) everyone) - (%s) as count"
            .formatted(everyone(scope), found)
        : found;
  }

  private static String everyone(SqlScope scope) {
    return "select c.id as customer_id from tenancy_customers c where c.workspace_id = "
        + scope.workspace();
  }
}
