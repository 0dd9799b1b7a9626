package dev.shopwire.attribution.history;

import dev.shopwire.attribution.affiliates.Affiliates;
import dev.shopwire.attribution.credit.Credits;
import dev.shopwire.attribution.credit.Referral;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Corrects a shop's credit for an admin (docs/api/attribution.md): assigns, moves or removes it,
 * with a reason. An affiliate that receives the credit causes a referral message. The correction is
 * a row of the log; what it replaced stays there. A removed credit stays settled: no later code
 * overrides an admin's decision. Not thread-safe; use from one event loop.
 */
public final class CorrectionHandler {
  private static final String SHOP =
      """
      select a.workspace_id, c.domain from tenancy_apps a
      join tenancy_customers c on c.workspace_id = a.workspace_id and c.id = $2 where a.id = $1
      """;

  private final Vertx vertx;
  private final Pool pool;

  public CorrectionHandler(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  private record Corrected(JsonResponse response, long due) {}

  public Future<JsonResponse> correct(AdminPartRequest request) {
    Correction correction = Correction.read(request);
    return Transactions.run(pool, connection -> correct(connection, correction))
        .map(
            corrected -> {
              if (corrected.due() > 0) {
                Outbox.wakeDelivery(vertx);
              }
              return corrected.response();
            });
  }

  private static Future<Corrected> correct(SqlConnection connection, Correction correction) {
    return connection
        .preparedQuery(SHOP)
        .execute(Tuple.of(correction.appId(), correction.customerId()))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Failure.notFound("app or customer");
              }
              Row row = rows.iterator().next();
              return new Shop(row.getLong("workspace_id"), row.getString("domain"));
            })
        .compose(shop -> Shops.lock(connection, correction.customerId()).map(locked -> shop))
        .compose(
            shop ->
                affiliateName(connection, shop.workspaceId(), correction)
                    .compose(name -> write(connection, shop, correction, name)));
  }

  private static Future<Optional<String>> affiliateName(
      SqlConnection connection, long workspaceId, Correction correction) {
    if (correction.affiliateId().isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    return Affiliates.findName(connection, workspaceId, correction.affiliateId().get())
        .map(
            name -> {
              if (name.isEmpty()) {
                throw Failure.invalid(
                    "/affiliateId",
                    "unknown_affiliate",
                    "affiliateId must be the id of an affiliate of this workspace");
              }
              return name;
            });
  }

  private static Future<Corrected> write(
      SqlConnection connection, Shop shop, Correction correction, Optional<String> name) {
    long workspaceId = shop.workspaceId();
    long appId = correction.appId();
    long customerId = correction.customerId();
    return Credits.findAffiliate(connection, workspaceId, appId, customerId)
        .compose(
            former ->
                Credits.correct(
                        connection, workspaceId, appId, customerId, correction.affiliateId())
                    .compose(
                        at ->
                            former.equals(correction.affiliateId())
                                ? Future.succeededFuture(0L)
                                : emitReferral(connection, shop, correction, name, at))
                    .compose(
                        due ->
                            log(connection, workspaceId, correction, name, former.isPresent())
                                .map(response -> new Corrected(response, due))));
  }

  /** A removed credit causes no referral message. */
  private static Future<Long> emitReferral(
      SqlConnection connection,
      Shop shop,
      Correction correction,
      Optional<String> name,
      OffsetDateTime at) {
    if (correction.affiliateId().isEmpty()) {
      return Future.succeededFuture(0L);
    }
    Referral referral =
        new Referral(
            shop.workspaceId(),
            correction.appId(),
            correction.customerId(),
            shop.domain(),
            correction.affiliateId().get(),
            name.orElseThrow(),
            null,
            at,
            "manual");
    return Outbox.emit(connection, List.of(referral.toChange()));
  }

  private static Future<JsonResponse> log(
      SqlConnection connection,
      long workspaceId,
      Correction correction,
      Optional<String> name,
      boolean hadCredit) {
    String outcome =
        correction.affiliateId().isEmpty() ? "removed" : hadCredit ? "reassigned" : "assigned";
    return AttributionLog.insertCorrection(connection, workspaceId, correction, outcome, name)
        .map(
            entry -> {
              Map<String, @Nullable Object> response = new LinkedHashMap<>();
              response.put("correction", entry);
              return JsonResponse.of(response);
            });
  }
}
