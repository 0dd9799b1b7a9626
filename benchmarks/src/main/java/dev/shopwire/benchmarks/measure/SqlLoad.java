package dev.shopwire.benchmarks.measure;

import dev.shopwire.common.postgres.Postgres;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.function.Supplier;

/**
 * Executes statements on one database connection, each when the previous one has committed. Not
 * thread-safe; use from one event loop.
 *
 * @param operations how many operations one statement counts as
 */
record SqlLoad(String sql, Supplier<Tuple> parameters, int operations) {

  Future<Work.Connected> connect(Vertx vertx, Postgres postgres) {
    return PgConnection.connect(vertx, postgres.options())
        .map(connection -> (slice, until) -> run(connection, slice, until));
  }

  private Future<Void> run(PgConnection connection, Slice slice, long until) {
    Promise<Void> done = Promise.promise();
    next(connection.preparedQuery(sql), slice, until, done);
    return done.future().eventually(connection::close);
  }

  private void next(PreparedQuery<RowSet<Row>> query, Slice slice, long until, Promise<Void> done) {
    if (System.nanoTime() >= until) {
      done.complete();
      return;
    }
    Tuple values = parameters.get();
    long sentAt = System.nanoTime();
    query
        .execute(values)
        .onComplete(
            rows -> {
              slice.record(operations, System.nanoTime() - sentAt);
              next(query, slice, until, done);
            },
            done::fail);
  }
}
