package dev.shopwire.common.tenancy;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records when customers were last seen. Sightings are collected and written once a second, one row
 * per customer, in one statement of limited size, oldest first: so the recorded time lags by a
 * second, or more when thousands of shops are active. A killed process loses what it had not yet
 * written; the shop's next request makes up for it. Not thread-safe; use from one event loop.
 */
public final class LastSeen {
  private static final Logger LOG = LoggerFactory.getLogger(LastSeen.class);
  private static final long FLUSH_MILLIS = 1_000;
  private static final int MIN_ROWS = 1_000;
  private static final int SHARE_OF_PENDING = 10;
  private static final int MAX_PENDING = 100_000;

  // All processes lock in the same order, so that two flushes wait instead of deadlocking.
  private static final String UPDATE =
      """
      with late as materialized (
        select c.workspace_id, c.id, seen.at
        from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as seen (workspace_id, id, at)
        join customers c on c.workspace_id = seen.workspace_id and c.id = seen.id
        where c.last_seen_at < seen.at
        order by c.workspace_id, c.id
        for no key update of c
      )
      update customers c set last_seen_at = greatest(c.last_seen_at, late.at)
      from late where c.workspace_id = late.workspace_id and c.id = late.id
      """;

  private final Vertx vertx;
  private final Pool pool;
  private final long timer;
  private final BackgroundTaskLog writes = new BackgroundTaskLog(LOG, "Last-seen update");
  private final Map<CustomerRef, Instant> pending = new LinkedHashMap<>();
  private Future<Void> flushing = Future.succeededFuture();

  public LastSeen(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
    this.timer = vertx.setPeriodic(FLUSH_MILLIS, id -> flush());
  }

  /** Records that this customer was seen; {@code at} is not in the future. Does not wait. */
  public void record(long workspaceId, long customerId, Instant at) {
    CustomerRef customer = new CustomerRef(workspaceId, customerId);
    if (pending.size() < MAX_PENDING || pending.containsKey(customer)) {
      pending.merge(customer, at, LastSeen::max);
    }
  }

  private static Instant max(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private void flush() {
    if (flushing.isComplete() && !pending.isEmpty()) {
      flushing = write(removeOldest());
    }
  }

  private Map<CustomerRef, Instant> removeOldest() {
    int rows = Math.max(MIN_ROWS, pending.size() / SHARE_OF_PENDING);
    Map<CustomerRef, Instant> batch = new LinkedHashMap<>();
    Iterator<Map.Entry<CustomerRef, Instant>> oldest = pending.entrySet().iterator();
    while (oldest.hasNext() && batch.size() < rows) {
      Map.Entry<CustomerRef, Instant> entry = oldest.next();
      batch.put(entry.getKey(), entry.getValue());
      oldest.remove();
    }
    return batch;
  }

  private Future<Void> write(Map<CustomerRef, Instant> seen) {
    List<CustomerRef> customers = new ArrayList<>(seen.keySet());
    Tuple rows =
        Tuple.tuple()
            .addArrayOfLong(customers.stream().map(CustomerRef::workspaceId).toArray(Long[]::new))
            .addArrayOfLong(customers.stream().map(CustomerRef::customerId).toArray(Long[]::new))
            .addArrayOfOffsetDateTime(
                seen.values().stream()
                    .map(at -> at.atOffset(ZoneOffset.UTC))
                    .toArray(OffsetDateTime[]::new));
    return writes
        .watch(pool.preparedQuery(UPDATE).execute(rows).<Void>mapEmpty())
        .onFailure(
            error ->
                seen.forEach(
                    (customer, at) -> record(customer.workspaceId(), customer.customerId(), at)));
  }

  /** Writes what is pending; call it before the pool closes. Succeeds even if the write fails. */
  public Future<Void> close() {
    vertx.cancelTimer(timer);
    return flushing.transform(done -> writeRemaining()).otherwiseEmpty();
  }

  private Future<Void> writeRemaining() {
    return pending.isEmpty()
        ? Future.succeededFuture()
        : write(removeOldest()).compose(done -> writeRemaining());
  }
}
