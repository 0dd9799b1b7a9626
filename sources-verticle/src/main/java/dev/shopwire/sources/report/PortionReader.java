package dev.shopwire.sources.report;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.function.Consumer;

/**
 * Reads the rows of a statement in portions, each of which is worked on by a worker thread, one
 * after the other. Not thread-safe; use from one event loop.
 */
public final class PortionReader {
  private static final int PORTION = 2_000;

  private final Vertx vertx;
  private final SqlConnection snapshot;
  private final Runnable checkTime;

  /**
   * @param snapshot a transaction
   * @param checkTime fails if the work takes too long
   */
  public PortionReader(Vertx vertx, SqlConnection snapshot, Runnable checkTime) {
    this.vertx = vertx;
    this.snapshot = snapshot;
    this.checkTime = checkTime;
  }

  SqlConnection snapshot() {
    return snapshot;
  }

  /**
   * @param work is called with each portion on a worker thread
   */
  public Future<Void> read(String sql, Tuple parameters, Consumer<RowSet<Row>> work) {
    return snapshot.prepare(sql).compose(statement -> read(statement, parameters, work));
  }

  private Future<Void> read(
      PreparedStatement statement, Tuple parameters, Consumer<RowSet<Row>> work) {
    Cursor cursor = statement.cursor(parameters);
    Promise<Void> done = Promise.promise();
    cursor.read(PORTION).onComplete(rows -> work(cursor, rows, work, done), done::fail);
    // Not awaited: later statements on the connection run after them.
    return done.future()
        .onComplete(
            ended -> {
              cursor.close();
              statement.close();
            });
  }

  /** Reads the next portion while a worker thread works on this one. */
  private void work(
      Cursor cursor, RowSet<Row> rows, Consumer<RowSet<Row>> work, Promise<Void> done) {
    boolean more = cursor.hasMore();
    Future<RowSet<Row>> following = more ? cursor.read(PORTION) : Future.succeededFuture(rows);
    vertx
        .executeBlocking(
            () -> {
              checkTime.run();
              work.accept(rows);
              return more;
            },
            false)
        .compose(worked -> following)
        .onComplete(
            next -> {
              if (more) {
                work(cursor, next, work, done);
              } else {
                done.complete();
              }
            },
            done::fail);
  }
}
