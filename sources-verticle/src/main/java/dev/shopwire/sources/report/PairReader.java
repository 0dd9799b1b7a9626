package dev.shopwire.sources.report;

import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.PairHistory;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Reads what figures need of all shops of some apps, in the order of apps and shops, from the
 * records themselves: a portion of them and one pair at a time are in memory. Histories are
 * computed on worker threads, one after the other. Not thread-safe; use from one event loop.
 */
final class PairReader {
  private static final int PORTION = 2_000;

  // Rows then come in the order of the index; otherwise all would be sorted before the first one.
  private static final String AVOID_SORTS = "set local enable_sort = off";

  // The outcome is compared so that the index by time does not fit. Only recurring money says
  // something about a subscription.
  private static final String RECORDS =
      """
      select %s
      from partner_records r
      where r.app_id = $1 and r.fetch_id = $2 and r.at < $3 and r.outcome || '' = 'record'
        and r.kind <> 'credit' and (r.kind <> 'charge' or r.category = 'recurring')
        and r.pass <= ($4::bigint[])[array_position($5::text[], r.stream)]
      order by r.shop, r.at
      """
          .formatted(ReportRecords.COLUMNS);

  private final Vertx vertx;
  private final SqlConnection snapshot;
  private final Runnable checkTime;

  /**
   * @param snapshot a read-only transaction
   * @param checkTime fails if the report takes too long
   */
  PairReader(Vertx vertx, SqlConnection snapshot, Runnable checkTime) {
    this.vertx = vertx;
    this.snapshot = snapshot;
    this.checkTime = checkTime;
  }

  /**
   * Passes the history of each pair to {@code pairs}, on a worker thread.
   *
   * @param scope whose end is known
   */
  Future<Void> read(ReportScope scope, Consumer<PairHistory> pairs) {
    return snapshot
        .query(AVOID_SORTS)
        .execute()
        .compose(set -> next(scope.apps().iterator(), scope.end(), pairs));
  }

  private Future<Void> next(
      Iterator<ShownRecords> apps, Instant until, Consumer<PairHistory> pairs) {
    if (!apps.hasNext()) {
      return Future.succeededFuture();
    }
    ShownRecords app = apps.next();
    return snapshot
        .prepare(RECORDS)
        .compose(statement -> read(statement, app, until, pairs))
        .compose(done -> next(apps, until, pairs));
  }

  private Future<Void> read(
      PreparedStatement statement, ShownRecords app, Instant until, Consumer<PairHistory> pairs) {
    Tuple parameters =
        Tuple.of(app.appId(), app.fetchId(), until.atOffset(ZoneOffset.UTC))
            .addArrayOfLong(app.passes().toArray(Long[]::new))
            .addArrayOfString(app.streams().toArray(String[]::new));
    Cursor cursor = statement.cursor(parameters);
    Promise<Void> done = Promise.promise();
    PairCollector collector = new PairCollector(app.appId(), until, pairs);
    cursor
        .read(PORTION)
        .onComplete(rows -> work(cursor, app.appId(), rows, collector, done), done::fail);
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
      Cursor cursor, long appId, RowSet<Row> rows, PairCollector collector, Promise<Void> done) {
    boolean more = cursor.hasMore();
    Future<RowSet<Row>> following = more ? cursor.read(PORTION) : Future.succeededFuture(rows);
    vertx
        .executeBlocking(
            () -> {
              checkTime.run();
              add(appId, rows, collector);
              if (!more) {
                collector.finish();
              }
              return more;
            },
            false)
        .compose(worked -> following)
        .onComplete(
            next -> {
              if (more) {
                work(cursor, appId, next, collector, done);
              } else {
                done.complete();
              }
            },
            done::fail);
  }

  private static void add(long appId, RowSet<Row> rows, PairCollector collector) {
    for (Row row : rows) {
      collector.add(ReportRecords.read(appId, row));
    }
  }
}
