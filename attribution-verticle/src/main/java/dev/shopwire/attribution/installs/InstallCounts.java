package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.installs.InstallSourceState.Owner;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accesses the table of counts of install events: of all, by result, and of refused ones by reason.
 * Methods run on the caller's event loop.
 */
final class InstallCounts {
  static final String ALL = "events";
  static final String WITHOUT_CODE = "without code";
  static final String CREDITED = "credited";

  private static final String ADD =
      """
      insert into install_counts as c (workspace_id, app_id, what, events)
      select $1, $2, n.* from unnest($3::text[], $4::bigint[]) n
      on conflict (workspace_id, app_id, what) do update set events = c.events + excluded.events
      """;
  private static final String READ =
      """
      select c.what, c.events
      from tenancy_apps a join install_counts c on c.workspace_id = a.workspace_id and c.app_id = a.id
      where a.workspace_id = $1 and a.slug = $2
      """;

  private InstallCounts() {}

  /** Adds to the counts. */
  static Future<Void> add(SqlConnection connection, Owner owner, Map<String, Long> counts) {
    Tuple rows =
        Tuple.of(owner.workspaceId(), owner.appId())
            .addArrayOfString(counts.keySet().toArray(String[]::new))
            .addArrayOfLong(counts.values().toArray(Long[]::new));
    return connection.preparedQuery(ADD).execute(rows).mapEmpty();
  }

  /** All counts by name; what was never counted is missing. */
  static Future<Map<String, Long>> read(SqlClient client, InstallSourceConfig source) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(source.workspaceId(), source.app()))
        .map(
            rows -> {
              Map<String, Long> counts = new TreeMap<>();
              rows.forEach(row -> counts.put(row.getString("what"), row.getLong("events")));
              return counts;
            });
  }
}
