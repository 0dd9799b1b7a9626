package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.UUID;

/**
 * Skips an endpoint's due deliveries in batches, within the time that a caller waits for a
 * response. Runs on the caller's event loop.
 */
final class DeliverySkipping {
  /** Leaves time for one more batch before the caller times out. */
  private static final Duration TIME_LIMIT = Duration.ofSeconds(1);

  private final Pool pool;
  private final Caller caller;
  private final long start = System.nanoTime();

  /**
   * @param caller who skips them
   */
  DeliverySkipping(Pool pool, Caller caller) {
    this.pool = pool;
    this.caller = caller;
  }

  /**
   * @return the number of skipped deliveries; fails with 503 if time runs out first, and the caller
   *     should then repeat the request. What was skipped until then is in the audit log; otherwise
   *     the caller must record it
   */
  Future<Long> skip(long endpointId) {
    return EndpointTable.require(pool, endpointId)
        .compose(
            endpoint -> DueDeliveryCleanup.now(pool).compose(until -> skip(endpoint, until, 0)));
  }

  private Future<Long> skip(Endpoint endpoint, UUID until, long skippedBefore) {
    return Transactions.run(pool, connection -> batch(connection, endpoint, until, skippedBefore))
        .compose(
            batch ->
                switch (batch.state()) {
                  case LAST -> Future.succeededFuture(batch.skipped());
                  case MORE -> skip(endpoint, until, batch.skipped());
                  case OUT_OF_TIME -> Future.failedFuture(outOfTime(batch.skipped()));
                });
  }

  private enum State {
    LAST,
    MORE,
    OUT_OF_TIME
  }

  /**
   * @param skipped the number of deliveries skipped in this batch and all before
   */
  private record Batch(long skipped, State state) {}

  private Future<Batch> batch(
      SqlConnection connection, Endpoint endpoint, UUID until, long skippedBefore) {
    return DueDeliveryCleanup.skip(connection, endpoint.workspaceId(), endpoint.id(), until)
        .compose(
            rows -> {
              long skipped = skippedBefore + rows;
              if (!DueDeliveryCleanup.isFull(rows)) {
                return Future.succeededFuture(new Batch(skipped, State.LAST));
              }
              return System.nanoTime() - start < TIME_LIMIT.toNanos()
                  ? Future.succeededFuture(new Batch(skipped, State.MORE))
                  : AuditLog.write(connection, caller, EndpointAudit.skipped(endpoint, skipped))
                      .map(new Batch(skipped, State.OUT_OF_TIME));
            });
  }

  private static Failure outOfTime(long skipped) {
    return Failure.unavailable(
        skipped + " deliveries were skipped, more remain; repeat the request");
  }
}
