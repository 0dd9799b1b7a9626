package dev.shopwire.enrichment.fields;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How many customers have a value of a field. A count walks the field's part of an index, which is
 * quick for thousands of customers and takes up to a second for a million: so few run at once, a
 * reader waits for them only so long, and a large count is believed for a minute. For one event
 * loop.
 */
final class FieldCounts {
  private static final int AT_ONCE = 2;
  private static final long PATIENCE_MILLIS = 1_200;
  private static final long MANY = 10_000;
  private static final long BELIEVED_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MAX_KNOWN = 10_000;

  // A field's values lie in one or two of the four indexes; looking into the others costs nothing.
  private static final String HOLDERS =
      """
      from (
        select customer_id from custom_field_values
          where workspace_id = $1 and field_id = $2 and number_value is not null
        union all select customer_id from custom_field_values
          where workspace_id = $1 and field_id = $2 and text_value is not null
        union all select customer_id from custom_field_values
          where workspace_id = $1 and field_id = $2 and boolean_value is not null
        union all select customer_id from custom_field_values
          where workspace_id = $1 and field_id = $2 and long_value is not null
      ) holder
      """;
  private static final String COUNT = "select count(*) as customers " + HOLDERS;
  private static final String COUNT_OF_ALL_APPS =
      "select count(distinct customer_id) as customers " + HOLDERS;

  private record Known(long customers, long atNanos) {}

  private final Vertx vertx;
  private final SqlClient client;
  private final Map<Integer, Known> known = new HashMap<>();
  private final Map<Integer, Promise<Long>> wanted = new HashMap<>();
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private int running;

  FieldCounts(Vertx vertx, SqlClient client) {
    this.vertx = vertx;
    this.client = client;
  }

  /** By the fields' ids; those that could not be counted in time are missing. */
  Future<Map<Integer, Long>> of(int workspaceId, List<Field> fields) {
    Map<Integer, Future<Long>> counts = new HashMap<>();
    fields.forEach(field -> counts.put(field.id(), count(workspaceId, field)));
    Promise<Map<Integer, Long>> answer = Promise.promise();
    long timer = vertx.setTimer(PATIENCE_MILLIS, id -> answer.tryComplete(done(counts)));
    Future.all(List.copyOf(counts.values()))
        .onComplete(
            all -> {
              vertx.cancelTimer(timer);
              if (all.succeeded()) {
                answer.tryComplete(done(counts));
              } else {
                answer.tryFail(all.cause());
              }
            });
    return answer.future();
  }

  private static Map<Integer, Long> done(Map<Integer, Future<Long>> counts) {
    Map<Integer, Long> done = new HashMap<>();
    counts.forEach(
        (field, count) -> {
          if (count.succeeded()) {
            done.put(field, count.result());
          }
        });
    return done;
  }

  private Future<Long> count(int workspaceId, Field field) {
    return known(field.id())
        .map(Future::succeededFuture)
        .orElseGet(
            () -> {
              Promise<Long> promise = wanted.get(field.id());
              if (promise == null) {
                promise = Promise.promise();
                wanted.put(field.id(), promise);
                waiting.add(() -> start(workspaceId, field));
                startNext();
              }
              return promise.future();
            });
  }

  private Optional<Long> known(int fieldId) {
    return Optional.ofNullable(known.get(fieldId))
        .filter(count -> System.nanoTime() - count.atNanos() < BELIEVED_NANOS)
        .map(Known::customers);
  }

  private void startNext() {
    while (running < AT_ONCE && !waiting.isEmpty()) {
      running++;
      waiting.remove().run();
    }
  }

  private void start(int workspaceId, Field field) {
    client
        .preparedQuery(field.scope() == FieldScope.ALL_APPS ? COUNT_OF_ALL_APPS : COUNT)
        .execute(Tuple.of(workspaceId, field.id()))
        .timeout(1, TimeUnit.MINUTES)
        .map(rows -> rows.iterator().next().getLong("customers"))
        .onSuccess(
            customers -> {
              if (customers >= MANY) {
                remember(field.id(), customers);
              }
            })
        .onComplete(
            result -> {
              running--;
              Promise<Long> promise = wanted.remove(field.id());
              if (promise != null) {
                promise.handle(result);
              }
              startNext();
            });
  }

  private void remember(int fieldId, long customers) {
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    known.put(fieldId, new Known(customers, System.nanoTime()));
  }
}
