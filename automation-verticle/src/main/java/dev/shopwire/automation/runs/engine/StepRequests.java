package dev.shopwire.automation.runs.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.common.contracts.StepContracts.Change;
import dev.shopwire.common.contracts.StepContracts.Result;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.pgclient.data.Interval;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of changes that steps have asked the enrichment role for. Methods run on the caller's
 * event loop.
 */
public final class StepRequests {
  private static final String ADD =
      """
      insert into flow_step_requests (workspace_id, run_id, step, customer_id, flow_id, request)
      select $1, run_id, step, customer_id, flow_id, request
      from unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])
        n (run_id, step, customer_id, flow_id, request)
      order by run_id
      """;
  private static final String OF_RUNS =
      """
      select q.run_id, q.outcome, q.detail
      from unnest($2::bigint[]) k (id)
      cross join lateral (
        select run_id, outcome, detail from flow_step_requests
        where workspace_id = $1 and run_id = k.id offset 0
      ) q
      """;
  private static final String WORKSPACES =
      """
      with recursive workspace as (
        (select workspace_id as id from flow_step_requests where outcome is null
          order by workspace_id limit 1)
        union all
        select n.id from workspace w cross join lateral (
          select q.workspace_id as id from flow_step_requests q
          where q.outcome is null and q.workspace_id > w.id
          order by q.workspace_id limit 1) n
      )
      select w.id from workspace w
      where exists (
        select from flow_step_requests q
        where q.workspace_id = w.id and q.outcome is null
          and q.next_attempt_at <= statement_timestamp())
      """;

  // What has been taken is sent again after a while, unless its outcome is known by then. Those of
  // a paused flow wait. A run that has ended, or is about to, wants nothing any more.
  private static final String TAKE =
      """
      with due as materialized (
        select q.run_id from flow_step_requests q
        where q.workspace_id = $1 and q.outcome is null
          and q.next_attempt_at <= statement_timestamp()
          and not exists (
            select from flows f
            where f.workspace_id = $1 and f.id = q.flow_id and (f.status = 'paused' or f.ends_runs) offset 0)
          and exists (
            select from flow_runs r
            where r.workspace_id = $1 and r.id = q.run_id and r.status = 'active' offset 0)
        order by q.next_attempt_at limit $2 for update of q skip locked
      )
      update flow_step_requests q set next_attempt_at = statement_timestamp() + $3
      from due where q.workspace_id = $1 and q.run_id = due.run_id
      returning q.request, q.failures, q.failing_since, clock_timestamp() as now
      """;
  private static final String LOCK_CUSTOMERS =
      """
      select pg_advisory_xact_lock(hashtextextended('flow_customers', id))
      from unnest($1::bigint[]) k (id)
      """;
  private static final String SETTLE =
      """
      update flow_step_requests q set outcome = n.outcome, detail = n.detail
      from unnest($2::bigint[], $3::text[], $4::text[], $5::text[])
        n (run_id, step, outcome, detail)
      where q.workspace_id = $1 and q.run_id = n.run_id and q.step = n.step and q.outcome is null
      returning q.run_id
      """;
  private static final String RETRY =
      """
      update flow_step_requests
      set next_attempt_at = statement_timestamp() + $4, failures = $5,
        failing_since = case when $5 > 0 then coalesce(failing_since, statement_timestamp()) end
      where workspace_id = $1 and run_id = any($2) and step = any($3) and outcome is null
      """;
  private static final String DELETE =
      "delete from flow_step_requests where workspace_id = $1 and run_id = any($2)";

  private StepRequests() {}

  /** A change that a step asks for. */
  record Asked(long flowId, Change change) {}

  /**
   * A request that a run waits for.
   *
   * @param outcome empty if it isn't known yet
   */
  record Request(Optional<Outcome> outcome) {}

  /**
   * A request that is to be sent.
   *
   * @param failures attempts that failed by a defect
   * @param now the moment when it was taken
   */
  record Taken(Change change, int failures, @Nullable Instant failingSince, Instant now) {}

  static Future<?> add(SqlClient client, long workspaceId, List<Asked> asked) {
    if (asked.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = asked.size();
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(Columns.of(asked, new Long[size], each -> each.change().runId()))
                .addArrayOfString(Columns.of(asked, new String[size], each -> each.change().step()))
                .addArrayOfLong(
                    Columns.of(asked, new Long[size], each -> each.change().customerId()))
                .addArrayOfLong(Columns.of(asked, new Long[size], Asked::flowId))
                .addArrayOfString(
                    Columns.of(asked, new String[size], each -> write(each.change()))));
  }

  private static String write(Change change) {
    try {
      return Json.MAPPER.writeValueAsString(change);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A change can't be written", e);
    }
  }

  private static Change read(String json) {
    try {
      return Json.MAPPER.readValue(json, Change.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A stored change can't be read", e);
    }
  }

  /** What these runs wait for, by run. */
  static Future<Map<Long, Request>> of(SqlClient client, long workspaceId, List<Long> runs) {
    if (runs.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return client
        .preparedQuery(OF_RUNS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(runs.toArray(Long[]::new)))
        .map(
            rows -> {
              Map<Long, Request> found = new HashMap<>();
              rows.forEach(row -> found.put(row.getLong("run_id"), new Request(outcome(row))));
              return found;
            });
  }

  private static Optional<Outcome> outcome(Row row) {
    return Optional.ofNullable(row.getString("outcome"))
        .map(name -> new Outcome(name, List.of(), Optional.ofNullable(row.getString("detail"))));
  }

  /** The workspaces that have requests to be sent. */
  static Future<List<Long>> workspaces(SqlClient client) {
    return client
        .preparedQuery(WORKSPACES)
        .execute()
        .map(rows -> Rows.list(rows, row -> row.getLong("id")));
  }

  /**
   * Takes requests, which no other process takes for {@code lease}.
   *
   * @param limit how many
   */
  static Future<List<Taken>> take(SqlClient client, long workspaceId, int limit, Duration lease) {
    return client
        .preparedQuery(TAKE)
        .execute(Tuple.of(workspaceId, (long) limit).addValue(Interval.of(lease)))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Taken(
                            read(row.getString("request")),
                            row.getInteger("failures"),
                            RunRecord.instant(row.getOffsetDateTime("failing_since")),
                            row.getOffsetDateTime("now").toInstant())));
  }

  /**
   * Stores outcomes and wakes the runs, once no transaction works on their customers: one that does
   * would not see the outcome, and would leave the run waiting.
   *
   * @param results as many as changes
   */
  static Future<Void> settle(
      SqlConnection connection, long workspaceId, List<Change> changes, List<Result> results) {
    if (changes.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = changes.size();
    Long[] customers =
        changes.stream().map(Change::customerId).distinct().sorted().toArray(Long[]::new);
    return connection
        .preparedQuery(LOCK_CUSTOMERS)
        .execute(Tuple.tuple().addArrayOfLong(customers))
        .compose(
            locked ->
                connection
                    .preparedQuery(SETTLE)
                    .execute(
                        Tuple.of(workspaceId)
                            .addArrayOfLong(Columns.of(changes, new Long[size], Change::runId))
                            .addArrayOfString(Columns.of(changes, new String[size], Change::step))
                            .addArrayOfString(
                                Columns.of(results, new String[size], Result::outcome))
                            .addArrayOfString(
                                Columns.of(results, new String[size], Result::detail))))
        .compose(
            rows ->
                FlowRuns.goOn(
                    connection, workspaceId, Rows.list(rows, row -> row.getLong("run_id"))));
  }

  /**
   * Sends requests again after a pause.
   *
   * @param failures attempts that failed by a defect; 0 if the role was unavailable
   */
  static Future<?> retry(
      SqlClient client, long workspaceId, List<Change> changes, Duration pause, int failures) {
    int size = changes.size();
    return changes.isEmpty()
        ? Future.succeededFuture()
        : client
            .preparedQuery(RETRY)
            .execute(
                Tuple.of(workspaceId)
                    .addArrayOfLong(Columns.of(changes, new Long[size], Change::runId))
                    .addArrayOfString(Columns.of(changes, new String[size], Change::step))
                    .addValue(Interval.of(pause))
                    .addInteger(failures));
  }

  /** Forgets the requests of runs. */
  public static Future<?> delete(SqlClient client, long workspaceId, Collection<Long> runs) {
    return runs.isEmpty()
        ? Future.succeededFuture()
        : client
            .preparedQuery(DELETE)
            .execute(Tuple.of(workspaceId).addArrayOfLong(runs.toArray(Long[]::new)));
  }
}
