package dev.shopwire.attribution.history;

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
import io.vertx.sqlclient.RowSet;
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
  private static final String AFFILIATE =
      "select id, name from affiliates where workspace_id = $1 and id = $2";
  private static final String CURRENT =
      """
      select affiliate_id from attribution_credits
      where workspace_id = $1 and app_id = $2 and customer_id = $3
      """;
  private static final String CORRECT =
      """
      insert into attribution_credits as c
        (workspace_id, app_id, customer_id, affiliate_id, code, carrier, corrected_at)
      values ($1, $2, $3, $4, null, 'manual', now())
      on conflict (workspace_id, app_id, customer_id) do update
      set affiliate_id = excluded.affiliate_id, code = null, carrier = 'manual',
        corrected_at = now()
      returning corrected_at
      """;
  private static final String LOG =
      """
      insert into attribution_log (workspace_id, app_id, customer_id, carrier, outcome,
        affiliate_id, affiliate_name, winner_id, winner_name, note)
      values ($1, $2, $3, 'manual', $4, $5, $6, $5, $6, $7)
      returning id
      """;
  private static final String ENTRY = LogEntry.SELECT + " where l.workspace_id = $1 and l.id = $2";

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
    return connection
        .preparedQuery(AFFILIATE)
        .execute(Tuple.of(workspaceId, correction.affiliateId().get()))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Failure.invalid(
                    "/affiliateId",
                    "unknown_affiliate",
                    "affiliateId must be the id of an affiliate of this workspace");
              }
              return Optional.of(rows.iterator().next().getString("name"));
            });
  }

  private static Future<Corrected> write(
      SqlConnection connection, Shop shop, Correction correction, Optional<String> name) {
    Tuple key = Tuple.of(shop.workspaceId(), correction.appId(), correction.customerId());
    Tuple credit =
        Tuple.of(shop.workspaceId(), correction.appId(), correction.customerId())
            .addLong(correction.affiliateId().orElse(null));
    return connection
        .preparedQuery(CURRENT)
        .execute(key)
        .map(CorrectionHandler::affiliate)
        .compose(
            former ->
                connection
                    .preparedQuery(CORRECT)
                    .execute(credit)
                    .map(rows -> rows.iterator().next().getOffsetDateTime("corrected_at"))
                    .compose(
                        at ->
                            former.equals(correction.affiliateId())
                                ? Future.succeededFuture(0L)
                                : emitReferral(connection, shop, correction, name, at))
                    .compose(
                        due ->
                            log(
                                    connection,
                                    shop.workspaceId(),
                                    correction,
                                    name,
                                    former.isPresent())
                                .map(response -> new Corrected(response, due))));
  }

  private static Optional<Long> affiliate(RowSet<Row> credit) {
    return credit.size() == 0
        ? Optional.empty()
        : Optional.ofNullable(credit.iterator().next().getLong("affiliate_id"));
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
    Tuple entry =
        Tuple.of(workspaceId, correction.appId(), correction.customerId(), outcome)
            .addLong(correction.affiliateId().orElse(null))
            .addString(name.orElse(null))
            .addString(correction.reason());
    return connection
        .preparedQuery(LOG)
        .execute(entry)
        .compose(
            logged ->
                connection
                    .preparedQuery(ENTRY)
                    .execute(Tuple.of(workspaceId, logged.iterator().next().getLong("id"))))
        .map(rows -> toResponse(rows.iterator().next()));
  }

  private static JsonResponse toResponse(Row row) {
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("correction", LogEntry.json(row));
    return JsonResponse.of(response);
  }
}
