package dev.shopwire.automation.runs.engine;

import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of how often flows refused causes of a customer. Methods run on the caller's event
 * loop.
 */
final class Refusals {
  private static final String ADD =
      """
      insert into flow_refusals as f (workspace_id, customer_id, flow_id, reason, count, last_at)
      select $1, customer_id, flow_id, reason, count, last_at
      from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::timestamptz[])
        n (customer_id, flow_id, reason, count, last_at)
      order by customer_id, flow_id, reason
      on conflict (workspace_id, customer_id, flow_id, reason) do update
      set count = f.count + excluded.count, last_at = greatest(f.last_at, excluded.last_at)
      """;

  // Without an index on the time, which each refusal would have to move. The table has few rows for
  // each customer, and this is done hourly.
  private static final String DELETE_OLD =
      "delete from flow_refusals where last_at < now() - make_interval(days => $1)";

  private Refusals() {}

  /** That a flow refused a cause of a customer. */
  record Refusal(long customerId, long flowId, String reason, Instant at) {}

  private record Key(long customerId, long flowId, String reason) {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::customerId).thenComparing(Key::flowId).thenComparing(Key::reason);
  }

  private record Counted(Key key, long count, Instant lastAt) {
    private static Counted of(Refusal refusal) {
      return new Counted(
          new Key(refusal.customerId(), refusal.flowId(), refusal.reason()), 1, refusal.at());
    }

    private Counted plus(Counted other) {
      return new Counted(
          key, count + other.count, lastAt.isAfter(other.lastAt) ? lastAt : other.lastAt);
    }
  }

  static Future<?> add(SqlClient client, long workspaceId, List<Refusal> refusals) {
    if (refusals.isEmpty()) {
      return Future.succeededFuture();
    }
    Map<Key, Counted> counted = new HashMap<>();
    refusals.stream()
        .map(Counted::of)
        .forEach(each -> counted.merge(each.key(), each, Counted::plus));
    List<Counted> rows = new ArrayList<>(counted.values());
    rows.sort(Comparator.comparing(Counted::key, Key.ORDER));
    int size = rows.size();
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(Columns.of(rows, new Long[size], row -> row.key().customerId()))
                .addArrayOfLong(Columns.of(rows, new Long[size], row -> row.key().flowId()))
                .addArrayOfString(Columns.of(rows, new String[size], row -> row.key().reason()))
                .addArrayOfLong(Columns.of(rows, new Long[size], Counted::count))
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        rows, new OffsetDateTime[size], row -> FlowRuns.time(row.lastAt()))));
  }

  /** Deletes those of which the last one is older than this. */
  static Future<Void> deleteOld(SqlClient client, int days) {
    return client.preparedQuery(DELETE_OLD).execute(Tuple.of(days)).mapEmpty();
  }
}
