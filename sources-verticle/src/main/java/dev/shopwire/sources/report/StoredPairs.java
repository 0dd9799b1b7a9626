package dev.shopwire.sources.report;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.LifecycleTimeTable;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the lifecycles of all shops of some apps as they were stored, without earnings. Those of
 * shops that are still to be computed again are computed from the records of the same snapshot, so
 * that the result never depends on how far that is. Not thread-safe; use from one event loop.
 */
final class StoredPairs {
  /** If more shops are to be computed again, all are computed from their records. */
  private static final int MAX_OUTDATED = 2_000;

  private static final String OUTDATED =
      """
      select shop from partner_touched_shops where app_id = $1 and fetch_id = $2
      union
      select shop from partner_lifecycles where app_id = $1 and fetch_id = $2 and next_at < $3
      limit $4
      """;
  private static final String HISTORIES =
      """
      select l.history from partner_lifecycles l
      where l.app_id = $1 and l.fetch_id = $2 and l.shop <> all ($3)
      """;

  private final PortionReader portions;
  private final PairReader records;

  StoredPairs(PortionReader portions, PairReader records) {
    this.portions = portions;
    this.records = records;
  }

  /**
   * Passes the history of each pair to {@code pairs}, on a worker thread.
   *
   * @param scope whose end is known
   */
  Future<Void> all(ReportScope scope, Consumer<PairHistory> pairs) {
    return next(scope.apps().iterator(), scope.end(), pairs);
  }

  private Future<Void> next(
      Iterator<ShownRecords> apps, Instant until, Consumer<PairHistory> pairs) {
    return apps.hasNext()
        ? ofApp(apps.next(), until, pairs).compose(done -> next(apps, until, pairs))
        : Future.succeededFuture();
  }

  private Future<Void> ofApp(ShownRecords app, Instant until, Consumer<PairHistory> pairs) {
    return LifecycleTimeTable.find(portions.snapshot(), new FetchRef(app.appId(), app.fetchId()))
        .compose(
            time ->
                time.isEmpty()
                    ? Future.succeededFuture(Optional.<List<String>>empty())
                    : outdated(app, app.completeTo().orElse(until)).map(Optional::of))
        .compose(
            outdated ->
                outdated.filter(shops -> shops.size() <= MAX_OUTDATED).isPresent()
                    ? stored(app, outdated.get(), pairs)
                        .compose(
                            done -> records.ofShops(app, outdated.get(), until, without(pairs)))
                    : records.ofApp(app, until, without(pairs)));
  }

  private Future<List<String>> outdated(ShownRecords app, Instant completeTo) {
    return portions
        .snapshot()
        .preparedQuery(OUTDATED)
        .execute(
            Tuple.of(
                app.appId(), app.fetchId(), completeTo.atOffset(ZoneOffset.UTC), MAX_OUTDATED + 1))
        .map(rows -> Rows.list(rows, row -> row.getString("shop")));
  }

  private Future<Void> stored(
      ShownRecords app, List<String> outdated, Consumer<PairHistory> pairs) {
    Tuple parameters =
        Tuple.of(app.appId(), app.fetchId()).addArrayOfString(outdated.toArray(String[]::new));
    return portions.read(
        HISTORIES, parameters, rows -> rows.forEach(row -> pairs.accept(pair(app.appId(), row))));
  }

  private static PairHistory pair(long appId, Row row) {
    StoredHistory history = StoredHistory.decodeForFigures(row.getBuffer("history"));
    return new PairHistory(
        appId,
        Optional.empty(),
        Optional.empty(),
        history.transitions(),
        history.spans(),
        List.of());
  }

  /** Earnings are added up elsewhere. */
  private static Consumer<PairHistory> without(Consumer<PairHistory> pairs) {
    return pair ->
        pairs.accept(
            new PairHistory(
                pair.appId(),
                pair.shop(),
                pair.customerId(),
                pair.transitions(),
                pair.spans(),
                List.of()));
  }
}
