package dev.shopwire.automation.campaigns.freezing;

import dev.shopwire.automation.campaigns.CampaignChanges;
import dev.shopwire.automation.campaigns.CampaignKey;
import dev.shopwire.automation.campaigns.CampaignTable;
import dev.shopwire.automation.campaigns.CampaignTable.Frozen;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the mails of campaigns that are started, and starts those whose time has come, one at a
 * time. Any number of processes may do so; only one makes the mails of a campaign. Not thread-safe;
 * use from one event loop.
 */
final class Freezes {
  private static final Logger LOG = LoggerFactory.getLogger(Freezes.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** After a failure, so that what fails late doesn't occupy the database. */
  private static final long RETRY_NANOS = Duration.ofSeconds(10).toNanos();

  private final Vertx vertx;
  private final Pool pool;
  private final long fallbackSender;
  private final BackgroundTaskLog failures = new BackgroundTaskLog(LOG, "Start of a campaign");
  private final Map<CampaignKey, Long> failedAtNanos = new HashMap<>();
  private final Sweep<CampaignKey> sweep;

  /**
   * @param pool whose statements may take long; of one connection
   * @param fallbackSender of workspaces whose settings name none
   */
  Freezes(Vertx vertx, Pool pool, long fallbackSender) {
    this.vertx = vertx;
    this.pool = pool;
    this.fallbackSender = fallbackSender;
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            1,
            this::find,
            this::freeze,
            new BackgroundTaskLog(LOG, "Start of campaigns"));
  }

  /** Completes once starts of campaigns are noticed at once. */
  Future<Void> start() {
    Context context = vertx.getOrCreateContext();
    sweep.look();
    return CampaignChanges.onWake(vertx, () -> context.runOnContext(woken -> sweep.look()));
  }

  /** Completes when nothing is in progress; closing the pool aborts what is. */
  Future<Void> close() {
    return sweep.close();
  }

  private Future<List<CampaignKey>> find() {
    long now = System.nanoTime();
    failedAtNanos.values().removeIf(failed -> now - failed > RETRY_NANOS);
    return CampaignTable.startDue(pool)
        .compose(started -> CampaignTable.preparing(pool, failedAtNanos.keySet()));
  }

  private Future<Boolean> freeze(CampaignKey key) {
    long start = System.nanoTime();
    return Freeze.prepare(pool, key, fallbackSender)
        .compose(
            prepared ->
                pool.withTransaction(
                    connection -> new Freeze(connection, key, fallbackSender).run()))
        .compose(
            frozen -> {
              failures.succeeded();
              frozen.ifPresent(made -> onCommitted(key, made, System.nanoTime() - start));
              return Future.succeededFuture(frozen.isPresent());
            },
            error -> onFailed(key, error));
  }

  private void onCommitted(CampaignKey key, Frozen frozen, long nanos) {
    LOG.info(
        "Started campaign {}: {} mails, made in {} ms",
        key.campaignId(),
        frozen.total(),
        Duration.ofNanos(nanos).toMillis());
    MessageQueue.wake(vertx);
  }

  /**
   * A conflict means that the campaign was cancelled, another process has made its mails, or its
   * sender was deleted. It is begun again, if there is still something to do.
   */
  private Future<Boolean> onFailed(CampaignKey key, Throwable error) {
    if (PostgresFailures.isConflict(error)) {
      LOG.info("Start of campaign {} gave way to a change", key.campaignId());
      return Future.succeededFuture(false);
    }
    failedAtNanos.put(key, System.nanoTime());
    failures.failed("campaign " + key.campaignId(), error);
    return Future.succeededFuture(false);
  }
}
