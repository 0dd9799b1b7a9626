package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
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
  private final long start = System.nanoTime();

  DeliverySkipping(Pool pool) {
    this.pool = pool;
  }

  /**
   * @return the number of skipped deliveries; fails with 503 if time runs out first, and the caller
   *     should then repeat the request
   */
  Future<Long> skip(long endpointId) {
    return EndpointTable.require(pool, endpointId)
        .compose(
            endpoint ->
                DueDeliveryCleanup.now(pool)
                    .compose(until -> skip(endpoint.workspaceId(), endpointId, until, 0)));
  }

  private Future<Long> skip(long workspaceId, long endpointId, UUID until, long skippedBefore) {
    return DueDeliveryCleanup.skip(pool, workspaceId, endpointId, until)
        .compose(
            rows -> {
              long skipped = skippedBefore + rows;
              if (!DueDeliveryCleanup.isFull(rows)) {
                return Future.succeededFuture(skipped);
              }
              return System.nanoTime() - start < TIME_LIMIT.toNanos()
                  ? skip(workspaceId, endpointId, until, skipped)
                  : Future.failedFuture(
                      Failure.unavailable(
                          skipped + " deliveries were skipped, more remain; repeat the request"));
            });
  }
}
