package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.messages.MailHolds;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends campaigns: makes them {@code done} once none of their mails waits or is being sent, and
 * cancels what waits of those that are cancelled. Any number of processes may do so, and continue
 * where one was killed. Not thread-safe; use from one event loop.
 */
public final class CampaignEndings {
  private static final Logger LOG = LoggerFactory.getLogger(CampaignEndings.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Pool pool;
  private final Sweep<CampaignKey> sweep;

  public CampaignEndings(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            1,
            () -> CampaignTable.ending(pool),
            this::end,
            new BackgroundTaskLog(LOG, "Ending of campaigns"));
  }

  /** Completes once changes of campaigns are noticed at once. */
  public Future<Void> start() {
    Context context = vertx.getOrCreateContext();
    sweep.look();
    return CampaignChanges.onWake(vertx, () -> context.runOnContext(woken -> sweep.look()));
  }

  public Future<Void> close() {
    return sweep.close();
  }

  private Future<Boolean> end(CampaignKey key) {
    return CampaignTable.isCancelling(pool, key)
        .compose(
            isCancelling ->
                isCancelling
                    ? MessageQueue.cancelCampaign(pool, key.workspaceId(), key.campaignId())
                    : Future.succeededFuture())
        .compose(cancelled -> Transactions.run(pool, connection -> end(connection, key)));
  }

  /** The statements are apart, so that the second sees what was committed before the lock. */
  private static Future<Boolean> end(SqlConnection connection, CampaignKey key) {
    return CampaignTable.lock(connection, key.workspaceId(), key.campaignId())
        .compose(locked -> CampaignTable.end(connection, key))
        .compose(
            status ->
                status.filter(changed -> changed != Status.SENDING).isPresent()
                    ? MailHolds.releaseCampaign(connection, key.workspaceId(), key.campaignId())
                        .map(true)
                    : Future.succeededFuture(false));
  }
}
