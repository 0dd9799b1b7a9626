package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.causes.CauseKey;
import dev.shopwire.automation.runs.machine.RunEvent;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The table of events that wait until their run can continue: it is paused, or failed. Methods run
 * on the caller's event loop.
 */
public final class HeldEvents {
  private static final String OF_RUNS =
      """
      select h.run_id, h.at, h.occurred_at, h.event_key, h.app_id, e.event_name,
        e.properties::text as properties
      from unnest($2::bigint[]) k (id)
      cross join lateral (
        select o.*, r.customer_id from flow_held_events o
        join flow_runs r on r.workspace_id = o.workspace_id and r.id = o.run_id
        where o.workspace_id = $1 and o.run_id = k.id
        order by o.at, o.occurred_at, o.event_key, o.app_id offset 0
      ) h
      cross join lateral (
        select event_name, properties from stored_usage_events u
        where u.app_id = h.app_id and u.customer_id = h.customer_id
          and u.occurred_at = h.occurred_at and u.event_key = h.event_key and u.received_at = h.at
        offset 0
      ) e
      order by h.at, h.occurred_at, h.event_key, h.app_id
      """;
  private static final String ADD =
      """
      insert into flow_held_events (workspace_id, run_id, at, occurred_at, event_key, app_id)
      select $1, run_id, at, occurred_at, event_key, app_id
      from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::uuid[], $6::bigint[])
        n (run_id, at, occurred_at, event_key, app_id)
      on conflict do nothing
      """;
  private static final String DELETE =
      "delete from flow_held_events where workspace_id = $1 and run_id = any($2)";

  private HeldEvents() {}

  /** An event with what identifies it. */
  record KeyedEvent(CauseKey key, RunEvent event) {}

  /** An event that waits. */
  record Held(long runId, CauseKey key) {}

  /** The events of runs, in order. */
  static Future<Map<Long, List<KeyedEvent>>> of(
      SqlClient client, long workspaceId, Collection<Long> runs) {
    Map<Long, List<KeyedEvent>> found = new HashMap<>();
    if (runs.isEmpty()) {
      return Future.succeededFuture(found);
    }
    return client
        .preparedQuery(OF_RUNS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(runs.toArray(Long[]::new)))
        .map(
            rows -> {
              rows.forEach(
                  row ->
                      found
                          .computeIfAbsent(row.getLong("run_id"), run -> new ArrayList<>())
                          .add(read(row)));
              return found;
            });
  }

  private static KeyedEvent read(Row row) {
    CauseKey key =
        new CauseKey(
            row.getOffsetDateTime("at").toInstant(),
            row.getOffsetDateTime("occurred_at").toInstant(),
            row.getUUID("event_key"),
            row.getLong("app_id"));
    return new KeyedEvent(
        key,
        new RunEvent(
            row.getString("event_name"),
            key.appId(),
            key.at(),
            RunRecord.parse(row.getString("properties"))));
  }

  static Future<?> add(SqlClient client, long workspaceId, List<Held> events) {
    if (events.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = events.size();
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(Columns.of(events, new Long[size], Held::runId))
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        events, new OffsetDateTime[size], event -> FlowRuns.time(event.key().at())))
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        events,
                        new OffsetDateTime[size],
                        event -> FlowRuns.time(event.key().occurredAt())))
                .addArrayOfUUID(Columns.of(events, new UUID[size], event -> event.key().eventKey()))
                .addArrayOfLong(Columns.of(events, new Long[size], event -> event.key().appId())));
  }

  /** Forgets the events that wait for runs. */
  public static Future<?> delete(SqlClient client, long workspaceId, Collection<Long> runs) {
    return runs.isEmpty()
        ? Future.succeededFuture()
        : client
            .preparedQuery(DELETE)
            .execute(Tuple.of(workspaceId).addArrayOfLong(runs.toArray(Long[]::new)));
  }
}
