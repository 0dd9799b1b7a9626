package dev.shopwire.automation.segments;

import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tracked segments that a customer is in, by id. Of one that is being built the condition
 * decides, since its stored members are not those of its definition yet. Methods run on the
 * caller's event loop.
 */
final class Memberships {
  private static final String TRACKED =
      """
      select s.id, s.name, m.entered_at, t.status = 'current' as is_current
      from segments s
      join segment_tracking t on t.workspace_id = $1 and t.segment_id = s.id
      left join segment_members m
        on m.workspace_id = $1 and m.customer_id = $2 and m.segment_id = s.id and m.member
      where s.workspace_id = $1 and s.tracked
        and (t.status = 'building' or m.customer_id is not null)
      """;
  private static final String ALL = TRACKED + " order by s.id";

  // Left out are segments that use, themselves or by what they nest, a field which the app can't
  // read, or another app's value of one.
  private static final String VISIBLE =
      """
      with recursive tracked as materialized (
      %s and s.public
      ), used as (
        select id, id as nested from tracked
        union
        select u.id, n.used_id from used u
        join segment_uses n
          on n.workspace_id = $1 and n.segment_id = u.nested and n.kind = 'segment'
      )
      select t.* from tracked t
      where not exists (
        select 1 from used u
        join segment_uses f
          on f.workspace_id = $1 and f.segment_id = u.nested and f.kind = 'field'
        left join custom_field_definitions d on d.workspace_id = $1 and d.id = f.used_id
        where u.id = t.id and (
          f.value_app not in (0, $3)
          or case
              when d.owner_app = $3 then false
              when d.owner_app = 0 and not d.private then exists (
                select 1 from custom_field_definitions own
                where own.workspace_id = $1 and own.owner_app = $3 and own.name = d.name)
              else true
            end)
      )
      order by t.id
      """
          .formatted(TRACKED);

  private Memberships() {}

  /**
   * A segment in which a customer is.
   *
   * @param enteredAt null while the segment is being built
   */
  record Membership(long segmentId, String name, @Nullable OffsetDateTime enteredAt) {}

  /** All of them. */
  static Future<List<Membership>> all(SqlClient client, long workspaceId, long customerId) {
    return client
        .preparedQuery(ALL)
        .execute(Tuple.of(workspaceId, customerId))
        .compose(rows -> decided(client, workspaceId, customerId, rows));
  }

  /** Those that an app may see. */
  static Future<List<Membership>> visible(
      SqlClient client, long workspaceId, long customerId, long appId) {
    return client
        .preparedQuery(VISIBLE)
        .execute(Tuple.of(workspaceId, customerId, appId))
        .compose(rows -> decided(client, workspaceId, customerId, rows));
  }

  private static Future<List<Membership>> decided(
      SqlClient client, long workspaceId, long customerId, Iterable<Row> rows) {
    Future<List<Membership>> all = Future.succeededFuture(new ArrayList<>());
    for (Row row : rows) {
      Membership found =
          new Membership(
              row.getLong("id"), row.getString("name"), row.getOffsetDateTime("entered_at"));
      Future<Boolean> isMember =
          row.getBoolean("is_current")
              ? Future.succeededFuture(true)
              : holds(client, workspaceId, found.segmentId(), customerId);
      all = all.compose(before -> isMember.map(is -> add(before, found, is)));
    }
    return all;
  }

  private static List<Membership> add(List<Membership> all, Membership found, boolean isMember) {
    if (isMember) {
      all.add(found);
    }
    return all;
  }

  /** False of a segment that has just been deleted. */
  private static Future<Boolean> holds(
      SqlClient client, long workspaceId, long segmentId, long customerId) {
    return TrackedReads.now(client)
        .compose(
            at ->
                SegmentTable.find(client, workspaceId, segmentId)
                    .compose(
                        segment ->
                            segment
                                .map(found -> holds(client, found, customerId, at))
                                .orElseGet(() -> Future.succeededFuture(false))));
  }

  private static Future<Boolean> holds(
      SqlClient client, Segment segment, long customerId, Instant at) {
    return SegmentReads.resolve(client, segment)
        .compose(resolved -> holds(client, resolved, customerId, at));
  }

  private static Future<Boolean> holds(
      SqlClient client, Resolved resolved, long customerId, Instant at) {
    SqlScope scope = resolved.scope(at);
    String sql =
        "select (%s) as holds from (select %s::bigint as id) k"
            .formatted(ConditionSql.test(scope, resolved.condition()), scope.add(customerId));
    return client
        .preparedQuery(sql)
        .execute(scope.parameters().tuple())
        .map(rows -> Rows.first(rows, row -> row.getBoolean("holds")).orElse(false));
  }
}
