package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.dryruns.DryRun.Counts;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of dry runs and their progress. Methods run on the caller's event loop. */
final class DryRunTable {
  private static final int MAX_RUNNING = 3;
  private static final int MAX_FAILURES = 5;

  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('flow_dry_runs', $1))";
  private static final String COUNT_RUNNING =
      "select count(*) as count from flow_dry_runs where workspace_id = $1 and status = 'running'";
  private static final String INSERT =
      """
      insert into flow_dry_runs (workspace_id, flow_id, version, definition, starts_at, ends_at,
        occurred, run_out, customer_id, cause)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      returning *
      """;
  private static final String FIND =
      "select * from flow_dry_runs where workspace_id = $1 and id = $2";
  private static final String RUNNING =
      """
      select workspace_id, id from flow_dry_runs
      where status = 'running' and (retry_at is null or retry_at <= clock_timestamp())
      order by workspace_id, id limit 1000
      """;

  // The row lock is held by the process that works on it, and ends if that process is killed.
  private static final String CLAIM =
      """
      select * from flow_dry_runs
      where workspace_id = $1 and id = $2 and status = 'running' for update skip locked
      """;
  private static final String PREPARED =
      """
      update flow_dry_runs set is_prepared = true, left_out = $3, failures = 0, retry_at = null
      where workspace_id = $1 and id = $2
      """;
  private static final String GO_ON =
      """
      update flow_dry_runs
      set after = $3, causes = causes + $4, runs = runs + $5, emails = emails + $6,
        webhooks = webhooks + $7, failures = 0, retry_at = null
      where workspace_id = $1 and id = $2
      """;
  private static final String FINISH =
      """
      update flow_dry_runs set status = 'done', finished_at = clock_timestamp()
      where workspace_id = $1 and id = $2 and status = 'running'
      """;
  private static final String FAIL =
      """
      update flow_dry_runs
      set failures = failures + 1, error = left($3, 1000),
        retry_at = clock_timestamp() + interval '2 seconds' * 2 ^ failures,
        status = case when failures + 1 >= $4 then 'failed' else status end,
        finished_at = case when failures + 1 >= $4 then clock_timestamp() end
      where workspace_id = $1 and id = $2 and status = 'running'
      """;
  private static final String EXPIRED =
      """
      select workspace_id, id from flow_dry_runs
      where created_at < now() - interval '7 days' order by created_at limit 100
      """;
  private static final String DELETE =
      "delete from flow_dry_runs where workspace_id = $1 and id = $2";

  private DryRunTable() {}

  /** What is asked for. */
  record Asked(
      long workspaceId,
      long flowId,
      @Nullable Integer version,
      String definition,
      DryRunInput input,
      Instant from,
      Instant until,
      @Nullable Long customerId) {}

  /** Adds one, unless the workspace has enough that are running. */
  static Future<DryRun> insert(SqlConnection connection, Asked asked) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(asked.workspaceId()))
        .compose(
            locked ->
                connection.preparedQuery(COUNT_RUNNING).execute(Tuple.of(asked.workspaceId())))
        .compose(
            rows -> {
              if (rows.iterator().next().getLong("count") >= MAX_RUNNING) {
                return Future.failedFuture(
                    Failure.of(
                        Code.CONFLICT,
                        "too_many_dry_runs",
                        MAX_RUNNING + " dry runs of this workspace are running already"));
              }
              return connection
                  .preparedQuery(INSERT)
                  .execute(
                      Tuple.of(asked.workspaceId(), asked.flowId())
                          .addInteger(asked.version())
                          .addString(asked.definition())
                          .addOffsetDateTime(DryRun.sqlTime(asked.from()))
                          .addOffsetDateTime(DryRun.sqlTime(asked.until()))
                          .addBoolean(asked.input().hasOccurredClock())
                          .addBoolean(asked.input().runsOut())
                          .addLong(asked.customerId())
                          .addString(asked.input().cause().map(Object::toString).orElse(null)));
            })
        .map(rows -> DryRun.read(rows.iterator().next()));
  }

  /** Fails with 404 if the workspace has none with this id. */
  static Future<DryRun> require(SqlClient client, DryRunKey key) {
    return client
        .preparedQuery(FIND)
        .execute(key.tuple())
        .map(rows -> Rows.first(rows, DryRun::read))
        .map(found -> found.orElseThrow(() -> Failure.notFound("dry run")));
  }

  /** Those to work on now. */
  static Future<List<DryRunKey>> running(SqlClient client) {
    return client
        .query(RUNNING)
        .execute()
        .map(
            rows ->
                Rows.list(
                    rows, row -> new DryRunKey(row.getLong("workspace_id"), row.getLong("id"))));
  }

  /** Takes one until the end of the transaction; empty if it is done, or another one has it. */
  static Future<Optional<DryRun>> claim(SqlClient client, DryRunKey key) {
    return client
        .preparedQuery(CLAIM)
        .execute(key.tuple())
        .map(rows -> Rows.first(rows, DryRun::read));
  }

  /** Notes that its customers are listed. */
  static Future<Void> prepared(SqlClient client, DryRunKey key, long leftOut) {
    return client.preparedQuery(PREPARED).execute(key.tuple().addLong(leftOut)).mapEmpty();
  }

  /** Notes how far it came, and adds what was done. */
  static Future<Void> goOn(SqlClient client, DryRunKey key, long after, Counts done) {
    return client
        .preparedQuery(GO_ON)
        .execute(
            key.tuple()
                .addLong(after)
                .addLong(done.causes())
                .addLong(done.runs())
                .addLong(done.emails())
                .addLong(done.webhooks()))
        .mapEmpty();
  }

  static Future<Void> finish(SqlClient client, DryRunKey key) {
    return client.preparedQuery(FINISH).execute(key.tuple()).mapEmpty();
  }

  /** Lets it wait after an attempt that failed; after several, it has failed. */
  static Future<Void> fail(SqlClient client, DryRunKey key, String error) {
    return client
        .preparedQuery(FAIL)
        .execute(key.tuple().addString(error).addInteger(MAX_FAILURES))
        .mapEmpty();
  }

  /** Those that are past their 7 days. */
  static Future<List<DryRunKey>> expired(SqlClient client) {
    return client
        .query(EXPIRED)
        .execute()
        .map(
            rows ->
                Rows.list(
                    rows, row -> new DryRunKey(row.getLong("workspace_id"), row.getLong("id"))));
  }

  static Future<Void> delete(SqlClient client, DryRunKey key) {
    return client.preparedQuery(DELETE).execute(key.tuple()).mapEmpty();
  }
}
