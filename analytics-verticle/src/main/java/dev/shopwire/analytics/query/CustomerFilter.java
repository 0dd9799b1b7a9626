package dev.shopwire.analytics.query;

import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.query.ShopParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The one customer whose events are asked for, if one is: see {@link ShopParameters}. */
public final class CustomerFilter {
  private static final String BY_DOMAIN =
      "select id, domain from customers where workspace_id = $1 and domain = $2";
  private static final String BY_ID =
      "select id, domain from customers where workspace_id = $1 and id = $2";

  private final ShopParameters given;

  private CustomerFilter(ShopParameters given) {
    this.given = given;
  }

  /** Faults are noted in {@code query}. */
  public static CustomerFilter read(Query query) {
    return new CustomerFilter(ShopParameters.read(query, VendorNames.SHOP_PARAMETERS));
  }

  /** Whether one customer's events are asked for. */
  public boolean isGiven() {
    return given.isGiven();
  }

  /**
   * The customer's id, if one was asked for.
   *
   * @return fails with 404 if the workspace has no such customer, with 422 if the id and the domain
   *     are of two
   */
  public Future<Optional<Long>> find(Snapshot snapshot, AppScope caller) {
    if (!isGiven()) {
      return Future.succeededFuture(Optional.empty());
    }
    Object key = given.id().isPresent() ? given.id().get() : given.domain().orElseThrow();
    return snapshot
        .query(given.id().isPresent() ? BY_ID : BY_DOMAIN, Tuple.of(caller.workspaceId(), key))
        .map(this::id);
  }

  private Optional<Long> id(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw Failure.unknown("customer");
    }
    Row row = rows.iterator().next();
    if (!given.domain().orElse(row.getString("domain")).equals(row.getString("domain"))) {
      throw Failure.conflictingShops();
    }
    return Optional.of(row.getLong("id"));
  }
}
