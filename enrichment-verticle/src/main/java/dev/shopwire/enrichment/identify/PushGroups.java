package dev.shopwire.enrichment.identify;

import dev.shopwire.common.batching.SerialBatches;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.telemetry.SharedWork;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.fields.CustomFields;
import dev.shopwire.enrichment.identify.PushWrite.Counts;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes pushes by group commit: pushes queue up while one transaction writes, and the next one
 * writes them together, at most one per customer. Further pushes for the same customer wait for the
 * next group. Not thread-safe; use from one event loop.
 */
final class PushGroups {
  private static final Logger LOG = LoggerFactory.getLogger(PushGroups.class);
  private static final int MAX_GROUP = 64;
  private static final int MAX_QUEUE = 2_000;

  private record Item(PlannedPush push, Promise<Optional<Counts>> done) {}

  private final Vertx vertx;
  private final Pool pool;
  private ArrayDeque<Item> queue = new ArrayDeque<>();
  private final SerialBatches<List<Item>> groups =
      new SerialBatches<>(this::nextGroup, this::write, PushGroups::fail);

  PushGroups(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /**
   * Completes when the push is durable.
   *
   * @return empty if the definitions have changed since it was planned; then nothing was written
   */
  Future<Optional<Counts>> write(PlannedPush push) {
    if (queue.size() >= MAX_QUEUE) {
      return Future.failedFuture(Failure.unavailable("Too many pushes are waiting to be written"));
    }
    Item item = new Item(push, SharedWork.promise());
    queue.add(item);
    groups.added();
    return item.done.future();
  }

  private Future<?> write(List<Item> group) {
    return commit(group.stream().map(Item::push).toList())
        .onSuccess(
            counts -> {
              for (int i = 0; i < group.size(); i++) {
                group.get(i).done.complete(counts.get(i));
              }
            })
        .recover(error -> retryIndividually(group, error));
  }

  private Optional<List<Item>> nextGroup() {
    List<Item> group = new ArrayList<>();
    Set<Long> customers = new HashSet<>();
    ArrayDeque<Item> remaining = new ArrayDeque<>();
    for (Item item : queue) {
      if (item.push.push().deadline().isExpired()) {
        item.done.fail(Failure.unavailable("The database did not respond in time"));
      } else if (group.size() < MAX_GROUP && customers.add(item.push.customerId())) {
        group.add(item);
      } else {
        remaining.add(item);
      }
    }
    queue = remaining;
    return group.isEmpty() ? Optional.empty() : Optional.of(group);
  }

  /**
   * Writes each push alone, so that one that PostgreSQL rejects or that lost a race fails no other.
   */
  private Future<List<Optional<Counts>>> retryIndividually(List<Item> group, Throwable error) {
    boolean mayBeCausedByOne =
        PostgresFailures.isDataError(error) || PostgresFailures.isConflict(error);
    if (group.size() == 1 || !mayBeCausedByOne) {
      return Future.failedFuture(error);
    }
    Future<List<Optional<Counts>>> chain = Future.succeededFuture(List.of());
    for (Item item : group) {
      chain =
          chain.compose(
              before ->
                  commit(List.of(item.push))
                      .onSuccess(counts -> item.done.complete(counts.get(0)))
                      .onFailure(item.done::fail)
                      .otherwise(List.of()));
    }
    return chain;
  }

  private static void fail(List<Item> group, Throwable error) {
    Failure failure = PostgresFailures.asSharedFailure(LOG, "Writing pushes failed", error);
    group.forEach(item -> item.done.tryFail(failure));
  }

  private Future<List<Optional<Counts>>> commit(List<PlannedPush> pushes) {
    return pool.withConnection(connection -> commit(connection, pushes))
        .map(
            result -> {
              if (result.due() > 0) {
                Outbox.wakeDelivery(vertx);
              }
              return result.counts();
            });
  }

  /**
   * Runs one pipelined transaction, which doesn't wait for results in between. If an endpoint
   * subscribes to what the pushes change, the messages are written before the commit.
   */
  private static Future<UncommittedPushes> commit(
      SqlConnection connection, List<PlannedPush> pushes) {
    Future<?> begin = connection.query("begin").execute();
    Future<?> shared =
        CustomFields.lockShared(
            connection, pushes.stream().map(PlannedPush::workspaceId).distinct().toList());
    Future<?> locked =
        Shops.lock(connection, pushes.stream().map(PlannedPush::customerId).toList());
    Future<UncommittedPushes> written =
        PushWrite.write(connection, pushes)
            .compose(outcomes -> UncommittedPushes.emit(connection, pushes, outcomes));
    Future<?> committed =
        pushes.stream().anyMatch(PlannedPush::hasSubscribers)
            ? written.transform(result -> end(connection, result.succeeded()))
            : end(connection, true);
    // The first error is the cause; later ones only report that the transaction was aborted.
    return Future.join(begin, shared, locked, written, committed)
        .transform(
            all ->
                begin
                    .compose(done -> shared)
                    .compose(done -> locked)
                    .compose(done -> written)
                    .compose(result -> committed.map(result)));
  }

  private static Future<?> end(SqlConnection connection, boolean success) {
    return connection.query(success ? "commit" : "rollback").execute();
  }
}
