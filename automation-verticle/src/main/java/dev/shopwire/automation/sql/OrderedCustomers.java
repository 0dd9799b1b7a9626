package dev.shopwire.automation.sql;

import java.util.List;

/**
 * Customers that an index has in the order of their ids, so that some can be read from any id on.
 *
 * @param branches each in that order
 */
record OrderedCustomers(List<Branch> branches) {
  static final int MAX_BRANCHES = 8;

  /**
   * @param id the column with the customers' ids
   * @param rows a from clause with a condition
   */
  record Branch(String id, String rows) {
    String after(String id, String limit) {
      return "select %1$s as id from %2$s and %1$s > %3$s order by %1$s limit %4$s"
          .formatted(this.id, rows, id, limit);
    }
  }

  static OrderedCustomers of(String id, String rows) {
    return new OrderedCustomers(List.of(new Branch(id, rows)));
  }

  /** All customers of the workspace. */
  static OrderedCustomers everyone(SqlScope scope) {
    return of("c.id", "tenancy_customers c where c.workspace_id = " + scope.workspace());
  }

  /**
   * A query of ids in ascending order; may have some twice.
   *
   * @param after placeholder of the id after which it starts
   * @param limit placeholder of how many
   */
  String query(String after, String limit) {
    List<String> queries = branches.stream().map(branch -> branch.after(after, limit)).toList();
    return queries.size() == 1
        ? queries.get(0)
        : "(" + String.join(")\nunion all\n(", queries) + ") order by id limit " + limit;
  }
}
