package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.postgres.IndexPlans;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.sources.connections.StreamState;
import dev.shopwire.sources.connections.StreamTable;
import dev.shopwire.sources.lifecycle.store.ShopFold.Computed;
import dev.shopwire.sources.lifecycle.store.TouchedShopTable.Touched;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Computes the lifecycles again of the shops that passes have touched, and of those for which an
 * instant has passed; some hundred in a transaction. A row is written only if it differs. The time
 * as of which lifecycles are complete is set when none is left. Not thread-safe; use from one event
 * loop, while no pass of the same fetch can be completed.
 */
public final class Recomputation {
  /** Shops of a transaction. */
  private static final int SHOPS = 250;

  // Rows are read in the order of indexes.
  private static final String AVOID_SORTS =
      "select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)";

  private final Pool pool;
  private final FetchRef fetch;
  private final Announcing announcing;
  private final Runnable wakeDelivery;
  private final BiFunction<SqlConnection, List<HistoryChange>, Future<Void>> onChange;
  private final Function<SqlConnection, Future<Void>> fence;

  /**
   * @param wakeDelivery is called after messages were written
   * @param onChange is called in each transaction that stores histories, with those that differ
   * @param fence fails if the caller may not write, or another process may have completed a pass;
   *     is called last in each transaction
   */
  public Recomputation(
      Pool pool,
      FetchRef fetch,
      Announcing announcing,
      Runnable wakeDelivery,
      BiFunction<SqlConnection, List<HistoryChange>, Future<Void>> onChange,
      Function<SqlConnection, Future<Void>> fence) {
    this.pool = pool;
    this.fetch = fetch;
    this.announcing = announcing;
    this.wakeDelivery = wakeDelivery;
    this.onChange = onChange;
    this.fence = fence;
  }

  /** A transaction that is over. */
  private record Portion(boolean isLast, long due) {}

  /** Where the streams of a fetch are. */
  private record Known(List<StreamState> streams, Instant until) {}

  /** Computes what passes have touched, but only once all streams have been read further. */
  public Future<Boolean> runIfReadFurther() {
    return known(pool)
        .compose(
            known ->
                LifecycleTimeTable.find(pool, fetch)
                    .map(time -> known.isPresent() && !time.equals(known.map(Known::until))))
        .compose(isFurther -> isFurther ? run() : Future.succeededFuture(true));
  }

  /** Computes all there is. */
  public Future<Boolean> run() {
    return isIdle()
        .compose(idle -> idle ? Future.succeededFuture(true) : Repeat.until(this::portion));
  }

  /** Whether nothing is to be done, as is usual; without a transaction. */
  private Future<Boolean> isIdle() {
    return known(pool)
        .compose(
            known ->
                known.isEmpty()
                    ? Future.succeededFuture(true)
                    : LifecycleTimeTable.find(pool, fetch)
                        .compose(
                            time ->
                                !time.equals(known.map(Known::until))
                                    ? Future.succeededFuture(false)
                                    : TouchedShopTable.next(pool, fetch, 1).map(List::isEmpty)));
  }

  /** Empty if a stream has not been read at all. */
  private Future<Optional<Known>> known(SqlClient client) {
    return StreamTable.list(client, fetch.appId(), fetch.fetchId())
        .map(
            streams ->
                streams.isEmpty() || streams.stream().anyMatch(one -> one.completeTo().isEmpty())
                    ? Optional.empty()
                    : streams.stream()
                        .map(one -> one.completeTo().orElseThrow())
                        .min(Instant::compareTo)
                        .map(until -> new Known(streams, until)));
  }

  /** Empty if there may be more. */
  private Future<Optional<Boolean>> portion() {
    return Transactions.run(
            pool,
            client ->
                IndexPlans.require(client)
                    .compose(required -> client.preparedQuery(AVOID_SORTS).execute())
                    .compose(set -> known(client))
                    .compose(
                        known ->
                            known.isEmpty()
                                ? Future.succeededFuture(new Portion(true, 0))
                                : portion(client, known.get()))
                    // Last, since changes of the connection wait for it.
                    .compose(portion -> fence.apply(client).map(portion)))
        .map(
            portion -> {
              if (portion.due() > 0) {
                wakeDelivery.run();
              }
              return portion.isLast() ? Optional.of(true) : Optional.empty();
            });
  }

  private Future<Portion> portion(SqlConnection client, Known known) {
    return TouchedShopTable.next(client, fetch, SHOPS)
        .compose(
            touched ->
                LifecycleTable.due(client, fetch, known.until(), SHOPS)
                    .compose(due -> portion(client, known, touched, due)));
  }

  private Future<Portion> portion(
      SqlConnection client, Known known, List<Touched> touched, List<String> due) {
    Map<String, Boolean> shops = new LinkedHashMap<>();
    touched.forEach(one -> shops.put(one.shop(), one.isQuiet()));
    due.stream()
        .limit(SHOPS - (long) touched.size())
        .forEach(shop -> shops.putIfAbsent(shop, false));
    if (shops.isEmpty()) {
      return setTime(client, known.until()).map(new Portion(true, 0));
    }
    return new ShopRecords(fetch, known.until())
        .compute(client, known.streams(), List.copyOf(shops.keySet()))
        .compose(computed -> store(client, computed, shops))
        .map(messages -> new Portion(false, messages));
  }

  private Future<Void> setTime(SqlConnection client, Instant until) {
    return LifecycleTimeTable.find(client, fetch)
        .compose(
            time ->
                time.filter(until::equals).isPresent()
                    ? Future.succeededFuture()
                    : LifecycleTimeTable.set(client, fetch, until));
  }

  private Future<Long> store(
      SqlConnection client, List<Computed> computed, Map<String, Boolean> isQuiet) {
    List<String> shops = computed.stream().map(Computed::shop).toList();
    return LifecycleTable.find(client, fetch, shops)
        .compose(before -> store(client, before, computed, isQuiet))
        .compose(due -> TouchedShopTable.delete(client, fetch, shops).map(due));
  }

  private Future<Long> store(
      SqlConnection client,
      Map<String, StoredLifecycle> before,
      List<Computed> computed,
      Map<String, Boolean> isQuiet) {
    Announcements announcements = new Announcements(fetch, announcing);
    List<Computed> changed = new ArrayList<>();
    for (Computed each : computed) {
      Optional<StoredLifecycle> row = Optional.ofNullable(before.get(each.shop()));
      if (!row.equals(each.row())) {
        changed.add(each);
        announcements.add(row, each, isQuiet.getOrDefault(each.shop(), false));
      }
    }
    if (changed.isEmpty()) {
      return Future.succeededFuture(0L);
    }
    List<StoredLifecycle> rows = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    changed.forEach(each -> each.row().ifPresentOrElse(rows::add, () -> gone.add(each.shop())));
    return LifecycleTable.store(client, fetch, rows)
        .compose(stored -> LifecycleTable.delete(client, fetch, gone))
        .compose(deleted -> UninstallTable.store(client, fetch, changed))
        .compose(stored -> onChange.apply(client, changes(before, changed)))
        .compose(noted -> announcements.write(client));
  }

  private static List<HistoryChange> changes(
      Map<String, StoredLifecycle> before, List<Computed> changed) {
    return changed.stream()
        .map(
            each ->
                new HistoryChange(
                    each.shop(),
                    Optional.ofNullable(before.get(each.shop())).map(StoredLifecycle::history),
                    new StoredHistory(
                        each.lifecycle().transitions(),
                        each.lifecycle().spans(),
                        each.firstEarnings())))
        .toList();
  }

  /** Deletes what was computed from records that were dropped. */
  public static Future<Void> delete(Pool pool, FetchRef fetch) {
    return Repeat.until(
            () ->
                LifecycleTable.deleteSome(pool, fetch)
                    .compose(
                        more -> UninstallTable.deleteSome(pool, fetch).map(also -> more || also))
                    .compose(
                        more -> TouchedShopTable.deleteSome(pool, fetch).map(also -> more || also))
                    .map(more -> more ? Optional.<Boolean>empty() : Optional.of(true)))
        .compose(deleted -> LifecycleTimeTable.delete(pool, fetch))
        .compose(
            deleted ->
                Repeat.until(
                    () ->
                        AnnouncementTable.deleteSome(pool, fetch.appId())
                            .compose(
                                more ->
                                    TransitionTable.deleteSome(pool, fetch.appId())
                                        .map(also -> more || also))
                            .map(more -> more ? Optional.<Boolean>empty() : Optional.of(true))))
        .mapEmpty();
  }
}
