package dev.shopwire.automation.runs.plans;

import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads published versions of flows, and keeps those used last. Not thread-safe; use from one event
 * loop.
 */
public final class Plans {
  /** A definition of 64 KiB takes some 500 KiB as objects. */
  private static final int MAX_BYTES = 16 << 20;

  private static final String READ =
      """
      select v.flow_id, v.version, v.definition
      from unnest($2::bigint[], $3::int[]) k (flow_id, version)
      cross join lateral (
        select * from flow_versions o
        where o.workspace_id = $1 and o.flow_id = k.flow_id and o.version = k.version offset 0
      ) v
      """;

  private final Function<String, FlowDefinition> reader;
  private final Map<VersionKey, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  private record Kept(Plan plan, int bytes) {}

  /**
   * @param reader reads a stored definition
   */
  public Plans(Function<String, FlowDefinition> reader) {
    this.reader = reader;
  }

  /** The plans of those versions that exist. */
  public Future<Map<VersionKey, Plan>> load(
      SqlClient client, long workspaceId, Collection<VersionKey> versions) {
    Map<VersionKey, Plan> found = new HashMap<>();
    for (VersionKey version : versions) {
      Kept known = kept.get(version);
      if (known != null) {
        found.put(version, known.plan());
      }
    }
    List<VersionKey> missing =
        versions.stream().distinct().filter(version -> !found.containsKey(version)).toList();
    if (missing.isEmpty()) {
      return Future.succeededFuture(found);
    }
    return client
        .preparedQuery(READ)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(Columns.of(missing, new Long[missing.size()], VersionKey::flowId))
                .addArrayOfInteger(
                    Columns.of(missing, new Integer[missing.size()], VersionKey::version)))
        .map(
            rows -> {
              rows.forEach(row -> found.put(key(row), keep(row)));
              return found;
            });
  }

  private static VersionKey key(Row row) {
    return new VersionKey(row.getLong("flow_id"), row.getInteger("version"));
  }

  private Plan keep(Row row) {
    String definition = row.getString("definition");
    Plan plan = new Plan(reader.apply(definition));
    Kept before = kept.put(key(row), new Kept(plan, definition.length()));
    bytes += definition.length() - (before == null ? 0 : before.bytes());
    var oldest = kept.entrySet().iterator();
    while (bytes > MAX_BYTES && kept.size() > 1) {
      bytes -= oldest.next().getValue().bytes();
      oldest.remove();
    }
    return plan;
  }
}
