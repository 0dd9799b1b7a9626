package dev.shopwire.sources.earnings;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.sources.connections.StreamState;
import dev.shopwire.sources.connections.StreamTable;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/**
 * Adds up the earnings of complete passes by the hour, some passes in a transaction. Reports are
 * right whether or not it has run, and faster afterwards. A process that is killed leaves nothing
 * that the next run does not complete. Not thread-safe; use from one event loop, while no pass of
 * the same fetch can be completed.
 */
public final class EarningHours {
  private static final BackgroundTaskLog FAILURES =
      new BackgroundTaskLog(LoggerFactory.getLogger(EarningHours.class), "Adding up of earnings");

  /** Records after which no other pass is begun, which bounds how long a transaction takes. */
  private static final int MAX_RECORDS = 50_000;

  private static final String NEXT =
      """
      select count(*)::int as records, max(n.pass) as pass
      from (
        select r.pass from partner_records r
        where r.app_id = $1 and r.fetch_id = $2 and r.stream = $3 and r.pass > $4 and r.pass <= $5
          and r.pass > 0
        order by r.pass limit $6
      ) n
      """;

  private final Pool pool;
  private final FetchRef fetch;
  private final Function<SqlConnection, Future<Void>> fence;

  /**
   * @param fence fails if the caller may not write, or another process may have completed a pass;
   *     is called last in each transaction
   */
  public EarningHours(Pool pool, FetchRef fetch, Function<SqlConnection, Future<Void>> fence) {
    this.pool = pool;
    this.fetch = fetch;
    this.fence = fence;
  }

  /**
   * Adds up what is missing, which is usually nothing: then it writes nothing. A pass that can't be
   * added up in the time of a statement must not stop the pull: reports read its records instead.
   */
  public Future<Void> run() {
    return StreamTable.list(pool, fetch.appId(), fetch.fetchId())
        .compose(streams -> next(streams.iterator()))
        .onSuccess(added -> FAILURES.succeeded())
        .recover(
            error -> {
              if (!PostgresFailures.isTimeout(error)) {
                return Future.failedFuture(error);
              }
              FAILURES.failed(error);
              return Future.succeededFuture();
            });
  }

  private Future<Void> next(Iterator<StreamState> streams) {
    return streams.hasNext()
        ? Passes.of(streams.next()).add(this).compose(added -> next(streams))
        : Future.succeededFuture();
  }

  /** The passes of a stream that are to be added up. */
  private static final class Passes {
    private final String stream;
    private final long last;
    private long summed;

    private Passes(String stream, long summed, long last) {
      this.stream = stream;
      this.summed = summed;
      this.last = last;
    }

    static Passes of(StreamState state) {
      return new Passes(state.name(), state.earningsPass(), state.pass());
    }

    Future<Boolean> add(EarningHours hours) {
      return summed >= last
          ? Future.succeededFuture(true)
          : Repeat.until(() -> hours.end(this).compose(end -> add(hours, end)));
    }

    /** Empty if there may be more. */
    private Future<Optional<Boolean>> add(EarningHours hours, Optional<Long> end) {
      if (end.isEmpty()) {
        return Future.succeededFuture(Optional.of(true));
      }
      return hours
          .add(stream, summed, end.get())
          .map(
              added -> {
                summed = end.get();
                return summed < last ? Optional.empty() : Optional.of(true);
              });
    }
  }

  /** The last pass of the next transaction; empty if the passes have stored nothing. */
  private Future<Optional<Long>> end(Passes passes) {
    return pool.preparedQuery(NEXT)
        .execute(
            Tuple.of(fetch.appId(), fetch.fetchId(), passes.stream)
                .addLong(passes.summed)
                .addLong(passes.last)
                .addInteger(MAX_RECORDS))
        .map(
            rows ->
                Rows.first(rows, row -> row)
                    .filter(row -> row.getInteger("records") > 0)
                    .map(
                        row ->
                            row.getInteger("records") < MAX_RECORDS
                                ? passes.last
                                : row.getLong("pass")));
  }

  private Future<Void> add(String stream, long after, long pass) {
    return Transactions.run(
        pool,
        client ->
            EarningHourTable.add(client, fetch, stream, after, pass)
                .compose(
                    added ->
                        StreamTable.setEarningsPass(
                            client, fetch.appId(), fetch.fetchId(), stream, pass))
                .compose(set -> fence.apply(client)));
  }
}
