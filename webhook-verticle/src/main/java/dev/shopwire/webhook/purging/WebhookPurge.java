package dev.shopwire.webhook.purging;

import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.purging.PartitionPurge;
import dev.shopwire.common.purging.PartitionPurge.Candidates;
import dev.shopwire.common.purging.PartitionPurge.Outcome;
import dev.shopwire.common.purging.PartitionPurge.Plan;
import dev.shopwire.common.purging.PartitionPurge.Result;
import dev.shopwire.common.purging.PurgeLoop;
import dev.shopwire.webhook.fanout.FanOutTable;
import dev.shopwire.webhook.replay.ReplaySelections;
import dev.shopwire.webhook.replay.Replays;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the webhook tables' day partitions ahead of time and deletes data past retention: at
 * startup and then hourly, once per process. Nothing is expired or deleted while PostgreSQL's clock
 * may be wrong. Several processes may run it at once. Not thread-safe; use from one event loop.
 */
public final class WebhookPurge {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookPurge.class);
  private static final String NAME = "webhooks";

  /** Two days of the three tables. */
  private static final Plan PLAN = new Plan(NAME, Duration.ofHours(1), 6);

  private static final int DAYS_AHEAD = 7;

  private final Pool pool;
  private final WebhookPurgeConfig config;
  private final PartitionPurge days;
  private final PurgeLoop loop;

  public WebhookPurge(Vertx vertx, Pool pool, WebhookPurgeConfig config) {
    this.pool = pool;
    this.config = config;
    this.days = new PartitionPurge(pool, PLAN);
    this.loop = new PurgeLoop(vertx, NAME, this::run);
  }

  /** Does not wait for the first run: rows without a day partition go to the default partition. */
  public void start() {
    loop.start();
  }

  public void close() {
    loop.close();
  }

  private Future<Result> run() {
    return DayPartitions.newest(pool)
        .compose(newest -> days.run(newest, this::expire, this::candidates))
        .compose(
            result ->
                result.outcome() == Outcome.CLOCK_DOUBTED
                    ? Future.succeededFuture(result)
                    : deleteExpired().map(result))
        .compose(this::createDays);
  }

  /** Runs before partitions are dropped, as an expired delivery needs its day's partition. */
  private Future<Void> expire() {
    return Expiry.run(pool, config)
        .onSuccess(
            expired -> {
              if (expired > 0) {
                LOG.info("Expired {} webhook deliveries that were due for too long", expired);
              }
            })
        .compose(expired -> FanOutTable.dropExpired(pool, config.pendingDays()))
        .onSuccess(WebhookPurge::logDropped)
        .compose(dropped -> FanOutTable.deletePastSubscriptions(pool))
        .mapEmpty();
  }

  private static void logDropped(int events) {
    if (events > 0) {
      LOG.error("Dropped {} usage events that could not be expanded for webhooks", events);
    }
  }

  private Future<Candidates> candidates(Instant now) {
    return config.retentionDays() == 0
        ? Future.succeededFuture(new Candidates(List.of(), 0))
        : DayPartitions.before(pool, now, config.retentionDays());
  }

  private Future<Void> deleteExpired() {
    int retentionDays = config.retentionDays();
    Future<Void> ended = ReplaySelections.endOfDeletedEndpoints(pool);
    return retentionDays == 0
        ? ended
        : ended
            .compose(done -> DayPartitions.deleteStrays(pool, retentionDays))
            .compose(done -> Replays.deleteDone(pool, retentionDays));
  }

  /** Gives up if a reader, such as a dump, has locked the default partition. */
  private Future<Result> createDays(Result result) {
    return DayPartitions.create(pool, DAYS_AHEAD)
        .map(result)
        .recover(
            error ->
                PostgresFailures.isLockTimeout(error)
                    ? Future.succeededFuture(
                        new Result(
                            Outcome.LOCKED,
                            result.dropped(),
                            result.remaining(),
                            "could not create the coming days' partitions: the tables are locked"))
                    : Future.failedFuture(error));
  }
}
