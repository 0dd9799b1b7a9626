package dev.shopwire.attribution.history;

import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.CsvResponse;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.contracts.LogQuery;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's queries for credits and their log (docs/api/attribution.md). Not
 * thread-safe; use from one event loop.
 */
public final class HistoryHandlers {
  /** Longer timelines are truncated; the pages of the log contain everything. */
  private static final int MAX_TIMELINE = 5_000;

  /** Limits the texts of a timeline. */
  private static final int MAX_TIMELINE_BYTES = 256 << 10;

  private static final String LIST =
      """
      select c.id, c.app_id, p.slug, c.customer_id, s.domain, c.affiliate_id, a.name, c.code,
        c.carrier, c.credited_at, c.corrected_at
      from attribution_credits c
      join tenancy_apps p on p.id = c.app_id
      join tenancy_customers s on s.workspace_id = c.workspace_id and s.id = c.customer_id
      left join affiliates a on a.workspace_id = c.workspace_id and a.id = c.affiliate_id
      """;
  private static final String LIST_NEWEST =
      LIST + " where c.workspace_id = $1 and c.id < $2 order by c.id desc limit $3";
  private static final String LIST_OF_CUSTOMER =
      LIST + " where c.workspace_id = $1 and c.customer_id = $2 order by c.id";

  // Each filter is either an equality on an index or absent.
  private static final String LOG =
      LogEntry.SELECT
          + """
            where l.workspace_id = $1 and l.id < $2
              and ($4 = '' or l.app_id = (
                select id from tenancy_apps where workspace_id = $1 and slug = $4))
              and ($5 = '' or l.customer_id = (
                select id from tenancy_customers where workspace_id = $1 and domain = $5))
              and ($6 = '' or l.normalised = $6)
            order by l.id desc limit $3
            """;
  // Limited by text size, since a code may be long; the first row is always returned.
  private static final String TIMELINE =
      """
      select * from (
        select e.*, row_number() over in_order as number, sum(
          coalesce(octet_length(code), 0) + coalesce(octet_length(note), 0)
            + coalesce(octet_length(affiliate_name), 0) + coalesce(octet_length(winner_name), 0)
        ) over (in_order rows unbounded preceding) as bytes
        from (%s where l.workspace_id = $1 and l.customer_id = $2 order by l.id limit $3) e
        window in_order as (order by e.id)
      ) sized
      where number = 1 or bytes <= $4 order by id
      """
          .formatted(LogEntry.SELECT);
  private static final String TIMELINE_LENGTH =
      """
      select count(*) as entries from (
        select from attribution_log where workspace_id = $1 and customer_id = $2 limit $3
      ) entry
      """;
  private static final String CUSTOMER =
      "select workspace_id, id, domain from tenancy_customers where id = $1";

  private final Pool pool;

  public HistoryHandlers(Pool pool) {
    this.pool = pool;
  }

  /** Lists credits, newest first. */
  public Future<JsonResponse> list(AdminListRequest request) {
    return new Workspaces(pool)
        .require(request.id())
        .compose(
            exists ->
                pool.preparedQuery(LIST_NEWEST)
                    .execute(Tuple.of(request.id(), before(request.after()), request.rows())))
        .map(
            rows ->
                ListResponse.ofObjects(
                    "attributions", Rows.list(rows, HistoryHandlers::credit), request.take()));
  }

  /** Lists entries of the log, newest first. */
  public Future<JsonResponse> log(LogQuery query) {
    long workspaceId = query.workspaceId();
    Tuple parameters =
        Tuple.of(
            workspaceId,
            before(query.before()),
            query.take() + 1,
            query.app(),
            query.shop().strip().toLowerCase(Locale.ROOT),
            ReferralCode.normalize(query.code()));
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> pool.preparedQuery(LOG).execute(parameters))
        .map(rows -> ListResponse.ofObjects("log", Rows.list(rows, LogEntry::json), query.take()));
  }

  private static long before(long id) {
    return id == 0 ? Long.MAX_VALUE : id;
  }

  /** Returns everything that was ever seen of a shop, in the order in which it was decided. */
  public Future<JsonResponse> timeline(AdminRequest request) {
    return read(request.id())
        .map(
            found -> {
              Map<String, @Nullable Object> response = new LinkedHashMap<>();
              response.put("customer", found.customer());
              response.put("credits", found.credits());
              response.put("timeline", found.timeline());
              response.put("truncated", found.truncated());
              return JsonResponse.of(response);
            });
  }

  public Future<CsvResponse> timelineCsv(AdminRequest request) {
    return read(request.id()).map(found -> new CsvResponse(TimelineCsv.of(found.timeline())));
  }

  private record Timeline(
      Map<String, Object> customer,
      List<Map<String, @Nullable Object>> credits,
      List<Map<String, @Nullable Object>> timeline,
      boolean truncated) {}

  private Future<Timeline> read(long customerId) {
    return pool.preparedQuery(CUSTOMER)
        .execute(Tuple.of(customerId))
        .compose(
            found -> {
              if (found.size() == 0) {
                return Future.failedFuture(Failure.notFound("customer"));
              }
              Row customer = found.iterator().next();
              long workspaceId = customer.getLong("workspace_id");
              Future<RowSet<Row>> credits =
                  pool.preparedQuery(LIST_OF_CUSTOMER).execute(Tuple.of(workspaceId, customerId));
              Future<RowSet<Row>> log =
                  pool.preparedQuery(TIMELINE)
                      .execute(Tuple.of(workspaceId, customerId, MAX_TIMELINE, MAX_TIMELINE_BYTES));
              Future<RowSet<Row>> length =
                  pool.preparedQuery(TIMELINE_LENGTH)
                      .execute(Tuple.of(workspaceId, customerId, MAX_TIMELINE + 1));
              return Future.all(credits, log, length)
                  .map(
                      all ->
                          timeline(
                              customer,
                              credits.result(),
                              log.result(),
                              length.result().iterator().next().getLong("entries")));
            });
  }

  private static Timeline timeline(
      Row customer, RowSet<Row> credits, RowSet<Row> log, long length) {
    Map<String, Object> shop = new LinkedHashMap<>();
    shop.put("id", CustomerId.of(customer.getLong("id")));
    shop.put("myplatformDomain", customer.getString("domain"));
    List<Map<String, @Nullable Object>> entries = Rows.list(log, LogEntry::json);
    return new Timeline(
        shop, Rows.list(credits, HistoryHandlers::credit), entries, entries.size() < length);
  }

  private static Map<String, @Nullable Object> credit(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", row.getLong("id").toString());
    json.put("app", LogEntry.party(row.getLong("app_id"), "slug", row.getString("slug")));
    json.put("customerId", CustomerId.of(row.getLong("customer_id")));
    json.put("myplatformDomain", row.getString("domain"));
    json.put(
        "affiliate", LogEntry.party(row.getLong("affiliate_id"), "name", row.getString("name")));
    json.put("code", row.getString("code"));
    json.put("carrier", row.getString("carrier"));
    json.put("creditedAt", LogEntry.format(row.getOffsetDateTime("credited_at")));
    json.put("correctedAt", LogEntry.format(row.getOffsetDateTime("corrected_at")));
    return json;
  }
}
