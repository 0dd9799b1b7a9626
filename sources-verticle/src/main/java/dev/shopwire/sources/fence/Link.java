package dev.shopwire.sources.fence;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/** The connection of one use to a database of one engine, and how to stop what it does. */
interface Link {
  SqlConnection connection();

  /** Runs a statement within the limits of the use. */
  @FunctionalInterface
  interface Runner {
    Future<RowSet<Row>> run(String sql, Tuple parameters);
  }

  /**
   * Begins a transaction in which nothing can be written any more, with the source's own limits.
   */
  Future<Void> begin(Runner runner, Limits limits);

  /** Asks the source to end the statement that is running. */
  Future<Void> cancel();

  /** Asks the source to end the session, also where a statement ignores {@link #cancel}. */
  Future<Void> terminate();

  /** Closes the sockets, whatever the source does. */
  Future<Void> destroy();
}
