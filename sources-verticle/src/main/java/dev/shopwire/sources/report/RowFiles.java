package dev.shopwire.sources.report;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.FigureRow;
import dev.shopwire.sources.figures.FigureRows;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import dev.shopwire.sources.report.PairCustomers.Pair;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes files of all rows behind a figure: what they are divided by, and how many there are, is
 * known before, from what is stored of all shops; the rows are read in portions while they are
 * sent. Not thread-safe; use from one event loop.
 */
final class RowFiles {
  // In the order of pages. Shops without a history are read from their records.
  private static final String STORED =
      """
      (select %1$s::bigint as app_id, p.shop, p.history, p.keys
      from (
        select l.shop, l.history, l.history_keys as keys from partner_lifecycles l
        where l.app_id = %1$s and l.fetch_id = %2$s and l.shop <> all (%3$s::text[])
        union all
        select o.shop, null::bytea, null::bytea from unnest(%3$s::text[]) as o (shop)
      ) p
      order by p.shop)
      """;
  private static final String UNSTORED =
      """
      (select %1$s::bigint as app_id, s.shop, null::bytea as history, null::bytea as keys
      from partner_shops s
      where s.app_id = %1$s and s.fetch_id = %2$s
      order by s.shop)
      """;
  private static final String NONE = "select null::bigint as app_id where false";
  private static final Fraction ONE = Fraction.of(BigDecimal.ONE);

  private final Vertx vertx;
  private final Snapshot snapshot;
  private final ReportScope scope;
  private final RowsRequest request;
  private final ReportBuckets bucket;

  /**
   * @param snapshot for what is read before the first row; rows may take longer
   */
  RowFiles(Vertx vertx, Snapshot snapshot, ReportScope scope, RowsRequest request) {
    this.vertx = vertx;
    this.snapshot = snapshot;
    this.scope = scope;
    this.request = request;
    this.bucket = request.bucket(scope.end());
  }

  Future<ExportSource.Rows> rows() {
    RowReader reader = new RowReader(vertx, snapshot);
    return reader
        .counted(scope, request)
        .compose(
            counted ->
                counted.divisor().isEmpty()
                    ? Future.succeededFuture(none())
                    : FigureRows.areEarnings(request.metric())
                        ? earnings()
                        : pairs(counted.count(), counted.divisor().get()));
  }

  private static ExportSource.Rows none() {
    return ExportSource.Rows.of(NONE, new SqlParameters().tuple(), row -> Map.of());
  }

  /** Rows that are earnings. */
  private Future<ExportSource.Rows> earnings() {
    return new EarningRows(
            snapshot.portions(vertx),
            request.metric(),
            request.currency().orElseThrow(),
            bucket,
            Optional.empty(),
            Integer.MAX_VALUE)
        .statement(scope)
        .map(
            statement ->
                new ExportSource.Rows(
                    statement.sql(),
                    "select count(*) as count from (" + statement.sql() + ") rows",
                    statement.parameters(),
                    ExportSource.Rows.SMALL_ROWS,
                    (rows, connection) ->
                        RowJson.of(
                            connection,
                            scope,
                            rows(rows.stream().map(EarningRows::pair).toList(), ONE))));
  }

  /** Rows that are pairs or their transitions. */
  private Future<ExportSource.Rows> pairs(long count, Fraction divisor) {
    StoredPairs stored = new StoredPairs(snapshot.portions(vertx), reader(snapshot));
    SqlParameters parameters = new SqlParameters();
    List<String> parts = new ArrayList<>();
    Future<Void> done = Future.succeededFuture();
    for (ShownRecords app : scope.apps()) {
      done =
          done.compose(before -> stored.outdated(app, scope.end()))
              .map(
                  outdated -> {
                    parts.add(part(app, outdated, parameters));
                    return null;
                  });
    }
    return done.map(
        read ->
            ExportSource.Rows.counted(
                count,
                String.join("union all\n", parts),
                parameters.tuple(),
                ExportSource.Rows.SMALL_ROWS,
                (rows, connection) -> pairRows(rows, connection, divisor)));
  }

  /**
   * @param outdated the shops that are read from their records; empty for all
   */
  private static String part(
      ShownRecords app, Optional<List<String>> outdated, SqlParameters parameters) {
    String appId = parameters.add(app.appId());
    String fetchId = parameters.add(app.fetchId());
    return outdated
        .map(
            shops -> STORED.formatted(appId, fetchId, parameters.add(shops.toArray(String[]::new))))
        .orElseGet(() -> UNSTORED.formatted(appId, fetchId));
  }

  private PairReader reader(Snapshot of) {
    return new PairReader(vertx, of.portions(vertx));
  }

  private Future<List<Map<String, @Nullable Object>>> pairRows(
      List<Row> rows, SqlConnection connection, Fraction divisor) {
    Map<Pair, PairHistory> computed = new HashMap<>();
    PairReader records = reader(new Snapshot(connection, () -> {}));
    Future<Void> done = Future.succeededFuture();
    for (ShownRecords app : scope.apps()) {
      List<String> shops =
          rows.stream()
              .filter(row -> row.getLong("app_id") == app.appId() && needsRecords(row))
              .map(row -> row.getString("shop"))
              .toList();
      done =
          done.compose(
              before ->
                  records.ofShops(
                      app,
                      shops,
                      scope.end(),
                      pair -> computed.put(Pair.of(pair).orElseThrow(), pair)));
    }
    return done.compose(
            read ->
                vertx.executeBlocking(
                    () ->
                        rows(
                            rows.stream().flatMap(row -> pair(row, computed).stream()).toList(),
                            divisor),
                    false))
        .compose(own -> RowJson.of(connection, scope, own));
  }

  /** What a shop has earned is in its records alone. */
  private boolean needsRecords(Row row) {
    return request.metric() == Metric.LTV || row.getBuffer("history") == null;
  }

  private Optional<PairHistory> pair(Row row, Map<Pair, PairHistory> computed) {
    long appId = row.getLong("app_id");
    String shop = row.getString("shop");
    if (needsRecords(row)) {
      return Optional.ofNullable(computed.get(new Pair(appId, shop)));
    }
    Buffer history = row.getBuffer("history");
    StoredHistory stored =
        StoredHistory.decode(new StoredHistory.Columns(history, row.getBuffer("keys")));
    return Optional.of(
        new PairHistory(
            appId,
            Optional.of(shop),
            Optional.empty(),
            stored.transitions(),
            stored.spans(),
            List.of()));
  }

  /** The rows of pairs in their order. */
  private List<FigureRow> rows(List<PairHistory> pairs, Fraction divisor) {
    FigureRows figure = new FigureRows(request.metric(), request.currency(), bucket);
    pairs.forEach(figure::add);
    return figure.take().stream().map(row -> row.dividedBy(divisor)).toList();
  }
}
