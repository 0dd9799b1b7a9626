package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.language.StoredCondition;
import dev.shopwire.automation.names.Vocabulary;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Reads the definitions of nested segments. Runs on the caller's event loop. */
public final class NestedDefinitions {
  private static final String DEFINITIONS =
      """
      with recursive needed as (
        select unnest($2::bigint[]) as id
        union
        select u.used_id from needed n
        join segment_uses u
          on u.workspace_id = $1 and u.segment_id = n.id and u.kind = 'segment'
      )
      select s.id, s.condition, s.timezone
      from needed n join segments s on s.workspace_id = $1 and s.id = n.id
      """;

  private NestedDefinitions() {}

  /**
   * The same names with the definitions of segments and of all that they nest.
   *
   * @param segments ids
   */
  static Future<Vocabulary> addTo(
      Vocabulary vocabulary, SqlClient client, long workspaceId, Collection<Long> segments) {
    return read(client, workspaceId, segments)
        .map(found -> found.isEmpty() ? vocabulary : vocabulary.withDefinitions(found));
  }

  /** The definitions of segments and of all that they nest. Runs on the caller's event loop. */
  public static Future<Map<Long, SegmentDefinition>> read(
      SqlClient client, long workspaceId, Collection<Long> segments) {
    if (segments.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return client
        .preparedQuery(DEFINITIONS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(segments.toArray(Long[]::new)))
        .map(
            rows -> {
              Map<Long, SegmentDefinition> definitions = new HashMap<>();
              for (Row row : rows) {
                definitions.put(row.getLong("id"), read(row));
              }
              return definitions;
            });
  }

  private static SegmentDefinition read(Row row) {
    return new SegmentDefinition(
        StoredCondition.read(row.getString("condition")), ZoneId.of(row.getString("timezone")));
  }
}
