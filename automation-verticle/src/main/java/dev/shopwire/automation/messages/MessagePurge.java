package dev.shopwire.automation.messages;

import dev.shopwire.common.purging.PartitionPurge;
import dev.shopwire.common.purging.PartitionPurge.Candidates;
import dev.shopwire.common.purging.PartitionPurge.Plan;
import dev.shopwire.common.purging.PartitionPurge.Result;
import dev.shopwire.common.purging.PurgeLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;

/**
 * Deletes mails that are done and past retention, in batches: at startup and then hourly, unless
 * PostgreSQL's clock may be wrong. Several processes may run it at once. Not thread-safe; use from
 * one event loop.
 */
public final class MessagePurge {
  private static final String NAME = "mail_messages";
  private static final Plan PLAN = new Plan(NAME, Duration.ofHours(1), 0);

  private final Pool pool;
  private final int retentionDays;
  private final PartitionPurge purge;
  private final PurgeLoop loop;

  /**
   * @param retentionDays 0 to keep all
   */
  public MessagePurge(Vertx vertx, Pool pool, int retentionDays) {
    this.pool = pool;
    this.retentionDays = retentionDays;
    this.purge = new PartitionPurge(pool, PLAN);
    this.loop = new PurgeLoop(vertx, NAME, this::run);
  }

  public void start() {
    if (retentionDays > 0) {
      loop.start();
    }
  }

  public void close() {
    loop.close();
  }

  private Future<Result> run() {
    // There are no partitions: what there is to do precedes them.
    return MailMessages.newest(pool)
        .compose(
            newest ->
                purge.run(
                    newest,
                    () -> delete(0),
                    now -> Future.succeededFuture(new Candidates(List.of(), 0))));
  }

  private Future<Void> delete(long after) {
    return MailMessages.deleteOld(pool, after, retentionDays)
        .compose(last -> last == 0 ? Future.succeededFuture() : delete(last));
  }
}
