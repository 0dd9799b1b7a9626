package dev.shopwire.attribution.history;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** A customer whose history is read. */
record Customer(long workspaceId, long id, String domain) {
  private static final String FIND =
      "select workspace_id, id, domain from tenancy_customers where id = $1";

  /** Fails with 404 if there is no such customer. */
  static Future<Customer> find(SqlClient client, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(
            rows ->
                Rows.first(rows, Customer::read).orElseThrow(() -> Failure.notFound("customer")));
  }

  private static Customer read(Row row) {
    return new Customer(row.getLong("workspace_id"), row.getLong("id"), row.getString("domain"));
  }
}
