package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.activity.ActiveShopHours;
import dev.shopwire.analytics.activity.ShopHours;
import dev.shopwire.analytics.sessions.ActiveShops;
import dev.shopwire.analytics.sessions.Session;
import dev.shopwire.analytics.sessions.Sessions;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One transaction that adds groups of stored events to the rollups and sessions and removes them
 * from the backlog. At most one at a time processes an app, across all processes. Its memory use is
 * bounded, whatever the events contain.
 */
final class RollupTransaction {
  // A plan made while tables are small must not scan them completely once they have grown.
  private static final String LOCK =
      """
      select pg_try_advisory_xact_lock(hashtextextended('usage_rollups', $1)) as locked,
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)
      """;
  private static final String EVENTS =
      """
      select event_name, customer_id, occurred_at, event_key, path, session_key,
        properties::text as properties
      from stored_usage_events where app_id = $1 and group_id = any($2)
      """;

  /** The result of a transaction. */
  enum Outcome {
    /** Another process is working on this app. */
    BUSY,
    /** No events were waiting. */
    NOTHING,
    /** All waiting events were aggregated. */
    DONE,
    /** Some of them were aggregated. */
    MORE
  }

  private final Vertx vertx;
  private final SqlConnection connection;
  private final ActiveShops windows;
  private final long appId;
  private final int fetch;
  private final List<Session> recentPageViews = new ArrayList<>();
  private ShopHours shops = new ShopHours(RollupRuns.NOTHING);
  private UsageEventBacklog.Batch batch = new UsageEventBacklog.Batch(List.of(), 0, true);

  /**
   * @param fetch how many events to read at a time; two such batches are in memory
   */
  RollupTransaction(
      Vertx vertx, SqlConnection connection, ActiveShops windows, long appId, int fetch) {
    this.vertx = vertx;
    this.connection = connection;
    this.windows = windows;
    this.appId = appId;
    this.fetch = fetch;
  }

  /** The groups that were taken from the backlog. */
  UsageEventBacklog.Batch batch() {
    return batch;
  }

  /**
   * Runs within the connection's transaction.
   *
   * @param maxEvents the maximum number of events, but at least one group is taken
   */
  Future<Outcome> run(long maxEvents, int maxGroups) {
    return lock(connection, appId)
        .compose(
            locked ->
                locked
                    ? UsageEventBacklog.nextBatch(connection, appId, maxEvents, maxGroups)
                        .compose(this::add)
                    : Future.succeededFuture(Outcome.BUSY));
  }

  /**
   * Splits a group that can't be aggregated into two, within a transaction. Takes the app's lock: a
   * transaction that reads the group meanwhile would leave the new half to be aggregated again.
   */
  static Future<Outcome> split(SqlConnection connection, long appId, long group) {
    return lock(connection, appId)
        .compose(
            locked ->
                locked
                    ? UsageEventBacklog.split(connection, appId, group).map(Outcome.MORE)
                    : Future.succeededFuture(Outcome.BUSY));
  }

  /** Takes the app's lock until the end of the transaction, unless another one has it. */
  static Future<Boolean> lock(SqlConnection connection, long appId) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(appId))
        .map(rows -> rows.iterator().next().getBoolean("locked"));
  }

  private Future<Outcome> add(UsageEventBacklog.Batch groups) {
    batch = groups;
    if (groups.groups().isEmpty()) {
      return Future.succeededFuture(Outcome.NOTHING);
    }
    return RollupRuns.state(connection, appId)
        .compose(
            state ->
                aggregate(state)
                    .compose(done -> UsageEventBacklog.delete(connection, appId, groups))
                    .compose(done -> RollupRuns.count(connection, appId, state)))
        .compose(run -> windows.recordRun(appId, run, recentPageViews))
        .map(groups.isAll() ? Outcome.DONE : Outcome.MORE);
  }

  private Future<Void> aggregate(RollupRuns.State state) {
    AppBudget budget = state.budget();
    shops = new ShopHours(state.activityFrom());
    RollupAccumulator accumulator = new RollupAccumulator(budget, shops);
    return connection
        .prepare(EVENTS)
        .compose(
            statement -> {
              Cursor cursor =
                  statement.cursor(
                      Tuple.of(appId).addArrayOfLong(batch.groups().toArray(Long[]::new)));
              return cursor
                  .read(fetch)
                  .compose(rows -> addAll(cursor, rows, budget, accumulator))
                  .eventually(cursor::close)
                  .eventually(statement::close);
            })
        .compose(done -> write(budget, accumulator));
  }

  /** Aggregates some events while the next ones are read. */
  private Future<Void> addAll(
      Cursor cursor, RowSet<Row> rows, AppBudget budget, RollupAccumulator accumulator) {
    List<StoredEvent> events = Rows.list(rows, StoredEvent::read);
    if (!cursor.hasMore()) {
      return add(events, budget, accumulator);
    }
    Future<RowSet<Row>> next = cursor.read(fetch);
    return Transactions.join(List.of(add(events, budget, accumulator), next))
        .compose(done -> addAll(cursor, next.result(), budget, accumulator));
  }

  private Future<Void> add(
      List<StoredEvent> events, AppBudget budget, RollupAccumulator accumulator) {
    Set<String> unknown =
        events.stream()
            .map(StoredEvent::name)
            .filter(name -> !budget.knows(name))
            .collect(Collectors.toSet());
    Future<Void> known =
        unknown.isEmpty()
            ? Future.succeededFuture()
            : UsageProperties.read(connection, appId, unknown, budget);
    return known
        .compose(
            done ->
                vertx.executeBlocking(
                    () -> {
                      accumulator.add(events);
                      return accumulator.isFull();
                    },
                    false))
        .compose(full -> full ? write(budget, accumulator) : Future.succeededFuture());
  }

  /** Writes the buffered aggregates and clears them. */
  private Future<Void> write(AppBudget budget, RollupAccumulator accumulator) {
    List<Session> pageViews = accumulator.drainPageViews();
    windows.keepRecent(pageViews, recentPageViews);
    return UsageProperties.write(connection, appId, budget)
        .compose(done -> vertx.executeBlocking(accumulator::drainBlocks, false))
        .compose(blocks -> UsageRollups.add(vertx, connection, appId, blocks))
        .compose(done -> UsageProperties.write(connection, appId, budget))
        .compose(done -> ActiveShopHours.add(vertx, connection, appId, shops))
        .compose(done -> Sessions.add(vertx, connection, appId, shops.start(), pageViews));
  }
}
