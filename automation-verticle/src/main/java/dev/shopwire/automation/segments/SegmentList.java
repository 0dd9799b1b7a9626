package dev.shopwire.automation.segments;

import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists the segments of a workspace by id. Not thread-safe; use from one event loop. */
public final class SegmentList {
  private static final int MAX_SEARCH = 1_000;
  private static final List<String> CRITERIA = List.of("search", "tracked");

  /** Limits the stored conditions of a page, whose text and JSON are some times longer. */
  private static final long PAGE_BYTES = 256 << 10;

  /** As many segments as have about half a page of conditions, should all be as long as allowed. */
  private static final int EXPORTED_AT_ONCE = 10;

  private static final String SELECT =
      """
      select %s from segments
      where workspace_id = $1 and id > $2 and ($3 = '' or name ilike $4)
        and ($5::boolean is null or tracked = $5)
      order by id
      """
          .formatted(SegmentTable.COLUMNS);

  // As many as fit on a page, and one more that shows whether there is a next page.
  private static final String PAGE =
      """
      select * from (
        select listed.*, octet_length(condition) as bytes,
          sum(octet_length(condition)) over (order by id rows unbounded preceding) as bytes_so_far,
          row_number() over (order by id) as number
        from (%s limit $6) listed
      ) sized
      where bytes_so_far - bytes <= $7 or number <= 2 order by id
      """
          .formatted(SELECT);

  private final Pool pool;
  private final CursorSigner signer;

  public SegmentList(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    Filter filter = Filter.read(query);
    PageCursors cursors =
        query.cursors(new AppScope(request.id(), 0), criteria(query, "segments", request.id()));
    long after = cursors.read(query).map(Long::valueOf).orElse(0L);
    boolean withPrivate = request.caller().seesPrivateFields();
    return Snapshots.read(
        pool,
        connection ->
            new Workspaces(connection)
                .require(request.id())
                .compose(exists -> page(connection, request.id(), filter, after, take))
                .compose(page -> respond(connection, request.id(), page, withPrivate, cursors)));
  }

  static List<String> criteria(Query query, String list, long id) {
    List<String> criteria = new ArrayList<>(query.rawValues(CRITERIA));
    criteria.add(list);
    criteria.add(Long.toString(id));
    return criteria;
  }

  /**
   * @param segments one more than shown if there is a next page
   */
  private record Page(List<Segment> segments, int shown) {}

  private static Future<Page> page(
      SqlConnection connection, long workspaceId, Filter filter, long after, int take) {
    return connection
        .preparedQuery(PAGE)
        .execute(filter.parameters(workspaceId, after).addInteger(take + 1).addLong(PAGE_BYTES))
        .map(
            rows -> {
              List<Segment> segments = Rows.list(rows, SegmentTable::read);
              long bytes = 0;
              for (Row row : rows) {
                bytes = row.getLong("bytes_so_far");
              }
              boolean isFull = segments.size() <= take && bytes > PAGE_BYTES;
              return new Page(segments, isFull ? Math.max(1, segments.size() - 1) : take);
            });
  }

  private static Future<JsonResponse> respond(
      SqlConnection connection,
      long workspaceId,
      Page page,
      boolean withPrivate,
      PageCursors cursors) {
    return SegmentReads.json(connection, workspaceId, page.segments(), withPrivate)
        .map(
            json ->
                ListResponse.of(
                    "segments",
                    json,
                    page.shown(),
                    last -> cursors.encode(String.valueOf(last.get("id")))));
  }

  /** The complete list. */
  public static ExportSource export() {
    return SegmentList::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    Query query = new Query(request.parameters());
    Filter filter = Filter.read(query);
    query.throwIfInvalid();
    boolean withPrivate = request.caller().seesPrivateFields();
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(
            exists ->
                new ExportSource.Rows(
                    SELECT,
                    "select count(*) as count from (" + SELECT + ") listed",
                    filter.parameters(workspaceId, 0),
                    EXPORTED_AT_ONCE,
                    (rows, connection) -> json(connection, workspaceId, rows, withPrivate)));
  }

  private static Future<List<Map<String, @Nullable Object>>> json(
      SqlConnection connection, long workspaceId, List<Row> rows, boolean withPrivate) {
    return SegmentReads.json(
        connection, workspaceId, rows.stream().map(SegmentTable::read).toList(), withPrivate);
  }

  /**
   * Which segments are listed.
   *
   * @param search a part of the name, in any letter case; empty for all
   */
  private record Filter(String search, Optional<Boolean> tracked) {
    static Filter read(Query query) {
      return new Filter(
          query.trimmed("search", MAX_SEARCH),
          query.choice("tracked", List.of("true", "false")).map(Boolean::valueOf));
    }

    Tuple parameters(long workspaceId, long after) {
      return Tuple.of(workspaceId, after, search)
          .addString("%" + search.replaceAll("([\\\\%_])", "\\\\$1") + "%")
          .addBoolean(tracked.orElse(null));
    }
  }
}
