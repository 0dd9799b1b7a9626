package dev.shopwire.automation.segments;

import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.reads.Snapshot;
import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.sql.MemberPages;
import dev.shopwire.automation.tracking.MemberList;
import dev.shopwire.automation.tracking.MemberList.Member;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists the members of a segment by id, as they are when a page is read: those that are stored of a
 * tracked segment, otherwise those for whom the condition holds. Not thread-safe; use from one
 * event loop.
 */
public final class MemberHandlers {
  private final Pool pool;
  private final HeavyReads heavy;
  private final CursorSigner signer;

  /**
   * @param pool for reads that take milliseconds
   */
  public MemberHandlers(Pool pool, HeavyReads heavy, CursorSigner signer) {
    this.pool = pool;
    this.heavy = heavy;
    this.signer = signer;
  }

  /**
   * What is requested.
   *
   * @param rows how many to read: one more than shown, to find out whether there are others
   */
  private record Request(long workspaceId, long segmentId, long after, int rows) {}

  /** Members as JSON, one more than shown if there are others, and the moment of the read. */
  private record Page(List<Map<String, @Nullable Object>> members, Instant at) {}

  public Future<JsonResponse> list(AdminQuery request) {
    long workspaceId = request.caller().workspaceId();
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(
            new AppScope(workspaceId, 0), List.of("segments.members", Long.toString(request.id())));
    long after = cursors.read(query).map(Long::valueOf).orElse(0L);
    Request wanted = new Request(workspaceId, request.id(), after, take + 1);
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> Snapshots.read(pool, connection -> stored(connection, wanted)))
        .compose(
            stored ->
                stored
                    .map(Future::succeededFuture)
                    .orElseGet(() -> heavy.run(workspaceId, snapshot -> live(snapshot, wanted))))
        .map(page -> respond(page, take, cursors));
  }

  /** Empty unless the segment's members are stored. Fails with 404 if there is no such segment. */
  private static Future<Optional<Page>> stored(SqlConnection connection, Request wanted) {
    return SegmentReads.require(connection, wanted.workspaceId(), wanted.segmentId())
        .compose(segment -> TrackedReads.isCurrent(connection, segment))
        .compose(
            isCurrent ->
                isCurrent
                    ? storedPage(connection, wanted).map(Optional::of)
                    : Future.succeededFuture(Optional.empty()));
  }

  private static Future<Page> storedPage(SqlConnection connection, Request wanted) {
    return MemberList.page(
            connection, wanted.workspaceId(), wanted.segmentId(), wanted.after(), wanted.rows())
        .compose(
            members -> {
              Map<Long, OffsetDateTime> entered = new LinkedHashMap<>();
              members.forEach(each -> entered.put(each.customerId(), each.enteredAt()));
              return page(connection, wanted.workspaceId(), members(members), entered);
            });
  }

  private static List<Long> members(List<Member> members) {
    return members.stream().map(Member::customerId).toList();
  }

  private static Future<Page> page(
      SqlConnection connection,
      long workspaceId,
      List<Long> ids,
      Map<Long, OffsetDateTime> entered) {
    return TrackedReads.now(connection)
        .compose(
            at ->
                CustomerRows.byIds(connection, workspaceId, ids)
                    .map(rows -> new Page(withTimes(rows, entered), at)));
  }

  /** As the condition is in the snapshot, since it may have changed while this waited. */
  private static Future<Page> live(Snapshot snapshot, Request wanted) {
    SqlConnection connection = snapshot.connection();
    return SegmentReads.require(connection, wanted.workspaceId(), wanted.segmentId())
        .compose(segment -> SegmentReads.resolve(connection, segment))
        .compose(
            resolved ->
                new MemberPages(resolved.scope(snapshot.at()), resolved.condition())
                    .page(connection, wanted.after(), wanted.rows()))
        .compose(ids -> CustomerRows.byIds(connection, wanted.workspaceId(), ids))
        .map(rows -> new Page(withTimes(rows, Map.of()), snapshot.at()));
  }

  private static List<Map<String, @Nullable Object>> withTimes(
      List<Map<String, @Nullable Object>> rows, Map<Long, OffsetDateTime> entered) {
    for (Map<String, @Nullable Object> row : rows) {
      OffsetDateTime at = entered.get(id(row));
      row.put("enteredAt", at == null ? null : Times.format(at));
    }
    return rows;
  }

  private static long id(Map<String, @Nullable Object> row) {
    return CustomerId.parse(String.valueOf(row.get("id"))).orElseThrow();
  }

  private static JsonResponse respond(Page page, int take, PageCursors cursors) {
    Map<String, @Nullable Object> json =
        ListResponse.page(
            "members", page.members(), take, last -> cursors.encode(Long.toString(id(last))));
    json.put("at", Times.format(page.at().atOffset(ZoneOffset.UTC)));
    return JsonResponse.of(json);
  }
}
