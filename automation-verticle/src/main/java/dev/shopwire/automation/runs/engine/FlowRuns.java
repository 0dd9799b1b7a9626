package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.causes.CauseKey;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table of runs. Methods run on the caller's event loop. */
public final class FlowRuns {
  private static final String COLUMNS =
      """
      id, flow_id, version, customer_id, key, status, step, at, waiting_since, due_at, wake_at,
      outcomes::text as outcomes, logged, holds_events, entered_at, cause_type, chain, cause_at,
      occurred_at, cause_app, cause_key, event_id, event_name, properties::text as properties, failures, failing_since\
      """;

  // Those that are due, and those of flows that listen to what has happened to the customer.
  private static final String OF_CUSTOMERS =
      """
      select r.* from unnest($2::bigint[], $3::text[]) k (id, listeners)
      cross join lateral (
        select %s from flow_runs o
        where o.workspace_id = $1 and o.customer_id = k.id and o.status <> 'ended'
          and (o.wake_at < $4 or o.flow_id = any(string_to_array(k.listeners, ',')::bigint[]))
        offset 0
      ) r
      order by r.id
      """
          .formatted(COLUMNS);
  private static final String IDS =
      """
      select nextval(pg_get_serial_sequence('flow_runs', 'id')) as id
      from generate_series(1, $1::int)
      """;
  private static final String WRITTEN =
      """
      unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[],
        $7::timestamptz[], $8::text[], $9::timestamptz[], $10::text[], $11::timestamptz[],
        $12::int[], $13::timestamptz[], $14::timestamptz[], $15::int[], $16::timestamptz[],
        $17::text[], $18::boolean[]\
      """;
  private static final String WRITTEN_COLUMNS =
      """
      id, status, reason, step, at, waiting_since, waits_for, due_at, outcomes, wake_at, logged,
      entered_at, ended_at, failures, failing_since, error, holds_events\
      """;
  private static final String UPDATE =
      """
      update flow_runs r
      set status = n.status, reason = n.reason, step = n.step, at = n.at,
        waiting_since = n.waiting_since, waits_for = n.waits_for, due_at = n.due_at,
        outcomes = n.outcomes::jsonb, wake_at = n.wake_at, logged = n.logged,
        entered_at = n.entered_at, ended_at = n.ended_at, failures = n.failures,
        failing_since = n.failing_since, error = n.error, holds_events = n.holds_events
      from %s) n (%s)
      where r.workspace_id = $1 and r.id = n.id
      """
          .formatted(WRITTEN, WRITTEN_COLUMNS);
  private static final String INSERT =
      """
      insert into flow_runs (workspace_id, %2$s, flow_id, version, customer_id, key, cause_type,
        cause_at, occurred_at, cause_key, cause_app, event_id, event_name, properties, chain)
      select $1, id, status, reason, step, at, waiting_since, waits_for, due_at, outcomes::jsonb,
        wake_at, logged, entered_at, ended_at, failures, failing_since, error, holds_events,
        flow_id, version, customer_id, key, cause_type, cause_at, occurred_at, cause_key, cause_app,
        event_id, event_name, properties::jsonb, chain
      from %1$s, $19::bigint[], $20::int[], $21::bigint[], $22::text[], $23::timestamptz[],
        $24::timestamptz[], $25::uuid[], $26::bigint[], $27::text[], $28::text[], $29::text[],
        $30::text[], $31::int[])
        n (%2$s, flow_id, version, customer_id, key, cause_at, occurred_at, cause_key, cause_app,
          event_id, event_name, properties, cause_type, chain)
      order by id
      """
          .formatted(WRITTEN, WRITTEN_COLUMNS);
  private static final String LOCK_CUSTOMER =
      """
      select pg_advisory_xact_lock(hashtextextended('flow_customers', customer_id)) from flow_runs
      where workspace_id = $1 and id = $2
      """;
  private static final String CANCEL =
      """
      update flow_runs
      set status = 'ended', reason = 'cancelled', ended_at = clock_timestamp(), wake_at = null,
        waits_for = null
      where workspace_id = $1 and id = $2 and status = 'active'
      returning flow_id, version
      """;

  private static final String WAKE_ASKING =
      """
      update flow_runs set wake_at = clock_timestamp()
      where workspace_id = $1 and status <> 'ended' and wake_at is null and id in (
        select run_id from flow_step_requests where workspace_id = $1 and flow_id = $2)
      """;
  private static final String GO_ON =
      """
      update flow_runs set wake_at = least(wake_at, at)
      where workspace_id = $1 and id = any($2) and status = 'active'
      """;
  private static final String DELETE =
      "delete from flow_runs where workspace_id = $1 and id = any($2)";

  // A change that a run has asked for must be reported to the step that asked for it.
  static final String IS_MOVABLE =
      "r.wake_at is not null and r.waits_for is distinct from '" + WaitNames.CHANGE + "'";

  private static final String CHOSEN =
      """
      with chosen as materialized (
        select r.id, n.* from flow_runs r
        join unnest($4::text[], $5::text[], $6::boolean[], $7::text[])
          n (former, target, keeps, waits_for) on n.former = r.step
        where r.workspace_id = $1 and r.flow_id = $2 and r.version = $3 and r.status = 'active'
          and %s
        order by r.id limit $8
      )
      """
          .formatted(IS_MOVABLE);
  private static final String MOVE =
      CHOSEN
          + """
          , moved as (
            update flow_runs r
            set version = $9, step = c.target, failures = 0, failing_since = null, error = null,
              waiting_since = case when c.keeps then r.waiting_since end,
              due_at = case when c.keeps then r.due_at end,
              waits_for = case when c.keeps and r.waiting_since is not null then c.waits_for end,
              wake_at = case when c.keeps and r.waiting_since is not null and r.failures = 0
                and not $10 then r.wake_at else clock_timestamp() end
            from chosen c where r.workspace_id = $1 and r.id = c.id
            returning c.former
          )
          select former, count(*) as runs from moved group by former
          """;
  private static final String END_MOVED =
      CHOSEN
          + """
          update flow_runs r
          set status = 'ended', reason = $9, ended_at = clock_timestamp(), wake_at = null,
            waits_for = null
          from chosen c where r.workspace_id = $1 and r.id = c.id
          returning r.id, c.former
          """;

  private FlowRuns() {}

  /**
   * The open runs of customers that something is to be done for.
   *
   * @param listeners for each customer, the flows that listen to what happened
   * @param before runs are due that wake earlier
   */
  static Future<List<RunRecord>> of(
      SqlClient client,
      long workspaceId,
      List<Long> customers,
      Function<Long, Collection<Long>> listeners,
      Instant before) {
    return client
        .preparedQuery(OF_CUSTOMERS)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(customers.toArray(Long[]::new))
                .addArrayOfString(
                    Columns.of(
                        customers,
                        new String[customers.size()],
                        customer ->
                            String.join(
                                ",",
                                listeners.apply(customer).stream().map(String::valueOf).toList())))
                .addOffsetDateTime(time(before)))
        .map(rows -> Rows.list(rows, RunRecord::read));
  }

  /** Ids for new runs. */
  static Future<List<Long>> ids(SqlClient client, int count) {
    return count == 0
        ? Future.succeededFuture(List.of())
        : client
            .preparedQuery(IDS)
            .execute(Tuple.of(count))
            .map(rows -> Rows.list(rows, row -> row.getLong("id")));
  }

  static Future<?> update(SqlClient client, long workspaceId, List<RunResult> runs) {
    return runs.isEmpty()
        ? Future.succeededFuture()
        : client.preparedQuery(UPDATE).execute(written(workspaceId, runs));
  }

  static Future<?> insert(SqlClient client, long workspaceId, List<RunResult> runs) {
    if (runs.isEmpty()) {
      return Future.succeededFuture();
    }
    return client
        .preparedQuery(INSERT)
        .execute(
            written(workspaceId, runs)
                .addArrayOfLong(longs(runs, run -> run.run().version().flowId()))
                .addArrayOfInteger(integers(runs, run -> run.run().version().version()))
                .addArrayOfLong(longs(runs, run -> run.run().customerId()))
                .addArrayOfString(texts(runs, run -> run.run().key()))
                .addArrayOfOffsetDateTime(times(runs, run -> cause(run).at()))
                .addArrayOfOffsetDateTime(times(runs, run -> cause(run).occurredAt()))
                .addArrayOfUUID(
                    Columns.of(runs, new UUID[runs.size()], run -> cause(run).eventKey()))
                .addArrayOfLong(longs(runs, run -> cause(run).appId()))
                .addArrayOfString(texts(runs, run -> run.run().cause().eventId()))
                .addArrayOfString(texts(runs, run -> run.run().cause().eventName()))
                .addArrayOfString(texts(runs, run -> run.run().cause().properties()))
                .addArrayOfString(texts(runs, run -> run.run().cause().type()))
                .addArrayOfInteger(integers(runs, run -> run.run().cause().chain())));
  }

  private static CauseKey cause(RunResult run) {
    return run.run().cause().key();
  }

  /** Removes pending runs that did not enter. */
  static Future<?> delete(SqlClient client, long workspaceId, List<Long> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture()
        : client
            .preparedQuery(DELETE)
            .execute(Tuple.of(workspaceId).addArrayOfLong(ids.toArray(Long[]::new)));
  }

  /**
   * Cancels an active run, once nothing works on its customer.
   *
   * @return its version; empty if it was not active
   */
  public static Future<Optional<VersionKey>> cancel(
      SqlConnection connection, long workspaceId, long id) {
    Tuple key = Tuple.of(workspaceId, id);
    return connection
        .preparedQuery(LOCK_CUSTOMER)
        .execute(key)
        .compose(locked -> connection.preparedQuery(CANCEL).execute(key))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row -> new VersionKey(row.getLong("flow_id"), row.getInteger("version"))));
  }

  /** Lets the runs of a flow be looked at that wait for a change which they have asked for. */
  static Future<Void> wakeAsking(SqlClient client, long workspaceId, long flowId) {
    return client.preparedQuery(WAKE_ASKING).execute(Tuple.of(workspaceId, flowId)).mapEmpty();
  }

  /** Moves runs to another version; how many by the step that they stood at. */
  static Future<RowSet<Row>> move(SqlClient client, Tuple parameters) {
    return client.preparedQuery(MOVE).execute(parameters);
  }

  /** Ends runs that no other version has a step for; their ids and steps. */
  static Future<RowSet<Row>> endMoved(SqlClient client, Tuple parameters) {
    return client.preparedQuery(END_MOVED).execute(parameters);
  }

  /** Lets runs be looked at that waited for something else than a time. */
  static Future<Void> goOn(SqlClient client, long workspaceId, List<Long> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture()
        : client
            .preparedQuery(GO_ON)
            .execute(Tuple.of(workspaceId).addArrayOfLong(ids.toArray(Long[]::new)))
            .mapEmpty();
  }

  private static Tuple written(long workspaceId, List<RunResult> runs) {
    return Tuple.of(workspaceId)
        .addArrayOfLong(longs(runs, run -> run.run().id()))
        .addArrayOfString(texts(runs, RunResult::status))
        .addArrayOfString(texts(runs, RunResult::reason))
        .addArrayOfString(texts(runs, run -> run.state().step().orElse(null)))
        .addArrayOfOffsetDateTime(times(runs, run -> run.state().at()))
        .addArrayOfOffsetDateTime(times(runs, RunResult::waitingSince))
        .addArrayOfString(texts(runs, RunResult::waitsFor))
        .addArrayOfOffsetDateTime(times(runs, RunResult::dueAt))
        .addArrayOfString(
            texts(runs, run -> Json.MAPPER.valueToTree(run.state().outcomes()).toString()))
        .addArrayOfOffsetDateTime(times(runs, RunResult::wakeAt))
        .addArrayOfInteger(integers(runs, RunResult::logged))
        .addArrayOfOffsetDateTime(times(runs, RunResult::enteredAt))
        .addArrayOfOffsetDateTime(times(runs, RunResult::endedAt))
        .addArrayOfInteger(integers(runs, RunResult::failures))
        .addArrayOfOffsetDateTime(times(runs, RunResult::failingSince))
        .addArrayOfString(texts(runs, RunResult::error))
        .addArrayOfBoolean(Columns.of(runs, new Boolean[runs.size()], RunResult::holdsEvents));
  }

  private static Long[] longs(List<RunResult> runs, Function<RunResult, @Nullable Long> value) {
    return Columns.of(runs, new Long[runs.size()], value);
  }

  private static Integer[] integers(
      List<RunResult> runs, Function<RunResult, @Nullable Integer> value) {
    return Columns.of(runs, new Integer[runs.size()], value);
  }

  private static String[] texts(List<RunResult> runs, Function<RunResult, @Nullable String> value) {
    return Columns.of(runs, new String[runs.size()], value);
  }

  private static OffsetDateTime[] times(
      List<RunResult> runs, Function<RunResult, @Nullable Instant> value) {
    return Columns.of(
        runs,
        new OffsetDateTime[runs.size()],
        run -> {
          Instant instant = value.apply(run);
          return instant == null ? null : time(instant);
        });
  }

  static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
