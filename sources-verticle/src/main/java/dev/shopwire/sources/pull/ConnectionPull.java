package dev.shopwire.sources.pull;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.connections.Connection;
import dev.shopwire.sources.connections.ConnectionTable;
import dev.shopwire.sources.connections.FetchTable;
import dev.shopwire.sources.connections.LifecycleChanges;
import dev.shopwire.sources.connections.PartnerSecrets;
import dev.shopwire.sources.connections.StreamState;
import dev.shopwire.sources.connections.StreamTable;
import dev.shopwire.sources.connections.Windows;
import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.Dialects;
import dev.shopwire.sources.dialects.RecordMapper;
import dev.shopwire.sources.dialects.StreamRule;
import dev.shopwire.sources.earnings.EarningHours;
import dev.shopwire.sources.frozen.FrozenChanges;
import dev.shopwire.sources.frozen.FrozenDays;
import dev.shopwire.sources.lifecycle.store.Announcing;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.HistoryChange;
import dev.shopwire.sources.lifecycle.store.Recomputation;
import dev.shopwire.sources.pull.LeaseTable.Superseded;
import dev.shopwire.sources.pull.PageFetch.Stopped;
import dev.shopwire.sources.pull.RecordTable.StreamRef;
import dev.shopwire.sources.requests.PageRequests;
import dev.shopwire.sources.requests.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Does what there is to do for one leased connection, one pass after the other, until nothing is
 * due. Not thread-safe; use from one event loop.
 */
final class ConnectionPull {
  /** What a pull needs besides the connection. */
  record Settings(Dialects dialects, PartnerSecrets secrets, ShopDomain domains) {}

  private final PageFetch.Tools tools;
  private final Settings settings;
  private final Lease lease;
  private final Cancellation cancellation;
  private long revision = -1;

  ConnectionPull(PageFetch.Tools tools, Settings settings, Lease lease) {
    this.tools = tools;
    this.settings = settings;
    this.lease = lease;
    this.cancellation = new Cancellation(tools.vertx());
  }

  /** The configuration that is being fetched; -1 before it is read. */
  long revision() {
    return revision;
  }

  /** Sends nothing more, and stores nothing more but what is being stored. */
  void cancel() {
    cancellation.cancel();
  }

  /** Completes when nothing is due; fails with {@link Superseded} if that is not known. */
  Future<Boolean> run() {
    return Repeat.until(this::step);
  }

  /** Empty if something was done, and more may be due. */
  private Future<Optional<Boolean>> step() {
    if (cancellation.isCancelled()) {
      return Future.failedFuture(new Superseded());
    }
    return ConnectionTable.find(tools.pool(), lease.appId())
        .compose(
            found -> {
              if (found.isEmpty() || found.get().isPaused() || found.get().stopped().isPresent()) {
                return Future.failedFuture(new Superseded());
              }
              Connection connection = found.get();
              revision = connection.revision();
              return computeLifecycles(connection).compose(computed -> next(connection));
            });
  }

  /** Reads the connection again, since computing takes a while in which a sync may be requested. */
  private Future<Optional<Boolean>> next(Connection before) {
    return ConnectionTable.now(tools.pool())
        .compose(
            now ->
                ConnectionTable.find(tools.pool(), lease.appId())
                    .compose(
                        found ->
                            found
                                .filter(one -> one.revision() == before.revision())
                                .map(connection -> step(connection, now))
                                .orElseGet(() -> Future.succeededFuture(Optional.empty()))));
  }

  /** Computes what complete passes have touched, also those of a process that was killed. */
  private Future<Boolean> computeLifecycles(Connection connection) {
    Future<Boolean> shown =
        connection.isShown()
            ? Future.succeededFuture(true)
            : lifecycles(connection, connection.shownId()).run();
    Recomputation fetched = lifecycles(connection, connection.fetchId());
    // The streams of a first backfill take turns, and what one of them reads alone changes nothing.
    return shown
        .compose(done -> connection.isBackfilling() ? fetched.runIfReadFurther() : fetched.run())
        .compose(done -> addEarnings(connection).map(done))
        .compose(done -> keepDays(connection).map(done));
  }

  /** Adds up the earnings of complete passes: of what is shown, and of what is fetched. */
  private Future<Void> addEarnings(Connection connection) {
    Future<Void> fetched = earnings(connection, connection.fetchId()).run();
    return connection.isShown()
        ? fetched
        : fetched.compose(done -> earnings(connection, connection.shownId()).run());
  }

  private EarningHours earnings(Connection connection, long fetchId) {
    return new EarningHours(
        tools.pool(),
        new FetchRef(connection.appId(), fetchId),
        client -> LeaseTable.fence(client, lease, connection.revision()));
  }

  /** Whether days of {@code fetchId} may be kept: it is shown, and its first backfill is over. */
  private static boolean isKept(Connection connection, long fetchId) {
    return fetchId == connection.shownId() && !(connection.isShown() && connection.isBackfilling());
  }

  /** Keeps the figures of days that are over, and logs what changed later. */
  private Future<Void> keepDays(Connection connection) {
    return isKept(connection, connection.shownId())
        ? new FrozenDays(
                tools.vertx(),
                tools.pool(),
                new FetchRef(connection.appId(), connection.shownId()),
                connection.since(),
                connection.isBackfilling(),
                client -> LeaseTable.fence(client, lease, connection.revision()))
            .run()
        : Future.succeededFuture();
  }

  private Recomputation lifecycles(Connection connection, long fetchId) {
    boolean isQuiet = connection.isBackfilling() || fetchId != connection.shownId();
    FetchRef fetch = new FetchRef(connection.appId(), fetchId);
    FrozenChanges days = new FrozenChanges(tools.vertx(), fetch);
    return new Recomputation(
        tools.pool(),
        fetch,
        new Announcing(connection.workspaceId(), connection.createdAt(), isQuiet),
        () -> Outbox.wakeDelivery(tools.vertx()),
        (client, changes) ->
            (isKept(connection, fetchId)
                    ? days.add(client, changes)
                    : Future.<Void>succeededFuture())
                .compose(added -> noteChanges(client, connection, fetchId, changes)),
        client -> LeaseTable.fence(client, lease, connection.revision()));
  }

  /** Of what is not shown, segments know nothing yet. */
  private static Future<Void> noteChanges(
      SqlConnection client, Connection connection, long fetchId, List<HistoryChange> changes) {
    return fetchId == connection.shownId()
        ? LifecycleChanges.note(
            client, connection, changes.stream().map(HistoryChange::shop).toList())
        : Future.succeededFuture();
  }

  private Future<Optional<Boolean>> step(Connection connection, Instant now) {
    Optional<Dialect> dialect = settings.dialects().find(connection.dialect());
    if (dialect.isEmpty()) {
      return stop(
          connection,
          new Problem(
              "dialect_mismatch",
              "The file of dialect " + connection.dialect() + " is not installed",
              ""));
    }
    return step(connection, dialect.get(), now)
        .recover(
            error ->
                error instanceof Stopped stopped
                    ? stop(connection, stopped.problem())
                    : Future.failedFuture(error));
  }

  private Future<Optional<Boolean>> stop(Connection connection, Problem problem) {
    return Transactions.run(
            tools.pool(),
            client ->
                LeaseTable.fence(client, lease, connection.revision())
                    .compose(allowed -> ConnectionTable.stop(client, connection, problem)))
        .map(Optional.of(true));
  }

  private Future<Optional<Boolean>> step(Connection connection, Dialect dialect, Instant now) {
    return StreamTable.add(
            tools.pool(),
            connection.appId(),
            connection.fetchId(),
            dialect.streams().stream().map(StreamRule::name).toList(),
            Windows.startOf(connection.since()))
        .compose(added -> StreamTable.list(tools.pool(), connection.appId(), connection.fetchId()))
        .compose(states -> step(connection, new PassPlan(connection, dialect, states, now)));
  }

  private Future<Optional<Boolean>> step(Connection connection, PassPlan plan) {
    if (connection.rebuildAt().isPresent() && !connection.isBackfilling()) {
      return new Rebuild(tools.pool(), lease, connection, plan.dialect(), settings.domains())
          .run()
          .map(Optional.empty());
    }
    if (plan.isBackfillOver()) {
      return endBackfill(connection).map(Optional.empty());
    }
    Optional<PassPlan.Next> next = plan.next();
    return next.isPresent()
        ? read(connection, plan, next.get()).map(Optional.empty())
        : await(connection, plan).map(Optional.of(true));
  }

  private Future<Void> endBackfill(Connection connection) {
    return lifecycles(connection, connection.fetchId())
        .run()
        .compose(computed -> earnings(connection, connection.fetchId()).run())
        .compose(
            added ->
                Transactions.run(
                    tools.pool(),
                    client ->
                        LeaseTable.fence(client, lease, connection.revision())
                            .compose(
                                allowed ->
                                    FetchTable.replace(
                                        client, connection.appId(), connection.fetchId()))
                            .compose(
                                noted -> ConnectionTable.endBackfill(client, connection.appId()))
                            .compose(done -> FetchTable.drop(client, connection.appId()))));
  }

  private Future<Void> await(Connection connection, PassPlan plan) {
    return Transactions.run(
        tools.pool(),
        client ->
            LeaseTable.fence(client, lease, connection.revision())
                .compose(allowed -> ConnectionTable.await(client, connection, plan.nextSync())));
  }

  private Future<Boolean> read(Connection connection, PassPlan plan, PassPlan.Next next) {
    return settings
        .secrets()
        .read(tools.pool(), connection.appId())
        .compose(
            secrets -> {
              Map<String, String> values = new HashMap<>(connection.parameters());
              values.putAll(secrets);
              PageRequests requests = new PageRequests(plan.dialect(), values);
              PageFetch fetch =
                  new PageFetch(
                      tools,
                      lease,
                      connection,
                      plan.dialect(),
                      next.stream(),
                      new RecordMapper(next.stream(), settings.domains()),
                      requests,
                      cancellation);
              return read(connection, plan, next, fetch);
            });
  }

  private Future<Boolean> read(
      Connection connection, PassPlan plan, PassPlan.Next next, PageFetch fetch) {
    StreamRef stream =
        new StreamRef(connection.appId(), connection.fetchId(), next.stream().name());
    StreamState state = next.state();
    PageStore store =
        new PageStore(
            tools.pool(),
            lease,
            connection,
            stream,
            state.pass() + 1,
            state.watermark(),
            next.isBackfill());
    Future<Boolean> done =
        new Pass(next, connection.isBackfilling(), plan.now(), fetch, store).run();
    // The windows of a sync follow one another; those of a backfill let syncs pass.
    return next.isBackfill() || next.isLast()
        ? done
        : done.compose(
            complete ->
                StreamTable.list(tools.pool(), connection.appId(), connection.fetchId())
                    .compose(states -> read(connection, plan, following(next, states), fetch)));
  }

  private static PassPlan.Next following(PassPlan.Next next, List<StreamState> states) {
    StreamState state =
        states.stream()
            .filter(each -> each.name().equals(next.stream().name()))
            .findFirst()
            .orElseThrow(Superseded::new);
    return next.following(state);
  }
}
