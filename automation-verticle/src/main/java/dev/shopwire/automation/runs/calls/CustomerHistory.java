package dev.shopwire.automation.runs.calls;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists what flows and campaigns did for a customer. Not thread-safe; use from one event loop. */
public final class CustomerHistory {
  // What happens to a run at one time is in the order in which it happens. %1$s and %2$s are the
  // workspace and the customer, %3$s a condition on runs that can have steps on the page.
  private static final String ENTRIES =
      """
      select r.entered_at as at, r.id as owner, 1 as place, 0::bigint as number, '' as name,
        'entry' as kind, r.flow_id, r.id as run_id, null::bigint as campaign_id, null as step,
        null as outcome, null as reason, null::bigint as count
      from flow_runs r
      where r.workspace_id = %1$s and r.customer_id = %2$s and r.status <> 'pending'
      union all
      select s.at, r.id, 2, s.number, '', 'step', r.flow_id, r.id, null, s.step, s.outcome, null, null
      from flow_runs r
      cross join lateral (
        select * from flow_run_steps o
        where o.workspace_id = r.workspace_id and o.run_id = r.id offset 0
      ) s
      where r.workspace_id = %1$s and r.customer_id = %2$s and r.status <> 'pending' %3$s
      union all
      select m.created_at, coalesce(m.run_id, 0), 3, m.id, '', 'message', m.flow_id, m.run_id,
        m.campaign_id, m.step, m.state, m.reason, null
      from mail_messages m
      where m.workspace_id = %1$s and m.customer_id = %2$s and m.kind <> 'test'
      union all
      select r.ended_at, r.id, 4, 0, '', 'end', r.flow_id, r.id, null, null, null, r.reason, null
      from flow_runs r
      where r.workspace_id = %1$s and r.customer_id = %2$s and r.status = 'ended'
      union all
      select f.last_at, 0, 0, f.flow_id, f.reason, 'refusal', f.flow_id, null, null, null, null,
        f.reason, f.count
      from flow_refusals f
      where f.workspace_id = %1$s and f.customer_id = %2$s
      """;

  private static final String ORDER =
      " order by at desc, owner desc, place desc, number desc, name desc";

  // A page goes back no further than the entries alone would: of the steps, which are most rows,
  // only those of runs that were active since are read.
  private static final String PAGE =
      """
      with oldest as materialized (
        select case when count(*) = %1$s then min(entered_at) else '-infinity' end as at
        from (
          select entered_at from flow_runs
          where workspace_id = %2$s and customer_id = %3$s and status <> 'pending'
            and entered_at <= %4$s
          order by entered_at desc limit %1$s
        ) newest
      )
      select * from (%5$s) e
      where (at, owner, place, number, name) < (%4$s, %6$s, %7$s, %8$s, %9$s) %10$s limit %1$s
      """;
  private static final String SINCE_OLDEST = "and r.at >= (select at from oldest)";

  private final Pool pool;
  private final CursorSigner signer;

  public CustomerHistory(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  /** Of the customer whose id the request has, newest first. */
  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    long workspaceId = request.caller().workspaceId();
    PageCursors cursors =
        query.cursors(
            new AppScope(workspaceId, 0), List.of("automation", Long.toString(request.id())));
    EntryPosition before =
        cursors.read(query).map(EntryPosition::parse).orElse(EntryPosition.NEWEST);
    SqlParameters parameters = new SqlParameters();
    String sql = page(parameters, workspaceId, request.id(), before, take + 1);
    return pool.preparedQuery(sql)
        .execute(parameters.tuple())
        .map(rows -> Rows.list(rows, row -> row))
        .map(
            found -> {
              List<Map<String, @Nullable Object>> entries = new ArrayList<>();
              found.forEach(row -> entries.add(json(row)));
              return ListResponse.of(
                  "entries",
                  entries,
                  take,
                  last -> cursors.encode(EntryPosition.read(found.get(take - 1)).text()));
            });
  }

  private static String page(
      SqlParameters parameters, long workspaceId, long customerId, EntryPosition before, int take) {
    String limit = parameters.add((long) take);
    String workspace = parameters.add(workspaceId);
    String customer = parameters.add(customerId);
    return PAGE.formatted(
        limit,
        workspace,
        customer,
        parameters.add(before.at()),
        ENTRIES.formatted(workspace, customer, SINCE_OLDEST),
        parameters.add(before.owner()),
        parameters.add(before.place()),
        parameters.add(before.number()),
        parameters.add(before.name()),
        ORDER);
  }

  /** The complete list. */
  public static ExportSource export() {
    return (request, snapshot) -> open(request);
  }

  private static Future<ExportSource.Rows> open(OpenRequest request) {
    long customerId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("customer"));
    new Query(request.parameters()).throwIfInvalid();
    SqlParameters parameters = new SqlParameters();
    String entries =
        ENTRIES.formatted(
            parameters.add(request.caller().workspaceId()), parameters.add(customerId), "");
    return Future.succeededFuture(
        new ExportSource.Rows(
            entries + ORDER,
            "select count(*) as count from (" + entries + ") rows",
            parameters.tuple(),
            ExportSource.Rows.SMALL_ROWS,
            (rows, connection) ->
                Future.succeededFuture(rows.stream().map(CustomerHistory::json).toList())));
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("at", Times.format(row.getOffsetDateTime("at")));
    json.put("kind", row.getString("kind"));
    json.put("flowId", id(row, "flow_id"));
    json.put("runId", id(row, "run_id"));
    json.put("campaignId", id(row, "campaign_id"));
    json.put("step", row.getString("step"));
    json.put("outcome", row.getString("outcome"));
    json.put("reason", row.getString("reason"));
    json.put("count", row.getLong("count"));
    return json;
  }

  private static @Nullable String id(Row row, String column) {
    return Optional.ofNullable(row.getLong(column)).map(String::valueOf).orElse(null);
  }
}
