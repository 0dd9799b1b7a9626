package dev.shopwire.sources.events;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists the records of an app that count, newest first (docs/api/partner.md). A page of large nodes
 * ends early. Runs on the caller's event loop.
 */
public final class PartnerEventList {
  // A pass that ends between two statements would hide the records that it changed.
  private static final String READ_ONLY =
      "set transaction isolation level repeatable read, read only";

  // Rows then come in the order of the index; otherwise all would be sorted before the first one.
  private static final String AVOID_SORTS = "set local enable_sort = off";

  private final Pool pool;
  private final CursorSigner signer;

  public PartnerEventList(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  /** One page. Fails with 404 if the app has no connection. */
  public Future<JsonResponse> page(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    PartnerEventFilter filter = PartnerEventFilter.read(query);
    int take = query.pageSize("take");
    List<String> criteria = new ArrayList<>(List.of("partner_events"));
    criteria.addAll(PartnerEventFilter.criteria(query));
    PageCursors cursors = query.cursors(new AppScope(0, request.id()), criteria);
    Optional<PartnerEventPosition> after = PartnerEventPosition.read(query, cursors);
    return Transactions.run(
            pool,
            connection ->
                connection
                    .query(READ_ONLY)
                    .execute()
                    .compose(set -> statement(connection, request.id(), filter))
                    .compose(
                        sql -> {
                          String page = sql.page(after, take);
                          return connection.preparedQuery(page).execute(sql.parameters());
                        }))
        .map(rows -> response(rows, take, cursors));
  }

  private static Future<PartnerEventSql> statement(
      SqlClient client, long appId, PartnerEventFilter filter) {
    return ShownRecords.find(client, appId)
        .compose(
            shown ->
                filter
                    .shops(client, shown)
                    .map(shops -> new PartnerEventSql(shown, filter, shops)));
  }

  private static JsonResponse response(Iterable<Row> rows, int take, PageCursors cursors) {
    List<PartnerEventRow> events = new ArrayList<>();
    long found = 0;
    for (Row row : rows) {
      found = row.getLong("found");
      if (events.size() < take) {
        events.add(PartnerEventRow.read(row));
      }
    }
    boolean more = found > events.size();
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("events", events.stream().map(PartnerEventRow::json).toList());
    page.put("cursor", more ? events.get(events.size() - 1).position().encode(cursors) : null);
    page.put("hasNextPage", more);
    return JsonResponse.of(page);
  }

  /** The complete list. */
  public static ExportSource export() {
    return (request, snapshot) -> {
      Query query = new Query(request.parameters());
      PartnerEventFilter filter = PartnerEventFilter.read(query);
      query.throwIfInvalid();
      long appId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("app"));
      return all(snapshot, appId, filter);
    };
  }

  private static Future<ExportSource.Rows> all(
      SqlConnection snapshot, long appId, PartnerEventFilter filter) {
    return statement(snapshot, appId, filter)
        .compose(sql -> snapshot.query(AVOID_SORTS).execute().map(set -> sql.all()));
  }
}
