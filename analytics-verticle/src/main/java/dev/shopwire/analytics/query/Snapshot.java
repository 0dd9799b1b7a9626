package dev.shopwire.analytics.query;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One read-only snapshot of the database and what its statements may take: each gets what remains
 * of the call's budget. Rows come by cursor, few at a time, so that neither a large result nor
 * large rows fill the memory or hold the event loop up. For one event loop.
 */
public final class Snapshot {
  private static final int FIRST_ROWS = 64;
  private static final int MOST_ROWS = 500;

  /** So many small rows need no cursor. */
  private static final long MOST_AT_ONCE = 1_000;

  /** Bytes of one fetch that are aimed at, by the size of the rows before. */
  private static final long FETCH_BYTES = 256 << 10;

  /** A statement may take so much longer than what remains of the budget. */
  private static final long SLACK_MILLIS = 50;

  private final Vertx vertx;
  private final SqlConnection connection;
  private final ReadBudget budget;
  private long allowedMillis;

  /**
   * @param allowedMillis the statement timeout of the connection as it is
   */
  Snapshot(Vertx vertx, SqlConnection connection, ReadBudget budget, long allowedMillis) {
    this.vertx = vertx;
    this.connection = connection;
    this.budget = budget;
    this.allowedMillis = allowedMillis;
  }

  public ReadBudget budget() {
    return budget;
  }

  /** For a statement that limits its result itself: to few and small rows. */
  public Future<RowSet<Row>> query(String sql, Tuple arguments) {
    limitTime();
    return connection.preparedQuery(sql).execute(arguments);
  }

  /** Shows {@code visitor} each row, whose bytes count as kept. */
  public Future<Void> forEach(String sql, Tuple arguments, Consumer<Row> visitor) {
    return fetch(
        sql,
        arguments,
        FIRST_ROWS,
        rows -> {
          visit(rows, visitor);
          return Future.succeededFuture();
        });
  }

  /**
   * The same of small rows; few of them come at once, which saves the way to a cursor and back.
   *
   * @param most how many there may be
   */
  public Future<Void> forEach(long most, String sql, Tuple arguments, Consumer<Row> visitor) {
    return most > MOST_AT_ONCE
        ? forEach(sql, arguments, visitor)
        : query(sql, arguments)
            .map(
                rows -> {
                  visit(rows, visitor);
                  return null;
                });
  }

  private void visit(RowSet<Row> rows, Consumer<Row> visitor) {
    for (Row row : rows) {
      budget.addBytes(RowSize.of(row));
      visitor.accept(row);
    }
    budget.addRows(rows.size());
  }

  /**
   * Gives {@code work} some rows at a time; the next ones are read when it is done.
   *
   * @param first how many rows to begin with
   */
  public Future<Void> fetch(
      String sql, Tuple arguments, int first, Function<RowSet<Row>, Future<Void>> work) {
    limitTime();
    return connection
        .prepare(sql)
        .compose(
            statement -> {
              Cursor cursor = statement.cursor(arguments);
              // Their completion is not awaited: what follows on the connection comes after it.
              return fetch(cursor, first, work)
                  .onComplete(
                      done -> {
                        cursor.close();
                        statement.close();
                      });
            });
  }

  private Future<Void> fetch(Cursor cursor, int count, Function<RowSet<Row>, Future<Void>> work) {
    return cursor
        .read(count)
        .compose(
            rows -> {
              int next = nextCount(rows, count);
              return work.apply(rows)
                  .compose(
                      done -> {
                        if (!cursor.hasMore()) {
                          return Future.succeededFuture();
                        }
                        limitTime();
                        return fetch(cursor, next, work);
                      });
            });
  }

  private static int nextCount(RowSet<Row> rows, int count) {
    long bytes = 1;
    for (Row row : rows) {
      bytes += RowSize.of(row);
    }
    long fit = FETCH_BYTES * Math.max(1, rows.size()) / bytes;
    return (int) Math.max(1, Math.min(Math.min(fit, 2L * count), MOST_ROWS));
  }

  /** What takes a while is done on another thread. */
  public <T> Future<T> compute(Callable<T> work) {
    return vertx.executeBlocking(work, false);
  }

  /** For what must not know of budgets: short statements with few rows. */
  public SqlConnection connection() {
    limitTime();
    return connection;
  }

  /** The setting precedes the statement on the same connection, so its response is not awaited. */
  private void limitTime() {
    long left = budget.remainingMillis();
    if (left <= 0) {
      throw budget.tooLong();
    }
    if (left < allowedMillis - SLACK_MILLIS) {
      allowedMillis = left;
      connection.query("set local statement_timeout = " + left).execute();
    }
  }
}
