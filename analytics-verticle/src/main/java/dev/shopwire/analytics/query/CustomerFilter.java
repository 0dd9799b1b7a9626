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

/** Selects the events of one customer, if one is requested: see {@link ShopParameters}. */
public final class CustomerFilter {
  private static final String BY_DOMAIN =
      "select id, domain from tenancy_customers where workspace_id = $1 and domain = $2";
  private static final String BY_ID =
      "select id, domain from tenancy_customers where workspace_id = $1 and id = $2";

  private final ShopParameters parameters;

  private CustomerFilter(ShopParameters parameters) {
    this.parameters = parameters;
  }

  /** Reads the parameters; validation errors are recorded in {@code query}. */
  public static CustomerFilter read(Query query) {
    return new CustomerFilter(ShopParameters.read(query, VendorNames.SHOP_PARAMETERS));
  }

  /** Whether one customer's events are requested. */
  public boolean isPresent() {
    return parameters.isPresent();
  }

  /**
   * Looks up the customer's id, if one was requested.
   *
   * @return fails with 404 if the workspace has no such customer, with 422 if the id and the domain
   *     belong to different customers
   */
  public Future<Optional<Long>> find(Snapshot snapshot, AppScope app) {
    if (!isPresent()) {
      return Future.succeededFuture(Optional.empty());
    }
    Object key =
        parameters.id().isPresent() ? parameters.id().get() : parameters.domain().orElseThrow();
    return snapshot
        .query(parameters.id().isPresent() ? BY_ID : BY_DOMAIN, Tuple.of(app.workspaceId(), key))
        .map(this::id);
  }

  private Optional<Long> id(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw Failure.notFound("customer");
    }
    Row row = rows.iterator().next();
    if (!parameters.domain().orElse(row.getString("domain")).equals(row.getString("domain"))) {
      throw Failure.conflictingShops();
    }
    return Optional.of(row.getLong("id"));
  }
}
