package dev.shopwire.sources.frozen;

import dev.shopwire.sources.frozen.DayFigureTable.Change;
import dev.shopwire.sources.frozen.LateRecordTable.Late;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.HistoryChange;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds what changed histories change of frozen days, in the transaction that stores them. Use from
 * one event loop.
 */
public final class FrozenChanges {
  private static final int ROWS = 5_000;

  private final Vertx vertx;
  private final FetchRef fetch;

  public FrozenChanges(Vertx vertx, FetchRef fetch) {
    this.vertx = vertx;
    this.fetch = fetch;
  }

  /** Adds the differences; nothing while all days are to be computed again anyway. */
  public Future<Void> add(SqlConnection client, List<HistoryChange> changes) {
    return FrozenDayTable.find(client, fetch.appId())
        .compose(
            frozen ->
                frozen
                        .filter(days -> days.fetch().equals(fetch) && days.stale().isEmpty())
                        .isEmpty()
                    ? Future.succeededFuture()
                    : add(client, frozen.get(), changes));
  }

  private Future<Void> add(SqlConnection client, Frozen frozen, List<HistoryChange> changes) {
    return LateRecordTable.list(client, fetch, changes.stream().map(HistoryChange::shop).toList())
        .compose(
            late ->
                vertx.executeBlocking(
                    () -> {
                      Map<String, Reason> reasons = reasons(late);
                      // A change without a late record follows from how histories are computed.
                      return DayDifferences.ofHistories(
                          changes,
                          frozen,
                          shop -> reasons.getOrDefault(shop, Reason.of(Cause.REBUILD)));
                    },
                    false))
        .compose(differences -> store(client, frozen, differences));
  }

  private static Map<String, Reason> reasons(List<Late> late) {
    Map<String, Reason> reasons = new HashMap<>();
    late.forEach(
        one -> one.shops().forEach(shop -> reasons.merge(shop, one.reason(), Reason::and)));
    return reasons;
  }

  private static Future<Void> store(SqlConnection client, Frozen frozen, List<Change> changes) {
    if (changes.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = Math.min(ROWS, changes.size());
    return DayFigureTable.add(client, frozen, changes.subList(0, size))
        .compose(stored -> store(client, frozen, changes.subList(size, changes.size())));
  }
}
