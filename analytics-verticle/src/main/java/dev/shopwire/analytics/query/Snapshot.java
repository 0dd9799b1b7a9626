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
 * Runs statements in one read-only snapshot of the database; each gets what remains of the call's
 * budget. Rows are fetched by cursor, few at a time, so that neither large results nor large rows
 * fill the memory or block the event loop. Not thread-safe; use from one event loop.
 */
public final class Snapshot {
  private static final int FIRST_ROWS = 64;
  private static final int MAX_ROWS = 500;

  /** Up to this many small rows are read without a cursor. */
  private static final long MAX_WITHOUT_CURSOR = 1_000;

  /** The target size of one fetch, estimated from the rows before. */
  private static final long FETCH_BYTES = 256 << 10;

  /** By how much the statement timeout may exceed the remaining budget before it is lowered. */
  private static final long SLACK_MILLIS = 50;

  private final Vertx vertx;
  private final SqlConnection connection;
  private final ReadBudget budget;
  private final ReadCache cache;
  private long allowedMillis;

  /**
   * @param allowedMillis the current statement timeout of the connection
   */
  Snapshot(
      Vertx vertx,
      SqlConnection connection,
      ReadBudget budget,
      ReadCache cache,
      long allowedMillis) {
    this.vertx = vertx;
    this.connection = connection;
    this.budget = budget;
    this.cache = cache;
    this.allowedMillis = allowedMillis;
  }

  public ReadBudget budget() {
    return budget;
  }

  /** The cache that the reads of this process share. */
  public ReadCache cache() {
    return cache;
  }

  /** Runs a statement that itself limits its result to few, small rows. */
  public Future<RowSet<Row>> query(String sql, Tuple arguments) {
    limitTime();
    return connection.preparedQuery(sql).execute(arguments);
  }

  /** Passes each row to {@code visitor} and counts its bytes as kept. */
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
   * The same for small rows: few of them are read at once, which saves the round trips of a cursor.
   *
   * @param max the maximum number of rows
   */
  public Future<Void> forEach(long max, String sql, Tuple arguments, Consumer<Row> visitor) {
    return max > MAX_WITHOUT_CURSOR
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
   * Passes some rows at a time to {@code work}; the next ones are read when it completes.
   *
   * @param first the number of rows to start with
   */
  public Future<Void> fetch(
      String sql, Tuple arguments, int first, Function<RowSet<Row>, Future<Void>> work) {
    limitTime();
    return connection
        .prepare(sql)
        .compose(
            statement -> {
              Cursor cursor = statement.cursor(arguments);
              // Not awaited: later statements on the connection run after them.
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
    return (int) Math.max(1, Math.min(Math.min(fit, 2L * count), MAX_ROWS));
  }

  /** Runs a long computation on a worker thread. */
  public <T> Future<T> compute(Callable<T> work) {
    return vertx.executeBlocking(work, false);
  }

  /** For code that does not know about budgets: short statements with few rows. */
  public SqlConnection connection() {
    limitTime();
    return connection;
  }

  /**
   * Makes PostgreSQL read the rows of later statements in the order of an index. For a complete
   * list it would rather sort all rows, and the first one would take as long as all of them.
   */
  public Future<Void> avoidSorts() {
    return connection.query("set local enable_sort = off").execute().mapEmpty();
  }

  /** Lets each later statement take this long, whatever is left of the budget. */
  Future<Void> allowTime(long millis) {
    return connection.query("set local statement_timeout = " + millis).execute().mapEmpty();
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
