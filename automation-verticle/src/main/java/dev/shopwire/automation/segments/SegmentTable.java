package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.language.StoredCondition;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of segments and of what they refer to. Methods run on the caller's event loop; those
 * that write need the workspace's {@link #lock}.
 */
public final class SegmentTable {
  static final String COLUMNS =
      """
      workspace_id, id, name, description, condition, timezone, tracked, public,
        definition_version, created_at, updated_at
      """;

  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('segments', $1))";
  private static final String LOCK_FIELDS = "select lock_custom_fields($1)";
  private static final String COUNT =
      """
      select count(*) as segments, count(*) filter (where tracked) as tracked
      from segments where workspace_id = $1
      """;
  private static final String NAME_TAKEN =
      "select 1 from segments where workspace_id = $1 and name = $2 and id <> $3";
  private static final String INSERT =
      """
      insert into segments
        (workspace_id, name, description, condition, timezone, leaves, tracked, public)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning\s"""
          + COLUMNS;
  private static final String UPDATE =
      """
      update segments
      set name = $3, description = $4, condition = $5, timezone = $6, leaves = $7, tracked = $8,
        public = $9, updated_at = now()
      where workspace_id = $1 and id = $2
      """;
  private static final String DELETE = "delete from segments where workspace_id = $1 and id = $2";
  private static final String DELETE_USES =
      "delete from segment_uses where workspace_id = $1 and segment_id = $2";
  private static final String INSERT_USES =
      """
      insert into segment_uses (workspace_id, segment_id, kind, used_id, value_app, times)
      select $1, $2, kind, used_id, value_app, times
      from unnest($3::text[], $4::bigint[], $5::bigint[], $6::int[])
        as used (kind, used_id, value_app, times)
      """;
  private static final String ADVANCE =
      """
      update segments set definition_version = definition_version + 1
      where workspace_id = $1 and id = any($2::bigint[])
      """;
  private static final String FIND =
      "select " + COLUMNS + " from segments where workspace_id = $1 and id = $2";

  private SegmentTable() {}

  /** How many segments a workspace has. */
  record Count(long segments, long tracked) {}

  /** Something that a condition refers to. */
  private record Use(String kind, long id, long valueApp) {}

  /** Saves of the workspace's segments wait for each other until the transaction ends. */
  static Future<Void> lock(SqlClient client, long workspaceId) {
    return client.preparedQuery(LOCK).execute(Tuple.of(workspaceId)).mapEmpty();
  }

  /**
   * Takes the locks under which conditions are stored: that of the workspace's field definitions,
   * so that a field is not deleted while a condition that uses it is stored, and then {@link
   * #lock}. Read what names mean only after that.
   */
  public static Future<Void> lockWithFields(SqlClient client, long workspaceId) {
    // Statements of their own, so that the next ones see what those before committed.
    return client
        .preparedQuery(LOCK_FIELDS)
        .execute(Tuple.of(workspaceId))
        .compose(fields -> lock(client, workspaceId));
  }

  static Future<Count> count(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(workspaceId))
        .map(rows -> rows.iterator().next())
        .map(row -> new Count(row.getLong("segments"), row.getLong("tracked")));
  }

  /** Whether a segment other than {@code segmentId} has this name. */
  static Future<Boolean> isNameTaken(
      SqlClient client, long workspaceId, String name, long segmentId) {
    return client
        .preparedQuery(NAME_TAKEN)
        .execute(Tuple.of(workspaceId, name, segmentId))
        .map(rows -> rows.size() > 0);
  }

  static Future<Segment> insert(SqlClient client, long workspaceId, SegmentChange segment) {
    return client
        .preparedQuery(INSERT)
        .execute(values(Tuple.of(workspaceId), segment))
        .map(rows -> read(rows.iterator().next()))
        .compose(
            created ->
                insertUses(client, workspaceId, created.id(), segment.definition().condition())
                    .map(created));
  }

  static Future<Void> update(
      SqlClient client, long workspaceId, long segmentId, SegmentChange segment) {
    return client
        .preparedQuery(UPDATE)
        .execute(values(Tuple.of(workspaceId, segmentId), segment))
        .compose(
            done -> client.preparedQuery(DELETE_USES).execute(Tuple.of(workspaceId, segmentId)))
        .compose(
            done -> insertUses(client, workspaceId, segmentId, segment.definition().condition()));
  }

  private static Tuple values(Tuple tuple, SegmentChange segment) {
    Condition condition = segment.definition().condition();
    return tuple
        .addString(segment.name())
        .addString(segment.description())
        .addString(StoredCondition.write(condition))
        .addString(segment.definition().zone().getId())
        .addInteger((int) condition.leaves().count())
        .addBoolean(segment.isTracked())
        .addBoolean(segment.isPublic());
  }

  private static Future<Void> insertUses(
      SqlClient client, long workspaceId, long segmentId, Condition condition) {
    Map<Use, Integer> times = uses(condition);
    List<Use> uses = List.copyOf(times.keySet());
    return client
        .preparedQuery(INSERT_USES)
        .execute(
            Tuple.of(workspaceId, segmentId)
                .addArrayOfString(uses.stream().map(Use::kind).toArray(String[]::new))
                .addArrayOfLong(uses.stream().map(Use::id).toArray(Long[]::new))
                .addArrayOfLong(uses.stream().map(Use::valueApp).toArray(Long[]::new))
                .addArrayOfInteger(uses.stream().map(times::get).toArray(Integer[]::new)))
        .mapEmpty();
  }

  /** What the condition refers to; of segments, how often. */
  private static Map<Use, Integer> uses(Condition condition) {
    Map<Use, Integer> times = new LinkedHashMap<>();
    for (Leaf leaf : condition.leaves().toList()) {
      if (leaf instanceof FieldLeaf field) {
        times.put(new Use("field", field.field(), field.app()), 1);
      } else if (leaf instanceof SegmentLeaf segment) {
        times.merge(new Use("segment", segment.segment(), 0), 1, Integer::sum);
      }
    }
    Uses all = Uses.of(condition);
    all.apps().forEach(id -> times.put(new Use("app", id, 0), 1));
    all.affiliates().forEach(id -> times.put(new Use("affiliate", id, 0), 1));
    return times;
  }

  static Future<Void> delete(SqlClient client, long workspaceId, long segmentId) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, segmentId)).mapEmpty();
  }

  /** Counts a change of what the members of these segments satisfy. */
  static Future<Void> advanceVersions(
      SqlClient client, long workspaceId, Collection<Long> segments) {
    return client
        .preparedQuery(ADVANCE)
        .execute(Tuple.of(workspaceId).addArrayOfLong(segments.toArray(Long[]::new)))
        .mapEmpty();
  }

  public static Future<Optional<Segment>> find(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, SegmentTable::read));
  }

  static Segment read(Row row) {
    return new Segment(
        row.getLong("workspace_id"),
        row.getLong("id"),
        row.getString("name"),
        row.getString("description"),
        new SegmentDefinition(
            StoredCondition.read(row.getString("condition")), ZoneId.of(row.getString("timezone"))),
        row.getBoolean("tracked"),
        row.getBoolean("public"),
        row.getLong("definition_version"),
        row.getOffsetDateTime("created_at"),
        row.getOffsetDateTime("updated_at"));
  }
}
