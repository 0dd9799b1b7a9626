package dev.shopwire.automation.tracking;

import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.language.StoredCondition;
import dev.shopwire.common.caches.BoundedMap;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what the members of segments satisfy, and keeps it until it changes. Not thread-safe; use
 * from one event loop.
 */
final class Definitions {
  private static final int MAX_KEPT = 2_000;

  private static final String READ =
      """
      with recursive needed as (
        select id, id as root from unnest($2::bigint[]) as id
        union
        select u.used_id, n.root from needed n
        join segment_uses u
          on u.workspace_id = $1 and u.segment_id = n.id and u.kind = 'segment'
      )
      select n.root, s.id, s.condition, s.timezone, s.definition_version
      from needed n join segments s on s.workspace_id = $1 and s.id = n.id
      """;

  private final Map<TrackedKey, Defined> kept = BoundedMap.leastRecentlyUsed(MAX_KEPT);

  /**
   * The definitions of segments.
   *
   * @param versions the current versions of the definitions by segment
   */
  Future<Map<Long, Defined>> of(SqlClient client, long workspaceId, Map<Long, Long> versions) {
    Map<Long, Defined> found = new HashMap<>();
    List<Long> missing = new ArrayList<>();
    versions.forEach(
        (segment, version) -> {
          Defined known = kept.get(new TrackedKey(workspaceId, segment));
          if (known != null && known.version() == version) {
            found.put(segment, known);
          } else {
            missing.add(segment);
          }
        });
    if (missing.isEmpty()) {
      return Future.succeededFuture(found);
    }
    return read(client, workspaceId, missing)
        .map(
            read -> {
              read.forEach(
                  (segment, defined) -> kept.put(new TrackedKey(workspaceId, segment), defined));
              found.putAll(read);
              return found;
            });
  }

  /** The definitions of segments as they are stored; those that don't exist are left out. */
  static Future<Map<Long, Defined>> read(
      SqlClient client, long workspaceId, Collection<Long> segments) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId).addArrayOfLong(segments.toArray(Long[]::new)))
        .map(Definitions::read);
  }

  private static Map<Long, Defined> read(RowSet<Row> rows) {
    Map<Long, SegmentDefinition> all = new HashMap<>();
    Map<Long, Map<Long, SegmentDefinition>> nested = new HashMap<>();
    for (Row row : rows) {
      long id = row.getLong("id");
      SegmentDefinition definition = all.computeIfAbsent(id, unread -> readDefinition(row));
      if (row.getLong("root") != id) {
        nested.computeIfAbsent(row.getLong("root"), none -> new HashMap<>()).put(id, definition);
      }
    }
    Map<Long, Defined> read = new HashMap<>();
    for (Row row : rows) {
      long id = row.getLong("id");
      SegmentDefinition definition = all.get(id);
      if (row.getLong("root") == id && definition != null) {
        read.put(
            id,
            Defined.of(
                id,
                row.getLong("definition_version"),
                definition,
                nested.getOrDefault(id, Map.of())));
      }
    }
    return read;
  }

  /** The definition of a segment that must exist. */
  static Defined require(Map<Long, Defined> defined, TrackedKey key) {
    Defined found = defined.get(key.segmentId());
    if (found == null) {
      throw new IllegalStateException("The segment does not exist");
    }
    return found;
  }

  private static SegmentDefinition readDefinition(Row row) {
    return new SegmentDefinition(
        StoredCondition.read(row.getString("condition")), ZoneId.of(row.getString("timezone")));
  }
}
