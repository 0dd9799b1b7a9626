package dev.shopwire.automation.runs.causes;

import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the events of a workspace's groups to their customers, group by group in the order of time.
 * A group that can't be read is put off, and its events come late. Not thread-safe; use from one
 * event loop.
 */
public final class Expansions {
  private static final Logger LOG = LoggerFactory.getLogger(Expansions.class);
  private static final BackgroundTaskLog FAILURES =
      new BackgroundTaskLog(LOG, "Reading of usage events for flows");
  private static final int ALL = Integer.MAX_VALUE;

  private final Pool pool;
  private final Plans plans;

  public Expansions(Pool pool, Plans plans) {
    this.pool = pool;
    this.plans = plans;
  }

  /** Reads all groups received before {@code horizon}; returns how many causes were added. */
  public Future<Integer> run(long workspaceId, Instant horizon) {
    return run(workspaceId, horizon, ALL, 0);
  }

  private Future<Integer> run(long workspaceId, Instant horizon, int maxGroups, int before) {
    return Transactions.run(
            pool,
            connection -> new Expansion(connection, plans, workspaceId, horizon, maxGroups).run())
        .compose(
            done -> {
              int causes = before + done.causes();
              return done.isMore()
                  ? run(workspaceId, horizon, ALL, causes)
                  : Future.succeededFuture(causes);
            },
            error -> {
              if (PostgresFailures.isOutage(error)) {
                return Future.failedFuture(error);
              }
              FAILURES.failed(error);
              return maxGroups == 1
                  ? putOff(workspaceId, horizon, error)
                      .compose(done -> run(workspaceId, horizon, ALL, before))
                  : run(workspaceId, horizon, 1, before);
            });
  }

  private Future<Void> putOff(long workspaceId, Instant horizon, Throwable error) {
    return EventGroups.oldest(pool, workspaceId, horizon, 1)
        .compose(
            groups ->
                groups.isEmpty()
                    ? Future.succeededFuture()
                    : EventGroups.putOff(
                        pool, workspaceId, groups.get(0), String.valueOf(error.getMessage())));
  }
}
