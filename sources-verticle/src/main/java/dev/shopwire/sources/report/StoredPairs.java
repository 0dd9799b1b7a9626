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
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the lifecycles of all shops of some apps as they were stored, without earnings but the
 * times of the first ones. Those of shops that are still to be computed again are computed from the
 * records of the same snapshot, so that the result never depends on how far that is. Not
 * thread-safe; use from one event loop.
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

  // In the order in which PairReader has shops.
  private static final String HISTORIES_BY_SHOP =
      """
      select l.shop, l.history from partner_lifecycles l
      where l.app_id = $1 and l.fetch_id = $2 and l.shop <> all ($3)
      union all
      select shop, null::bytea from unnest($3::text[]) as outdated (shop)
      order by shop
      """;

  private final PortionReader portions;
  private final PairReader records;

  StoredPairs(PortionReader portions, PairReader records) {
    this.portions = portions;
    this.records = records;
  }

  /**
   * The history of a pair without earnings. Its shop and customer may be left out.
   *
   * @param firstEarnings the time of the first earning by currency; none without a shop. Some may
   *     be after the known time
   */
  record StoredPair(PairHistory history, Map<String, Instant> firstEarnings) {
    static StoredPair of(PairHistory pair) {
      Map<String, Instant> first = new HashMap<>();
      if (pair.shop().isPresent()) {
        pair.earnings()
            .forEach(
                earning ->
                    first.merge(
                        earning.currency(),
                        earning.at(),
                        (one, other) -> one.isBefore(other) ? one : other));
      }
      return new StoredPair(
          new PairHistory(
              pair.appId(),
              pair.shop(),
              pair.customerId(),
              pair.transitions(),
              pair.spans(),
              List.of()),
          first);
    }

    static StoredPair of(long appId, Optional<String> shop, StoredHistory history) {
      return new StoredPair(
          new PairHistory(
              appId, shop, Optional.empty(), history.transitions(), history.spans(), List.of()),
          history.firstEarnings());
    }
  }

  /**
   * Passes each pair to {@code pairs}, on a worker thread, in any order.
   *
   * @param scope whose end is known
   */
  Future<Void> all(ReportScope scope, Consumer<StoredPair> pairs) {
    return next(scope.apps().iterator(), scope.end(), pairs, false);
  }

  /** The same with shops, in the order of apps and shops. */
  Future<Void> inOrder(ReportScope scope, Consumer<StoredPair> pairs) {
    return next(scope.apps().iterator(), scope.end(), pairs, true);
  }

  private Future<Void> next(
      Iterator<ShownRecords> apps, Instant until, Consumer<StoredPair> pairs, boolean inOrder) {
    return apps.hasNext()
        ? ofApp(apps.next(), until, pairs, inOrder)
            .compose(done -> next(apps, until, pairs, inOrder))
        : Future.succeededFuture();
  }

  private Future<Void> ofApp(
      ShownRecords app, Instant until, Consumer<StoredPair> pairs, boolean inOrder) {
    return outdated(app, until)
        .compose(
            outdated -> {
              if (outdated.isEmpty()) {
                return records.ofApp(app, until, pair -> pairs.accept(StoredPair.of(pair)));
              }
              return inOrder
                  ? inOrder(app, outdated.get(), until, pairs)
                  : stored(app, outdated.get(), pairs)
                      .compose(done -> computed(app, outdated.get(), until, pairs));
            });
  }

  /**
   * The shops of an app whose stored history is not that of the snapshot; empty if all are to be
   * computed from their records.
   */
  Future<Optional<List<String>>> outdated(ShownRecords app, Instant until) {
    return LifecycleTimeTable.find(portions.snapshot(), new FetchRef(app.appId(), app.fetchId()))
        .compose(
            time ->
                time.isEmpty()
                    ? Future.succeededFuture(Optional.<List<String>>empty())
                    : findOutdated(app, app.completeTo().orElse(until)).map(Optional::of))
        .map(outdated -> outdated.filter(shops -> shops.size() <= MAX_OUTDATED));
  }

  private Future<List<String>> findOutdated(ShownRecords app, Instant completeTo) {
    return portions
        .snapshot()
        .preparedQuery(OUTDATED)
        .execute(
            Tuple.of(
                app.appId(), app.fetchId(), completeTo.atOffset(ZoneOffset.UTC), MAX_OUTDATED + 1))
        .map(rows -> Rows.list(rows, row -> row.getString("shop")));
  }

  private Future<Void> stored(ShownRecords app, List<String> outdated, Consumer<StoredPair> pairs) {
    return portions.read(
        HISTORIES,
        parameters(app, outdated),
        rows ->
            rows.forEach(
                row -> pairs.accept(StoredPair.of(app.appId(), Optional.empty(), history(row)))));
  }

  private Future<Void> computed(
      ShownRecords app, List<String> outdated, Instant until, Consumer<StoredPair> pairs) {
    return records.ofShops(app, outdated, until, pair -> pairs.accept(StoredPair.of(pair)));
  }

  private Future<Void> inOrder(
      ShownRecords app, List<String> outdated, Instant until, Consumer<StoredPair> pairs) {
    Map<String, StoredPair> computed = new HashMap<>();
    return computed(
            app, outdated, until, pair -> computed.put(pair.history().shop().orElseThrow(), pair))
        .compose(
            done ->
                portions.read(
                    HISTORIES_BY_SHOP,
                    parameters(app, outdated),
                    rows -> rows.forEach(row -> addInOrder(app, row, computed, pairs))));
  }

  private static void addInOrder(
      ShownRecords app, Row row, Map<String, StoredPair> computed, Consumer<StoredPair> pairs) {
    String shop = row.getString("shop");
    if (row.getBuffer("history") != null) {
      pairs.accept(StoredPair.of(app.appId(), Optional.of(shop), history(row)));
    } else if (computed.containsKey(shop)) {
      pairs.accept(computed.get(shop));
    }
  }

  private static Tuple parameters(ShownRecords app, List<String> outdated) {
    return Tuple.of(app.appId(), app.fetchId()).addArrayOfString(outdated.toArray(String[]::new));
  }

  private static StoredHistory history(Row row) {
    return StoredHistory.decodeForFigures(row.getBuffer("history"));
  }
}
