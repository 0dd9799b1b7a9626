package dev.shopwire.automation.explain;

import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * The customer whose facts are read, from one snapshot.
 *
 * @param scope of the leaves: its parameters are not used
 */
record Subject(SqlConnection connection, SqlScope scope, Vocabulary vocabulary, long customer) {

  Instant now() {
    return scope.now();
  }

  /**
   * Runs a query about this customer.
   *
   * @param sql writes it: {@code k.id} in it is the customer
   */
  <T> Future<List<T>> query(Function<SqlScope, String> sql, Function<Row, T> read) {
    SqlScope statement = scope.fresh();
    String facts = sql.apply(statement);
    String query =
        "select f.* from (select %s::bigint as id) k cross join lateral (\n%s\n) f"
            .formatted(statement.add(customer), facts);
    return connection
        .preparedQuery(query)
        .execute(statement.parameters().tuple())
        .map(rows -> Rows.list(rows, read));
  }
}
