package dev.shopwire.common.tenancy;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
    return writes
        .watch(Shops.updateLastSeen(pool, seen))
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
