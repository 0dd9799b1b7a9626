package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.linked.queries.LinkedQuery;
import dev.shopwire.sources.linked.runs.LinkedRun.RunError;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Writes the table of runs: begins them, lets processes claim them, and stores what becomes of
 * them. Methods run on the caller's event loop.
 */
public final class RunTable {
  /** So many applied runs of a query can be rolled back. */
  public static final int KEPT = 10;

  /** A run whose process doesn't say for so long that it is at work has been cut off. */
  private static final Duration PATIENCE = Duration.ofSeconds(12);

  private static final String SUPERSEDE =
      """
      update linked_runs set status = 'superseded', finished_at = clock_timestamp(), is_kept = false,
        is_reported = false
      where workspace_id = $1 and query_id = $2 and status = 'held'
      """;
  private static final String IN_PROGRESS =
      """
      select id from linked_runs
      where workspace_id = $1 and query_id = $2 and status in ('reading', 'applying')
      """;
  private static final String INSERT =
      """
      insert into linked_runs (workspace_id, query_id, database_id, kind, status, target_id)
      values ($1, $2, $3, $4, 'reading', $5) returning id
      """;
  private static final String APPROVE =
      """
      update linked_runs set status = 'applying', asked_at = null, is_reported = false
      where workspace_id = $1 and id = $2
      """;
  private static final String REJECT =
      """
      update linked_runs set status = 'rejected', finished_at = clock_timestamp(), is_kept = false,
        is_reported = false
      where workspace_id = $1 and id = $2
      """;

  // Of a database one run at a time; the lease of the database decides if two processes claim one
  // at once. Workspaces with the fewest runs under way come first.
  private static final String CLAIM =
      """
      with busy as (
        select workspace_id, database_id from linked_runs
        where status = 'reading' and owner is not null
      ), waiting as (
        select r.workspace_id, r.id, r.database_id,
          (select count(*) from busy b where b.workspace_id = r.workspace_id)
            + row_number() over (partition by r.workspace_id order by r.id) as place,
          row_number() over (partition by r.database_id order by r.id) as turn
        from linked_runs r
        where r.status = 'reading' and r.owner is null
          and not exists (select from busy b where b.database_id = r.database_id)
      ), claimed as (
        select r.workspace_id, r.id from linked_runs r
        join waiting w on w.workspace_id = r.workspace_id and w.id = r.id
        where w.turn = 1 and w.place <= 3 and r.owner is null and r.status = 'reading'
        order by w.place, r.id limit $2 for update of r skip locked
      )
      update linked_runs r set owner = $1, beat_at = clock_timestamp()
      from claimed c where c.workspace_id = r.workspace_id and c.id = r.id
      returning %s
      """
          .formatted(LinkedRun.COLUMNS);

  // A row that is locked belongs to a transaction that is ending the run.
  private static final String BEAT =
      """
      with mine as (
        select workspace_id, id from linked_runs
        where owner = $1 and status = 'reading' and id = any ($2) for update skip locked
      )
      update linked_runs r set beat_at = clock_timestamp(), row_count = greatest(row_count, c.count)
      from mine m join unnest($2::bigint[], $3::bigint[]) as c (id, count) on c.id = m.id
      where r.workspace_id = m.workspace_id and r.id = m.id
      """;
  private static final String LOST =
      """
      select id from unnest($2::bigint[]) as own (id) where not exists (
        select from linked_runs r where r.id = own.id and r.owner = $1 and r.status = 'reading')
      """;
  private static final String RELEASE =
      """
      update linked_runs set owner = null, beat_at = null
      where workspace_id = $1 and id = $2 and owner = $3 and status = 'reading'
      """;
  private static final String FAIL_CUT_OFF =
      """
      with cut as (
        select workspace_id, id from linked_runs
        where status = 'reading' and owner is not null
          and beat_at < clock_timestamp() - $1 * interval '1 ms'
        for update skip locked
      )
      update linked_runs r set status = 'failed', finished_at = clock_timestamp(), is_kept = false,
        error_code = 'interrupted', error_message = 'The process that did the run ended meanwhile'
      from cut c where c.workspace_id = r.workspace_id and c.id = r.id
      """;
  private static final String FAIL =
      """
      update linked_runs set status = 'failed', finished_at = clock_timestamp(), is_kept = false,
        error_code = $4, error_message = left($5, 2000)
      where workspace_id = $1 and id = $2 and owner = $3 and status = 'reading'
      """;
  private static final String LOCK_OWN =
      """
      select id from linked_runs
      where workspace_id = $1 and id = $2 and owner = $3 and status = 'reading' for update
      """;

  // The first applied run is quiet.
  private static final String COMPLETE =
      """
      update linked_runs r set status = $3, read_at = $4, row_count = $5, bad_rows = $6,
        customers = $7, set_count = $8, changed_count = $9, unset_count = $10, unchanged = $11,
        removed_rows = $12, affected = $13, base = $14, guard_percent = $15, guard_limit = $16,
        finished_at = case when $3 = 'applied' then clock_timestamp() end,
        bytes = $18, announces = $17 and exists (
          select from linked_runs a where a.workspace_id = $1 and a.query_id = r.query_id
            and a.status = 'applied')
      where workspace_id = $1 and id = $2
      """;

  // What is being applied at this moment is locked. Workspaces take turns, and so do their runs.
  private static final String ASK =
      """
      with waiting as (
        select r.workspace_id, r.id,
          row_number() over (
            partition by r.workspace_id order by r.asked_at nulls first, r.id) as place
        from linked_runs r
        where r.status = 'applying' and (r.asked_at is null
          or r.asked_at < clock_timestamp() - $1 * interval '1 ms')
      ), due as (
        select r.workspace_id, r.id from linked_runs r
        join waiting w on w.workspace_id = r.workspace_id and w.id = r.id
        where r.status = 'applying'
        order by w.place, r.asked_at nulls first, r.id limit 20 for update of r skip locked
      )
      update linked_runs r set asked_at = clock_timestamp() from due d
      where d.workspace_id = r.workspace_id and d.id = r.id
      returning r.workspace_id, r.id, r.query_id, r.customers
      """;
  private static final String ASK_IN =
      """
      with asked as (
        select workspace_id, id from linked_runs
        where workspace_id = $1 and id = $2 and status = 'applying' for update skip locked
      )
      update linked_runs r set asked_at = clock_timestamp() + $3 * interval '1 ms' from asked a
      where a.workspace_id = r.workspace_id and a.id = r.id
      """;
  private static final String FAIL_APPLYING =
      """
      update linked_runs set status = 'failed', finished_at = clock_timestamp(), is_kept = false,
        error_code = 'not_applied', error_message = left($3, 2000)
      where workspace_id = $1 and id = $2 and status = 'applying'
      """;
  private static final String UNSETTLED =
      """
      select workspace_id, id, query_id from linked_runs
      where status = 'applied' and not is_settled order by id limit 20 for update skip locked
      """;
  private static final String UNSETTLED_OF_QUERY =
      """
      select workspace_id, id, query_id from linked_runs
      where workspace_id = $1 and query_id = $2 and status = 'applied' and not is_settled
      order by id for update
      """;
  private static final String SETTLED =
      """
      with settled as (
        update linked_runs set is_settled = true where workspace_id = $1 and id = $2
        returning query_id
      )
      update linked_runs r set is_kept = false
      from (
        select a.id from linked_runs a
        where a.workspace_id = $1 and a.query_id = (select query_id from settled)
          and a.status = 'applied' and a.is_kept
        order by a.id desc offset 10
      ) old
      where r.workspace_id = $1 and r.id = old.id and r.is_kept and r.id <> $2
      """;
  private static final String REPORT =
      """
      with over as (
        select workspace_id, id from linked_runs
        where not is_reported and status in ('applied', 'held', 'superseded', 'rejected', 'failed')
        order by id limit 100 for update skip locked
      )
      update linked_runs r set is_reported = true from over o
      where o.workspace_id = r.workspace_id and o.id = r.id
      returning r.status, r.row_count,
        extract(epoch from coalesce(r.finished_at, clock_timestamp()) - r.started_at)::float8 as seconds
      """;
  private static final String LOCK_UNDONE =
      """
      select is_kept from linked_runs
      where workspace_id = $1 and query_id = $2 and status = 'applied' and id > $3
      order by id for share
      """;

  private RunTable() {}

  /** Drops a held run of a query whose row the transaction has locked. */
  public static Future<Void> supersede(SqlClient client, long workspaceId, long queryId) {
    return client.preparedQuery(SUPERSEDE).execute(Tuple.of(workspaceId, queryId)).mapEmpty();
  }

  /** Fails with 409 if a run of the query is being read or applied. */
  public static Future<Void> requireIdle(SqlClient client, long workspaceId, long queryId) {
    return client
        .preparedQuery(IN_PROGRESS)
        .execute(Tuple.of(workspaceId, queryId))
        .map(
            rows -> {
              if (rows.size() > 0) {
                throw Failure.of(
                    Code.CONFLICT, "run_in_progress", "A run of the linked query is in progress");
              }
              return null;
            });
  }

  /**
   * Begins a run, which a process then does; drops a held one. The transaction has locked the
   * query's row. Fails with 409 if a run is in progress.
   *
   * @param target of a rollback
   */
  public static Future<LinkedRun> begin(
      SqlClient client, LinkedQuery query, RunKind kind, Optional<Long> target) {
    long workspaceId = query.workspaceId();
    // A held run that is just being approved makes the first statement wait, and the second one
    // fail.
    return supersede(client, workspaceId, query.id())
        .compose(done -> requireIdle(client, workspaceId, query.id()))
        .compose(
            idle ->
                client
                    .preparedQuery(INSERT)
                    .execute(
                        Tuple.of(workspaceId, query.id(), query.databaseId(), kind.id())
                            .addLong(target.orElse(null))))
        .compose(
            rows -> RunReads.require(client, workspaceId, rows.iterator().next().getLong("id")));
  }

  /** Lets a held run be applied, whose row the transaction has locked. */
  public static Future<Void> approve(SqlClient client, LinkedRun run) {
    return client.preparedQuery(APPROVE).execute(Tuple.of(run.workspaceId(), run.id())).mapEmpty();
  }

  /** Drops a held run, whose row the transaction has locked. */
  public static Future<Void> reject(SqlClient client, LinkedRun run) {
    return client.preparedQuery(REJECT).execute(Tuple.of(run.workspaceId(), run.id())).mapEmpty();
  }

  /** Takes runs that wait; the caller does them. */
  static Future<List<LinkedRun>> claim(SqlClient client, UUID owner, int limit) {
    return client
        .preparedQuery(CLAIM)
        .execute(Tuple.of(owner, limit))
        .map(rows -> Rows.list(rows, LinkedRun::read));
  }

  /**
   * Says that a process is still at its runs.
   *
   * @param counts rows read so far, by run
   * @return those that it has lost
   */
  static Future<Set<Long>> beat(SqlClient client, UUID owner, Map<Long, Long> counts) {
    Long[] ids = counts.keySet().toArray(Long[]::new);
    Long[] rows = counts.values().toArray(Long[]::new);
    return client
        .preparedQuery(BEAT)
        .execute(Tuple.of(owner).addArrayOfLong(ids).addArrayOfLong(rows))
        .compose(done -> client.preparedQuery(LOST).execute(Tuple.of(owner).addArrayOfLong(ids)))
        .map(lost -> new HashSet<>(Rows.list(lost, row -> row.getLong("id"))));
  }

  /** Lets another process do it later. */
  static Future<Void> release(SqlClient client, UUID owner, LinkedRun run) {
    return client
        .preparedQuery(RELEASE)
        .execute(Tuple.of(run.workspaceId(), run.id(), owner))
        .mapEmpty();
  }

  /** Ends the runs of processes that are gone. */
  static Future<Void> failCutOff(SqlClient client) {
    return client.preparedQuery(FAIL_CUT_OFF).execute(Tuple.of(PATIENCE.toMillis())).mapEmpty();
  }

  static Future<Void> fail(SqlClient client, UUID owner, LinkedRun run, RunError error) {
    return client
        .preparedQuery(FAIL)
        .execute(Tuple.of(run.workspaceId(), run.id(), owner, error.code(), error.message()))
        .mapEmpty();
  }

  /** Whether the run is still its process's; until the transaction ends it stays so. */
  static Future<Boolean> lockOwn(SqlClient client, UUID owner, LinkedRun run) {
    return client
        .preparedQuery(LOCK_OWN)
        .execute(Tuple.of(run.workspaceId(), run.id(), owner))
        .map(rows -> rows.size() > 0);
  }

  /**
   * Stores what was found.
   *
   * @param announces unless no run of the query has been applied
   */
  static Future<Void> complete(SqlClient client, RunResult result, boolean announces) {
    LinkedRun run = result.run();
    LinkedRun.Changes changes = result.changes();
    LinkedRun.GuardCheck guard = result.guard();
    return client
        .preparedQuery(COMPLETE)
        .execute(
            Tuple.of(run.workspaceId(), run.id(), result.status().id())
                .addOffsetDateTime(result.readAt().atOffset(ZoneOffset.UTC))
                .addLong(result.rows())
                .addValue(new JsonObject(new LinkedHashMap<>(result.badRows())))
                .addLong(changes.customers())
                .addLong(changes.set())
                .addLong(changes.changed())
                .addLong(changes.unset())
                .addLong(changes.unchanged())
                .addLong(result.removedRows())
                .addLong(guard.affected())
                .addLong(guard.base())
                .addInteger(guard.percent())
                .addLong(guard.limit())
                .addBoolean(announces)
                .addLong(result.bytes()))
        .mapEmpty();
  }

  /**
   * A run that is to be applied.
   *
   * @param customers how many it changes
   */
  record Applying(RunKey key, long customers) {
    private static Applying read(Row row) {
      return new Applying(RunKey.read(row), row.getLong("customers"));
    }
  }

  /**
   * Runs for which enrichment is to be asked now: for the first time, or again.
   *
   * @param again how long ago it was asked, at least
   */
  static Future<List<Applying>> ask(SqlClient client, Duration again) {
    return client
        .preparedQuery(ASK)
        .execute(Tuple.of(again.toMillis()))
        .map(rows -> Rows.list(rows, Applying::read));
  }

  /** Lets a run be asked for after {@code soon}, by a caller who asks again after {@code again}. */
  static Future<Void> askIn(SqlClient client, RunKey run, Duration soon, Duration again) {
    return client
        .preparedQuery(ASK_IN)
        .execute(run.tuple().addLong(soon.minus(again).toMillis()))
        .mapEmpty();
  }

  /** Ends a run that can't be applied. */
  static Future<Void> failApplying(SqlClient client, RunKey run, String reason) {
    return client
        .preparedQuery(FAIL_APPLYING)
        .execute(Tuple.of(run.workspaceId(), run.id(), reason))
        .mapEmpty();
  }

  /**
   * Applied runs after which the sets of customers are as before, the oldest first. Their rows are
   * locked until the transaction ends; those that are locked already are left out.
   */
  static Future<List<RunKey>> unsettled(SqlClient client) {
    return client.preparedQuery(UNSETTLED).execute().map(rows -> Rows.list(rows, RunKey::read));
  }

  /** The same of one query; waits for rows that are locked. */
  static Future<List<RunKey>> unsettled(SqlClient client, LinkedRun run) {
    return client
        .preparedQuery(UNSETTLED_OF_QUERY)
        .execute(Tuple.of(run.workspaceId(), run.queryId()))
        .map(rows -> Rows.list(rows, RunKey::read));
  }

  /** The sets of customers are as after this run. */
  static Future<Void> settled(SqlClient client, RunKey run) {
    return client.preparedQuery(SETTLED).execute(Tuple.of(run.workspaceId(), run.id())).mapEmpty();
  }

  /** A run that is over or held. */
  record Ended(String status, long rows, Duration duration) {}

  /** Runs that no process has counted yet; they are counted now. */
  static Future<List<Ended>> report(SqlClient client) {
    return client
        .preparedQuery(REPORT)
        .execute()
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Ended(
                            row.getString("status"),
                            row.getLong("row_count"),
                            Duration.ofMillis((long) (row.getDouble("seconds") * 1_000)))));
  }

  /**
   * Keeps the differences of the runs that a rollback takes back until the transaction ends; false
   * if some have been dropped.
   */
  static Future<Boolean> lockUndone(SqlClient client, LinkedRun rollback) {
    return client
        .preparedQuery(LOCK_UNDONE)
        .execute(Tuple.of(rollback.workspaceId(), rollback.queryId(), rollback.targetId()))
        .map(rows -> Rows.list(rows, row -> row.getBoolean("is_kept")).stream().allMatch(k -> k));
  }
}
