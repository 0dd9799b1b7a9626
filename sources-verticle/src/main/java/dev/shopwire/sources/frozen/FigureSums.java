package dev.shopwire.sources.frozen;

import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.sources.connections.StreamState;
import dev.shopwire.sources.connections.StreamTable;
import dev.shopwire.sources.earnings.EarningSql;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import dev.shopwire.sources.report.PortionReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;

/**
 * Computes the figures of days from all stored histories and earnings. Use from one event loop,
 * while no pass of the same fetch can be completed.
 */
final class FigureSums {
  /** About 100 MB. Usual are some for each day. */
  private static final int MAX_STEPS = 1_000_000;

  private static final String READ_ONLY =
      "set transaction isolation level repeatable read, read only";
  private static final String HISTORIES =
      "select history from partner_lifecycles where app_id = $1 and fetch_id = $2";

  // Of whole hours: $6 and $7 are starts of days in UTC.
  private static final String SUMS =
      """
      select (e.at at time zone 'UTC')::date as day, e.currency, sum(e.net)::text as net,
        coalesce(sum(e.gross) filter (
          where e.category in ('recurring', 'usage', 'one_time')), 0)::text as charges
      from (
        %s and h.hour >= $6 and h.hour < $7
        union all
        %s and r.at >= $6 and r.at < $7
      ) e
      """
          .formatted(EarningSql.SUMMED, EarningSql.UNSUMMED);
  private static final String OF_RANGE = SUMS + "group by 1, e.currency";
  private static final String OF_DAYS =
      SUMS + "where (e.at at time zone 'UTC')::date = any ($8) group by 1, e.currency";

  private final Vertx vertx;
  private final Pool pool;
  private final FetchRef fetch;

  FigureSums(Vertx vertx, Pool pool, FetchRef fetch) {
    this.vertx = vertx;
    this.pool = pool;
    this.fetch = fetch;
  }

  /** There are more figures than may be kept. */
  static final class TooManyFigures extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyFigures() {
      super("more than " + MAX_STEPS + " figures of days", null, false, false);
    }
  }

  /**
   * All figures of the days from {@code first} to before {@code end}, which must be over. Fails
   * with {@link TooManyFigures}.
   */
  Future<DaySteps> all(long first, long end) {
    return Transactions.run(
        pool,
        client -> {
          DaySteps days = new DaySteps(first, end);
          return client
              .query(READ_ONLY)
              .execute()
              .compose(set -> histories(client, days))
              .compose(read -> parameters(client))
              .compose(
                  parameters ->
                      client
                          .preparedQuery(OF_RANGE)
                          .execute(
                              parameters
                                  .addOffsetDateTime(startOf(first))
                                  .addOffsetDateTime(startOf(end))))
              .compose(rows -> addEarnings(days, rows));
        });
  }

  private Future<Void> histories(SqlConnection client, DaySteps days) {
    return new PortionReader(vertx, client, () -> check(days))
        .read(
            HISTORIES,
            Tuple.of(fetch.appId(), fetch.fetchId()),
            rows ->
                rows.forEach(
                    row ->
                        PairDays.add(
                            days, StoredHistory.decodeForFigures(row.getBuffer("history")))));
  }

  private static void check(DaySteps days) {
    if (days.size() > MAX_STEPS) {
      throw new TooManyFigures();
    }
  }

  private static OffsetDateTime startOf(long day) {
    return LocalDate.ofEpochDay(day).atStartOfDay().atOffset(ZoneOffset.UTC);
  }

  /**
   * Those that are sums of earnings, of some days.
   *
   * @param days at least one
   */
  Future<DaySteps> ofEarnings(List<Long> days) {
    DaySteps sums = new DaySteps(Long.MIN_VALUE, Long.MAX_VALUE);
    return parameters(pool)
        .compose(
            parameters ->
                pool.preparedQuery(OF_DAYS)
                    .execute(
                        parameters
                            .addOffsetDateTime(startOf(Collections.min(days)))
                            .addOffsetDateTime(startOf(Collections.max(days) + 1))
                            .addArrayOfLocalDate(
                                days.stream()
                                    .map(LocalDate::ofEpochDay)
                                    .toArray(LocalDate[]::new))))
        .compose(rows -> addEarnings(sums, rows));
  }

  private Future<DaySteps> addEarnings(DaySteps days, RowSet<Row> rows) {
    return vertx.executeBlocking(
        () -> {
          rows.forEach(row -> add(days, row));
          check(days);
          return days;
        },
        false);
  }

  private static void add(DaySteps days, Row row) {
    String currency = row.getString("currency");
    if (FigureKey.isKept(currency)) {
      long day = row.getLocalDate("day").toEpochDay();
      add(days, new FigureKey(Metric.CHARGES, currency), day, row.getString("charges"));
      add(days, new FigureKey(Metric.NET_REVENUE, currency), day, row.getString("net"));
    }
  }

  private static void add(DaySteps days, FigureKey key, long day, String amount) {
    days.add(key, day, day + 1, new BigDecimal(amount));
  }

  /** Which records count: those of complete passes. */
  private Future<Tuple> parameters(SqlClient client) {
    return StreamTable.list(client, fetch.appId(), fetch.fetchId())
        .map(
            streams ->
                EarningSql.parameters(
                    fetch.appId(),
                    fetch.fetchId(),
                    streams.stream().map(StreamState::name).toList(),
                    streams.stream().map(StreamState::earningsPass).toList(),
                    streams.stream().map(StreamState::pass).toList()));
  }
}
