package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how many customers have a value of a field. A count scans the field's part of an index,
 * which is fast for thousands of customers and takes up to a second for a million: so few counts
 * run concurrently, readers wait for a limited time, and large counts are cached for the process:
 * after a minute the next reader starts a new count but gets the cached one, after two it waits.
 * Not thread-safe; use from one event loop.
 */
final class FieldCounts {
  private static final Logger LOG = LoggerFactory.getLogger(FieldCounts.class);
  private static final int MAX_CONCURRENT = 2;
  private static final long WAIT_MILLIS = 1_200;

  private final Vertx vertx;
  private final SqlClient client;
  private final FieldCountCache cache;
  private final Map<Long, Promise<Long>> pending = new HashMap<>();
  private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
  private int running;

  FieldCounts(Vertx vertx, SqlClient client, FieldCountCache cache) {
    this.vertx = vertx;
    this.client = client;
    this.cache = cache;
  }

  /** Counts by field id; fields that could not be counted in time are missing. */
  Future<Map<Long, Long>> of(long workspaceId, List<Field> fields) {
    Map<Long, Future<Long>> counts = new HashMap<>();
    fields.forEach(field -> counts.put(field.id(), count(workspaceId, field)));
    Promise<Map<Long, Long>> result = Promise.promise();
    long timer = vertx.setTimer(WAIT_MILLIS, id -> result.tryComplete(completed(counts)));
    Future.all(List.copyOf(counts.values()))
        .onComplete(
            all -> {
              vertx.cancelTimer(timer);
              if (all.succeeded()) {
                result.tryComplete(completed(counts));
              } else {
                result.tryFail(all.cause());
              }
            });
    return result.future();
  }

  private static Map<Long, Long> completed(Map<Long, Future<Long>> counts) {
    Map<Long, Long> completed = new HashMap<>();
    counts.forEach(
        (field, count) -> {
          if (count.succeeded()) {
            completed.put(field, count.result());
          }
        });
    return completed;
  }

  private Future<Long> count(long workspaceId, Field field) {
    Optional<FieldCountCache.Known> known = cache.get(field.id());
    if (known.isEmpty()) {
      return countNow(workspaceId, field);
    }
    if (known.get().isToBeRenewed()) {
      countNow(workspaceId, field);
    }
    return Future.succeededFuture(known.get().customers());
  }

  private Future<Long> countNow(long workspaceId, Field field) {
    Promise<Long> promise = pending.get(field.id());
    if (promise == null) {
      promise = Promise.promise();
      pending.put(field.id(), promise);
      queue.add(() -> start(workspaceId, field));
      startNext();
    }
    return promise.future();
  }

  private void startNext() {
    while (running < MAX_CONCURRENT && !queue.isEmpty()) {
      running++;
      queue.remove().run();
    }
  }

  private void start(long workspaceId, Field field) {
    FieldValues.countCustomers(client, workspaceId, field)
        .timeout(1, TimeUnit.MINUTES)
        .recover(
            error ->
                Future.failedFuture(
                    PostgresFailures.asSharedFailure(
                        LOG, "Counting a field's values failed", error)))
        .onSuccess(customers -> cache.put(field.id(), customers))
        .onComplete(
            result -> {
              running--;
              Promise<Long> promise = pending.remove(field.id());
              if (promise != null) {
                promise.handle(result);
              }
              startNext();
            });
  }
}
