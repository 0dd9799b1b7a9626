package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how many customers have a value of a field. A count scans the field's part of an index,
 * which is fast for thousands of customers and takes up to a second for a million: so few counts
 * run concurrently, readers wait for a limited time, and large counts are cached: after a minute
 * the next reader starts a new count but gets the cached one, after two it waits. Not thread-safe;
 * use from one event loop.
 */
final class FieldCounts {
  private static final Logger LOG = LoggerFactory.getLogger(FieldCounts.class);
  private static final int MAX_CONCURRENT = 2;
  private static final long WAIT_MILLIS = 1_200;
  private static final long MIN_CACHED = 10_000;
  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long CACHE_NANOS = 2 * FRESH_NANOS;
  private static final int MAX_CACHED = 10_000;

  private record CachedCount(long customers, long atNanos) {
    boolean isYoungerThan(long nanos) {
      return System.nanoTime() - atNanos < nanos;
    }
  }

  private final Vertx vertx;
  private final SqlClient client;
  private final Map<Long, CachedCount> cache = new HashMap<>();
  private final Map<Long, Promise<Long>> pending = new HashMap<>();
  private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
  private int running;

  FieldCounts(Vertx vertx, SqlClient client) {
    this.vertx = vertx;
    this.client = client;
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
    CachedCount cached = cache.get(field.id());
    if (cached == null || !cached.isYoungerThan(CACHE_NANOS)) {
      return countNow(workspaceId, field);
    }
    if (!cached.isYoungerThan(FRESH_NANOS)) {
      countNow(workspaceId, field);
    }
    return Future.succeededFuture(cached.customers());
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
        .onSuccess(
            customers -> {
              if (customers >= MIN_CACHED) {
                putInCache(field.id(), customers);
              }
            })
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

  private void putInCache(long fieldId, long customers) {
    if (cache.size() >= MAX_CACHED) {
      cache.clear();
    }
    cache.put(fieldId, new CachedCount(customers, System.nanoTime()));
  }
}
