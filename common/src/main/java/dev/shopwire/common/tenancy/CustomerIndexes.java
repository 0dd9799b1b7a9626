package dev.shopwire.common.tenancy;

import dev.shopwire.common.background.IndexBuild.Index;
import java.util.List;

/**
 * The indexes of customers that are created in the background: lists are ordered by domain, by code
 * points, and by the time when a customer was first seen. There is none of the time when it was
 * last seen, so that updates of that time touch no index.
 */
public final class CustomerIndexes {
  public static final List<Index> ALL =
      List.of(
          new Index("customers_by_domain", "customers (workspace_id, domain collate \"C\", id)"),
          new Index("customers_by_first_seen", "customers (workspace_id, first_seen_at, id)"));

  private CustomerIndexes() {}
}
