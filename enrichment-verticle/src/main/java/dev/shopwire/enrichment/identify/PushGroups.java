package dev.shopwire.enrichment.identify;

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

/**
 * Group commit: while one transaction writes, pushes collect, and the next one takes them all, each
 * of another customer. What comes for a customer that is in the group already waits for the next.
 * For one event loop.
 */
final class PushGroups {
  private static final int MAX_GROUP = 64;
  private static final int MAX_QUEUE = 2_000;

  private record Item(PlannedPush push, Promise<Optional<Counts>> done) {}

  private final Vertx vertx;
  private final Pool pool;
  private ArrayDeque<Item> queue = new ArrayDeque<>();
  private final SharedWork waiting = new SharedWork();
  private boolean writing;

  PushGroups(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /**
   * Done when the push is durable.
   *
   * @return empty if the definitions have changed since it was planned; then nothing was written
   */
  Future<Optional<Counts>> write(PlannedPush push) {
    if (queue.size() >= MAX_QUEUE) {
      return Future.failedFuture(Failure.unavailable("Too many pushes wait to be written"));
    }
    Item item = new Item(push, SharedWork.promise());
    queue.add(item);
    if (!writing) {
      writeNext();
    } else {
      waiting.note();
    }
    return item.done.future();
  }

  private void writeNext() {
    List<Item> group = takeGroup();
    writing = !group.isEmpty();
    if (!writing) {
      return;
    }
    commit(group.stream().map(Item::push).toList())
        .onSuccess(
            counts -> {
              for (int i = 0; i < group.size(); i++) {
                group.get(i).done.complete(counts.get(i));
              }
            })
        .recover(error -> onItsOwn(group, error))
        .onComplete(done -> waiting.run(this::writeNext));
  }

  private List<Item> takeGroup() {
    List<Item> group = new ArrayList<>();
    Set<Long> customers = new HashSet<>();
    ArrayDeque<Item> left = new ArrayDeque<>();
    for (Item item : queue) {
      if (item.push.push().patience().isOver()) {
        item.done.fail(Failure.unavailable("The database does not answer in time"));
      } else if (group.size() < MAX_GROUP && customers.add(item.push.customerId())) {
        group.add(item);
      } else {
        left.add(item);
      }
    }
    queue = left;
    return group;
  }

  /** A push that PostgreSQL refuses, or a lost race, costs nobody else: each is tried alone. */
  private Future<List<Optional<Counts>>> onItsOwn(List<Item> group, Throwable error) {
    boolean mayBeOneOfThem =
        PostgresFailures.isRefusal(error) || PostgresFailures.isConflict(error);
    if (group.size() == 1 || !mayBeOneOfThem) {
      group.forEach(item -> item.done.fail(error));
      return Future.succeededFuture(List.of());
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

  private Future<List<Optional<Counts>>> commit(List<PlannedPush> pushes) {
    return pool.withConnection(connection -> commit(connection, pushes))
        .map(
            told -> {
              if (told.due() > 0) {
                Outbox.nudge(vertx);
              }
              return told.counts();
            });
  }

  /**
   * One transaction, sent in one go without waiting for the answers in between; where somebody
   * wants to hear what the pushes change, that is told before the commit.
   */
  private static Future<UncommittedPushes> commit(
      SqlConnection connection, List<PlannedPush> pushes) {
    Future<?> begun = connection.query("begin").execute();
    Future<?> shared =
        CustomFields.share(
            connection, pushes.stream().map(PlannedPush::workspaceId).distinct().toList());
    Future<?> locked =
        Shops.lock(connection, pushes.stream().map(PlannedPush::customerId).toList());
    Future<UncommittedPushes> written =
        PushWrite.write(connection, pushes)
            .compose(outcomes -> UncommittedPushes.tell(connection, pushes, outcomes));
    Future<?> committed =
        pushes.stream().anyMatch(PlannedPush::isHeard)
            ? written.transform(told -> end(connection, told.succeeded()))
            : end(connection, true);
    // The first error tells why; those after it only say that the transaction is lost.
    return Future.join(begun, shared, locked, written, committed)
        .transform(
            all ->
                begun
                    .compose(done -> shared)
                    .compose(done -> locked)
                    .compose(done -> written)
                    .compose(told -> committed.map(told)));
  }

  private static Future<?> end(SqlConnection connection, boolean well) {
    return connection.query(well ? "commit" : "rollback").execute();
  }
}
