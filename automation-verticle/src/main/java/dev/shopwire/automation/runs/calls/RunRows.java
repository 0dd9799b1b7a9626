package dev.shopwire.automation.runs.calls;

import dev.shopwire.automation.runs.engine.StuckRuns;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads runs as the API shows them. Methods run on the caller's event loop. */
public final class RunRows {
  private static final String SELECT =
      """
      select r.id, r.flow_id, r.version, r.customer_id, c.domain, r.key, r.status, r.reason, r.step,
        r.waits_for, case when r.status = 'active' then r.due_at end as due_at, r.entered_at,
        r.ended_at, %s as is_stuck, r.cause_type, r.cause_at, r.event_id, r.event_name
      from flow_runs r
      left join lateral (
        select domain from tenancy_customers
        where workspace_id = r.workspace_id and id = r.customer_id offset 0
      ) c on true
      where r.workspace_id = %s and r.status <> 'pending'
      """;
  private static final String LOG =
      """
      select step, type, at, done_at, outcome, message_ids, detail from flow_run_steps
      where workspace_id = $1 and run_id = $2 order by number
      """;

  private RunRows() {}

  /** A query of a workspace's runs that can be followed by {@code and}. */
  static String select(SqlParameters parameters, long workspaceId, int stuckSeconds) {
    String stuck = StuckRuns.condition(parameters.add((double) stuckSeconds));
    return SELECT.formatted(stuck, parameters.add(workspaceId));
  }

  static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> cause = new LinkedHashMap<>();
    cause.put("type", row.getString("cause_type"));
    cause.put("eventId", row.getString("event_id"));
    cause.put("eventName", row.getString("event_name"));
    cause.put("receivedAt", time(row.getOffsetDateTime("cause_at")));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(row.getLong("id")));
    json.put("flowId", Long.toString(row.getLong("flow_id")));
    json.put("version", row.getInteger("version"));
    json.put("customerId", CustomerId.of(row.getLong("customer_id")));
    json.put("myplatformDomain", row.getString("domain"));
    json.put("key", row.getString("key"));
    json.put("status", row.getString("status"));
    json.put("reason", row.getString("reason"));
    json.put("step", row.getString("step"));
    json.put("waitsFor", row.getString("waits_for"));
    json.put("dueAt", time(row.getOffsetDateTime("due_at")));
    json.put("enteredAt", time(row.getOffsetDateTime("entered_at")));
    json.put("endedAt", time(row.getOffsetDateTime("ended_at")));
    json.put("stuck", Boolean.TRUE.equals(row.getBoolean("is_stuck")));
    json.put("cause", cause);
    return json;
  }

  private static @Nullable String time(@Nullable OffsetDateTime time) {
    return time == null ? null : Times.format(time);
  }

  /** The run; empty if the workspace has no such run. */
  static Future<Optional<Map<String, @Nullable Object>>> find(
      SqlClient client, long workspaceId, long id, int stuckSeconds) {
    SqlParameters parameters = new SqlParameters();
    String sql =
        select(parameters, workspaceId, stuckSeconds) + " and r.id = " + parameters.add(id);
    return client
        .preparedQuery(sql)
        .execute(parameters.tuple())
        .map(rows -> Rows.first(rows, RunRows::json));
  }

  /** The last runs of a customer in a flow, newest first. */
  public static Future<List<Map<String, @Nullable Object>>> ofCustomer(
      SqlClient client,
      long workspaceId,
      long flowId,
      long customerId,
      int limit,
      int stuckSeconds) {
    SqlParameters parameters = new SqlParameters();
    String sql =
        select(parameters, workspaceId, stuckSeconds)
            + " and r.flow_id = "
            + parameters.add(flowId)
            + " and r.customer_id = "
            + parameters.add(customerId)
            + " order by r.cause_at desc, r.id desc limit "
            + parameters.add((long) limit);
    return client
        .preparedQuery(sql)
        .execute(parameters.tuple())
        .map(rows -> Rows.list(rows, RunRows::json));
  }

  /** The steps that are done, in their order. */
  static Future<List<Map<String, @Nullable Object>>> log(
      SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(LOG)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.list(rows, RunRows::step));
  }

  private static Map<String, @Nullable Object> step(Row row) {
    Long[] messages = row.getArrayOfLongs("message_ids");
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("step", row.getString("step"));
    json.put("type", row.getString("type"));
    json.put("at", time(row.getOffsetDateTime("at")));
    json.put("doneAt", time(row.getOffsetDateTime("done_at")));
    json.put("outcome", row.getString("outcome"));
    json.put(
        "messageIds",
        messages == null ? List.of() : List.of(messages).stream().map(String::valueOf).toList());
    json.put("detail", row.getString("detail"));
    return json;
  }
}
