package dev.shopwire.attribution.history;

import dev.shopwire.attribution.credit.Credits;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.contracts.LogQuery;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.LinkedHashMap;
import java.util.List;
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
                Credits.listNewest(pool, request.id(), before(request.after()), request.rows()))
        .map(credits -> ListResponse.ofObjects("attributions", jsonOf(credits), request.take()));
  }

  /** Lists entries of the log, newest first. */
  public Future<JsonResponse> log(LogQuery query) {
    long workspaceId = query.workspaceId();
    AttributionLog.Filter filter =
        AttributionLog.Filter.of(query.app(), query.shop(), query.code());
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists ->
                AttributionLog.list(
                    pool, workspaceId, filter, before(query.before()), query.take() + 1))
        .map(entries -> ListResponse.ofObjects("log", entries, query.take()));
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

  private record Timeline(
      Map<String, Object> customer,
      List<Map<String, @Nullable Object>> credits,
      List<Map<String, @Nullable Object>> timeline,
      boolean truncated) {}

  private Future<Timeline> read(long customerId) {
    return Customer.find(pool, customerId)
        .compose(
            customer -> {
              long workspaceId = customer.workspaceId();
              Future<List<Credits.Listed>> credits =
                  Credits.listOfCustomer(pool, workspaceId, customerId);
              Future<List<Map<String, @Nullable Object>>> log =
                  AttributionLog.timeline(
                      pool, workspaceId, customerId, MAX_TIMELINE, MAX_TIMELINE_BYTES);
              Future<Long> length =
                  AttributionLog.count(pool, workspaceId, customerId, MAX_TIMELINE + 1);
              return Future.all(credits, log, length)
                  .map(all -> timeline(customer, credits.result(), log.result(), length.result()));
            });
  }

  private static Timeline timeline(
      Customer customer,
      List<Credits.Listed> credits,
      List<Map<String, @Nullable Object>> entries,
      long length) {
    Map<String, Object> shop = new LinkedHashMap<>();
    shop.put("id", CustomerId.of(customer.id()));
    shop.put("myplatformDomain", customer.domain());
    return new Timeline(shop, jsonOf(credits), entries, entries.size() < length);
  }

  private static List<Map<String, @Nullable Object>> jsonOf(List<Credits.Listed> credits) {
    return credits.stream().map(HistoryHandlers::json).toList();
  }

  static Map<String, @Nullable Object> json(Credits.Listed credit) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(credit.id()));
    json.put("app", LogEntry.party(credit.appId(), "slug", credit.appSlug()));
    json.put("customerId", CustomerId.of(credit.customerId()));
    json.put("myplatformDomain", credit.domain());
    json.put("affiliate", LogEntry.party(credit.affiliateId(), "name", credit.affiliateName()));
    json.put("code", credit.code());
    json.put("carrier", credit.carrier());
    json.put("creditedAt", LogEntry.format(credit.creditedAt()));
    json.put("correctedAt", LogEntry.format(credit.correctedAt()));
    return json;
  }
}
