package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.UUID;

/**
 * Gives up what is due for an endpoint, batch by batch, for as long as a caller waits for an
 * answer. Runs on the caller's event loop.
 */
final class Skipping {
  /** A batch fits between this and the time that the caller has. */
  private static final Duration TIME = Duration.ofSeconds(1);

  private final Pool pool;
  private final long start = System.nanoTime();

  Skipping(Pool pool) {
    this.pool = pool;
  }

  /**
   * @return how many deliveries that were; fails with 503, which the caller is to repeat, if there
   *     are more than fit into the time
   */
  Future<Long> skip(long endpointId) {
    return EndpointReads.require(pool, endpointId)
        .compose(
            endpoint ->
                DueRows.now(pool)
                    .compose(until -> skip(endpoint.workspaceId(), endpointId, until, 0)));
  }

  private Future<Long> skip(int workspaceId, long endpointId, UUID until, long before) {
    return DueRows.skip(pool, workspaceId, endpointId, until)
        .compose(
            rows -> {
              long skipped = before + rows;
              if (!DueRows.isFull(rows)) {
                return Future.succeededFuture(skipped);
              }
              return System.nanoTime() - start < TIME.toNanos()
                  ? skip(workspaceId, endpointId, until, skipped)
                  : Future.failedFuture(
                      Failure.unavailable(
                          skipped + " deliveries were skipped and more wait: repeat the call"));
            });
  }
}
