package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.machine.EndReason;
import dev.shopwire.automation.runs.plans.VersionKey;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;

/**
 * The table of customers on whom work failed in PostgreSQL, where it is not known which of their
 * runs is at fault. Methods run on the caller's event loop.
 */
final class CustomerFailures {
  private static final String RECORD =
      """
      insert into flow_failures as f
        (workspace_id, customer_id, failures, since, retry_at, error)
      values ($1, $2, 1, clock_timestamp(), clock_timestamp(), $3)
      on conflict (workspace_id, customer_id) do update
      set failures = f.failures + 1, error = excluded.error
      returning failures, since, clock_timestamp() as now
      """;
  // Runs that are due show that they fail; those that become due meanwhile wait, too.
  private static final String RETRY =
      """
      with retried as (
        update flow_failures set retry_at = $3 where workspace_id = $1 and customer_id = $2
      )
      update flow_runs
      set wake_at = $3,
        failures = case when wake_at < statement_timestamp() then failures + 1 else failures end,
        failing_since = case when wake_at < statement_timestamp()
          then coalesce(failing_since, statement_timestamp()) else failing_since end
      where workspace_id = $1 and customer_id = $2 and status <> 'ended' and wake_at < $3
      """;

  // Nothing else ends a run outside of the machine.
  private static final String GIVE_UP =
      """
      with failed as (
        update flow_runs
        set status = 'ended', reason = 'failed', ended_at = clock_timestamp(), wake_at = null,
          error = $3
        where workspace_id = $1 and customer_id = $2 and status = 'active'
          and wake_at < clock_timestamp()
        returning flow_id, version
      ), lost as (
        delete from flow_causes where workspace_id = $1 and customer_id = $2
      ), forgotten as (
        delete from flow_failures where workspace_id = $1 and customer_id = $2
      )
      select flow_id, version from failed
      """;
  private static final String FORGET =
      "delete from flow_failures where workspace_id = $1 and customer_id = any($2)";

  private CustomerFailures() {}

  /** Lets a customer wait; after the last attempt, what is due of it is given up. */
  static Future<Void> record(
      SqlConnection connection, long workspaceId, long customerId, Throwable error) {
    String text = Attempts.describe(error);
    return connection
        .preparedQuery(RECORD)
        .execute(Tuple.of(workspaceId, customerId, text))
        .map(rows -> rows.iterator().next())
        .compose(
            row -> {
              Instant now = row.getOffsetDateTime("now").toInstant();
              int failures = row.getInteger("failures");
              if (Attempts.isLast(failures, row.getOffsetDateTime("since").toInstant(), now)) {
                return giveUp(connection, workspaceId, customerId, text);
              }
              OffsetDateTime retryAt = FlowRuns.time(now.plus(Attempts.pause(failures)));
              return connection
                  .preparedQuery(RETRY)
                  .execute(Tuple.of(workspaceId, customerId, retryAt))
                  .mapEmpty();
            });
  }

  private static Future<Void> giveUp(
      SqlConnection connection, long workspaceId, long customerId, String error) {
    FlowCounts counts = new FlowCounts();
    return connection
        .preparedQuery(GIVE_UP)
        .execute(Tuple.of(workspaceId, customerId, error))
        .compose(
            rows -> {
              rows.forEach(
                  row ->
                      counts.ended(
                          new VersionKey(row.getLong("flow_id"), row.getInteger("version")),
                          EndReason.FAILED.apiName()));
              return counts.write(connection, workspaceId);
            })
        .mapEmpty();
  }

  /** After a success. */
  static Future<?> forget(SqlClient client, long workspaceId, Collection<Long> customers) {
    return client
        .preparedQuery(FORGET)
        .execute(Tuple.of(workspaceId).addArrayOfLong(customers.toArray(Long[]::new)));
  }
}
