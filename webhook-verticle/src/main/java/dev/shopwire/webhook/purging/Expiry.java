package dev.shopwire.webhook.purging;

import dev.shopwire.webhook.due.DueDeliveries;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;

/**
 * Expires deliveries that were due for too long, whatever the state of their endpoint. Methods run
 * on the caller's event loop; several processes may call at once.
 */
final class Expiry {
  private static final int BATCH = 1_000;

  private Expiry() {}

  /**
   * @return the number of expired deliveries
   */
  static Future<Long> run(Pool pool, WebhookPurgeConfig config) {
    return run(pool, config, 0);
  }

  private static Future<Long> run(Pool pool, WebhookPurgeConfig config, long expiredBefore) {
    return DueDeliveries.expire(pool, config.pendingDays(), config.retentionDays(), BATCH)
        .compose(
            expired ->
                expired < BATCH
                    ? Future.succeededFuture(expiredBefore + expired)
                    : run(pool, config, expiredBefore + expired));
  }
}
