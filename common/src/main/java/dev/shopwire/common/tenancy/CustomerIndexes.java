package dev.shopwire.common.tenancy;

import dev.shopwire.common.background.IndexBuild.Index;
import java.util.List;

/**
 * The indexes of customers that are created in the background: lists are ordered by domain, by code
 * points, and by the times when a customer was first and last seen. Of the latter only the hour is
 * indexed, so that most updates of that time touch no index.
 */
public final class CustomerIndexes {
  public static final List<Index> ALL =
      List.of(
          new Index("customers_by_domain", "customers (workspace_id, domain collate \"C\", id)"),
          new Index("customers_by_first_seen", "customers (workspace_id, first_seen_at, id)"),
          new Index(
              LastSeenHours.INDEX,
              "customers (workspace_id, last_seen_hour)",
              LastSeenHours::fill));

  private CustomerIndexes() {}
}
