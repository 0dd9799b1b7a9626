package dev.shopwire.automation.segments;

import dev.shopwire.automation.segments.Memberships.Membership;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.SegmentContracts.Visible;
import dev.shopwire.common.contracts.SegmentContracts.VisibleRequest;
import dev.shopwire.common.contracts.SegmentContracts.VisibleSegment;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.NumericId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles requests for the tracked segments that a customer is in. Not thread-safe; use from one
 * event loop.
 */
public final class CustomerSegments {
  // At most as many as a workspace has tracked ones.
  private static final String ROWS =
      """
      select * from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as s (id, name, entered_at)
      order by id
      """;

  private final Pool pool;

  public CustomerSegments(Pool pool) {
    this.pool = pool;
  }

  /** For the console. */
  public Future<JsonResponse> list(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return Memberships.all(pool, workspaceId, request.id())
        .map(
            found ->
                JsonResponse.of(
                    Map.of(
                        "segments",
                        found.stream()
                            .map(each -> json(each.segmentId(), each.name(), each.enteredAt()))
                            .toList())));
  }

  /** For an app, which sees some of them. */
  public Future<Visible> visible(VisibleRequest request) {
    return Memberships.visible(pool, request.workspaceId(), request.customerId(), request.appId())
        .map(found -> new Visible(found.stream().map(CustomerSegments::visibleSegment).toList()));
  }

  private static VisibleSegment visibleSegment(Membership found) {
    return new VisibleSegment(
        Long.toString(found.segmentId()), found.name(), text(found.enteredAt()));
  }

  private static Map<String, @Nullable Object> json(
      long id, String name, @Nullable OffsetDateTime enteredAt) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("name", name);
    json.put("enteredAt", text(enteredAt));
    return json;
  }

  private static @Nullable String text(@Nullable OffsetDateTime at) {
    return at == null ? null : Times.format(at);
  }

  /** The complete list. */
  public static ExportSource export() {
    return CustomerSegments::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long customerId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("customer"));
    return Memberships.all(snapshot, request.caller().workspaceId(), customerId)
        .map(found -> ExportSource.Rows.of(ROWS, parameters(found), CustomerSegments::json));
  }

  private static Tuple parameters(List<Membership> found) {
    return Tuple.tuple()
        .addArrayOfLong(found.stream().map(Membership::segmentId).toArray(Long[]::new))
        .addArrayOfString(found.stream().map(Membership::name).toArray(String[]::new))
        .addArrayOfOffsetDateTime(
            found.stream().map(Membership::enteredAt).toArray(OffsetDateTime[]::new));
  }

  private static Map<String, @Nullable Object> json(Row row) {
    return json(row.getLong("id"), row.getString("name"), row.getOffsetDateTime("entered_at"));
  }
}
