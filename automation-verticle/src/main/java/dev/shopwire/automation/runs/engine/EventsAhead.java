package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.machine.RunEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads events that are stored but can't be put in order yet. One that lets a run exit keeps its
 * steps from acting. Methods run on the caller's event loop.
 */
final class EventsAhead {
  // In one statement, as a group may become causes at any moment. There are more than the last
  // groups only while they can't be read; those wait in any case.
  private static final String READ =
      """
      select customer_id, app_id, event_name, received_at, properties::text as properties
      from (
        (select e.* from (
            select app_id, group_id, received_at, received_to from flow_event_groups
            where workspace_id = $1 order by received_at desc limit 500
          ) g
          cross join lateral (
            select u.customer_id, u.app_id, u.event_name, u.received_at, u.occurred_at, u.event_key,
              u.properties
            from stored_usage_events u
            where u.app_id = g.app_id and u.group_id = g.group_id
              and u.received_at between g.received_at and g.received_to
              and u.customer_id = any($2) and u.event_name = any($3)
            offset 0
          ) e
          limit 1000)
        union all
        (select e.* from unnest($2::bigint[]) k (id)
          cross join lateral (
            select * from flow_causes c
            where c.workspace_id = $1 and c.customer_id = k.id and c.at >= $4
              and c.type = 'usage_event'
            order by c.at limit 50
          ) q
          cross join lateral (
            select u.customer_id, u.app_id, u.event_name, u.received_at, u.occurred_at, u.event_key,
              u.properties
            from stored_usage_events u
            where u.app_id = q.app_id and u.customer_id = q.customer_id
              and u.occurred_at = q.occurred_at and u.event_key = q.event_key
              and u.received_at = q.at and u.event_name = any($3)
            offset 0
          ) e
          limit 1000)
      ) ahead
      order by received_at, occurred_at, event_key
      """;

  private EventsAhead() {}

  /** Events with these names that are not before the claim's floor, by customer. */
  static Future<Map<Long, List<RunEvent>>> read(
      SqlClient client, Claim claim, Collection<String> names) {
    Map<Long, List<RunEvent>> found = new HashMap<>();
    if (names.isEmpty()) {
      return Future.succeededFuture(found);
    }
    return client
        .preparedQuery(READ)
        .execute(
            Tuple.of(claim.workspaceId())
                .addArrayOfLong(claim.customers().toArray(Long[]::new))
                .addArrayOfString(names.toArray(String[]::new))
                .addOffsetDateTime(FlowRuns.time(claim.floor())))
        .map(
            rows -> {
              rows.forEach(
                  row ->
                      found
                          .computeIfAbsent(
                              row.getLong("customer_id"), customer -> new ArrayList<>())
                          .add(event(row)));
              return found;
            });
  }

  private static RunEvent event(Row row) {
    return new RunEvent(
        row.getString("event_name"),
        row.getLong("app_id"),
        row.getOffsetDateTime("received_at").toInstant(),
        RunRecord.parse(row.getString("properties")));
  }
}
