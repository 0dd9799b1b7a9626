package dev.shopwire.automation.segments;

import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.NumericId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The complete list of a segment's members, by id. */
public final class MemberExport implements ExportSource {
  private static final String LIVE =
      """
      select %s, null::timestamptz as entered_at
      from (%s) m
      join tenancy_customers c on c.workspace_id = %s and c.id = m.customer_id
      left join customer_names n on n.workspace_id = c.workspace_id and n.customer_id = c.id
      order by c.id
      """;

  // Both statements have the same parameters.
  private static final String LIVE_COUNT =
      "select count(*) as count from (%s) m where %s::bigint is not null";

  private static final String STORED =
      """
      select %s, m.entered_at
      from segment_members m
      join tenancy_customers c on c.workspace_id = m.workspace_id and c.id = m.customer_id
      left join customer_names n on n.workspace_id = c.workspace_id and n.customer_id = c.id
      where m.workspace_id = $1 and m.segment_id = $2 and m.member
      order by m.customer_id
      """
          .formatted(CustomerRows.COLUMNS);
  private static final String STORED_COUNT =
      """
      select count(*) as count from segment_members
      where workspace_id = $1 and segment_id = $2 and member
      """;

  @Override
  public Future<Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId = request.caller().workspaceId();
    long id = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("segment"));
    return SegmentReads.require(snapshot, workspaceId, id)
        .compose(
            segment ->
                TrackedReads.isCurrent(snapshot, segment)
                    .compose(
                        isCurrent ->
                            isCurrent
                                ? Future.succeededFuture(stored(segment))
                                : live(snapshot, segment)));
  }

  private static Rows stored(Segment segment) {
    return Rows.of(STORED, Tuple.of(segment.workspaceId(), segment.id()), MemberExport::json)
        .countedBy(STORED_COUNT);
  }

  private static Future<Rows> live(SqlConnection snapshot, Segment segment) {
    return TrackedReads.now(snapshot)
        .compose(
            at ->
                SegmentReads.resolve(snapshot, segment)
                    .map(resolved -> live(resolved.scope(at), resolved)));
  }

  private static Rows live(SqlScope scope, Resolved resolved) {
    String members = ConditionSql.members(scope, resolved.condition());
    String workspace = scope.workspace();
    return Rows.of(
            LIVE.formatted(CustomerRows.COLUMNS, members, workspace),
            scope.parameters().tuple(),
            MemberExport::json)
        .countedBy(LIVE_COUNT.formatted(members, workspace));
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = CustomerRows.json(row);
    OffsetDateTime enteredAt = row.getOffsetDateTime("entered_at");
    json.put("enteredAt", enteredAt == null ? null : Times.format(enteredAt));
    return json;
  }
}
