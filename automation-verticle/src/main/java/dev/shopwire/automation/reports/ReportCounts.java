package dev.shopwire.automation.reports;

import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The table of how many reports arrived for each sender, by what became of them. Methods run on the
 * caller's event loop.
 */
final class ReportCounts {
  // In the order of keys, so that two callers don't wait for each other.
  private static final String ADD =
      """
      insert into mail_report_counts as c (workspace_id, sender_id, outcome, reason, reports)
      select $1, $2, outcome, reason, reports
      from unnest($3::text[], $4::text[], $5::bigint[]) as n (outcome, reason, reports)
      order by outcome, reason
      on conflict (workspace_id, sender_id, outcome, reason)
        do update set reports = c.reports + excluded.reports, last_at = now()
      """;
  private static final String READ =
      """
      select outcome, reason, reports, last_at from mail_report_counts
      where workspace_id = $1 and sender_id = $2 order by outcome, reason
      """;

  private ReportCounts() {}

  private record Key(String outcome, String reason) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = outcome.compareTo(other.outcome);
      return order == 0 ? reason.compareTo(other.reason) : order;
    }
  }

  /** Counts reports; the caller's transaction holds the sender. */
  static Future<Void> add(
      SqlClient client, long workspaceId, long senderId, List<ReportOutcome> outcomes) {
    Map<Key, Long> counts = new TreeMap<>();
    for (ReportOutcome outcome : outcomes) {
      if (!outcome.equals(ReportOutcome.LATER)) {
        counts.merge(new Key(outcome.outcome(), outcome.detail()), 1L, Long::sum);
      }
    }
    if (counts.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Key> keys = new ArrayList<>(counts.keySet());
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(workspaceId, senderId)
                .addArrayOfString(keys.stream().map(Key::outcome).toArray(String[]::new))
                .addArrayOfString(keys.stream().map(Key::reason).toArray(String[]::new))
                .addArrayOfLong(counts.values().toArray(Long[]::new)))
        .mapEmpty();
  }

  /** What the console shows of a sender. */
  static Future<List<Map<String, @Nullable Object>>> read(
      SqlClient client, long workspaceId, long senderId) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId, senderId))
        .map(rows -> Rows.list(rows, ReportCounts::json));
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    String reason = row.getString("reason");
    json.put("outcome", row.getString("outcome"));
    json.put("reason", reason.isEmpty() ? null : reason);
    json.put("count", row.getLong("reports"));
    json.put("lastAt", Times.format(row.getOffsetDateTime("last_at")));
    return json;
  }
}
