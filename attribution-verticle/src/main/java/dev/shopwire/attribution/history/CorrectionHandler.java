package dev.shopwire.attribution.history;

import dev.shopwire.attribution.affiliates.Affiliates;
import dev.shopwire.attribution.credit.Credits;
import dev.shopwire.attribution.credit.Referral;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
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
      select a.workspace_id, a.slug, c.domain from tenancy_apps a
      join tenancy_customers c on c.workspace_id = a.workspace_id and c.id = $2 where a.id = $1
      """;

  private final Vertx vertx;
  private final Pool pool;

  public CorrectionHandler(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  private record Corrected(JsonResponse response, long due) {}

  /** The shop and the app whose credit is corrected. */
  record Target(long workspaceId, String app, String domain) {
    private static Target read(Row row) {
      return new Target(
          row.getLong("workspace_id"), row.getString("slug"), row.getString("domain"));
    }
  }

  public Future<JsonResponse> correct(AdminPartRequest request) {
    Correction correction = Correction.read(request);
    return Transactions.run(pool, connection -> correct(connection, request.caller(), correction))
        .map(
            corrected -> {
              if (corrected.due() > 0) {
                Outbox.wakeDelivery(vertx);
              }
              return corrected.response();
            });
  }

  private static Future<Corrected> correct(
      SqlConnection connection, Caller caller, Correction correction) {
    return connection
        .preparedQuery(SHOP)
        .execute(Tuple.of(correction.appId(), correction.customerId()))
        .map(
            rows ->
                Rows.first(rows, Target::read)
                    .orElseThrow(() -> Failure.notFound("app or customer")))
        .compose(target -> Shops.lock(connection, correction.customerId()).map(locked -> target))
        .compose(
            target ->
                affiliateName(connection, target.workspaceId(), correction)
                    .compose(name -> write(connection, caller, target, correction, name)));
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
      SqlConnection connection,
      Caller caller,
      Target target,
      Correction correction,
      Optional<String> name) {
    long workspaceId = target.workspaceId();
    return Credits.find(connection, workspaceId, correction.appId(), correction.customerId())
        .compose(
            former ->
                replace(connection, target, correction, name, former)
                    .compose(
                        due ->
                            log(connection, caller, target, correction, name, former)
                                .map(response -> new Corrected(response, due))));
  }

  /** Replaces the credit; returns how many deliveries of a referral message are due. */
  private static Future<Long> replace(
      SqlConnection connection,
      Target target,
      Correction correction,
      Optional<String> name,
      Optional<Credits.Listed> former) {
    return Credits.correct(
            connection,
            target.workspaceId(),
            correction.appId(),
            correction.customerId(),
            correction.affiliateId())
        .compose(
            at ->
                former.map(Credits.Listed::affiliateId).equals(correction.affiliateId())
                    ? Future.succeededFuture(0L)
                    : emitReferral(connection, target, correction, name, at));
  }

  /** A removed credit causes no referral message. */
  private static Future<Long> emitReferral(
      SqlConnection connection,
      Target target,
      Correction correction,
      Optional<String> name,
      OffsetDateTime at) {
    if (correction.affiliateId().isEmpty()) {
      return Future.succeededFuture(0L);
    }
    Referral referral =
        new Referral(
            target.workspaceId(),
            correction.appId(),
            correction.customerId(),
            target.domain(),
            correction.affiliateId().get(),
            name.orElseThrow(),
            null,
            at,
            "manual");
    return Outbox.emit(connection, List.of(referral.toChange()));
  }

  private static Future<JsonResponse> log(
      SqlConnection connection,
      Caller caller,
      Target target,
      Correction correction,
      Optional<String> name,
      Optional<Credits.Listed> former) {
    long workspaceId = target.workspaceId();
    boolean hadCredit = former.map(Credits.Listed::affiliateId).isPresent();
    String outcome =
        correction.affiliateId().isEmpty() ? "removed" : hadCredit ? "reassigned" : "assigned";
    return AttributionLog.insertCorrection(connection, workspaceId, correction, outcome, name)
        .compose(
            entry ->
                AuditLog.write(
                        connection,
                        caller.in(workspaceId),
                        CorrectionAudit.entry(target, correction, former, outcome))
                    .map(logged -> response(entry)));
  }

  private static JsonResponse response(Map<String, @Nullable Object> entry) {
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("correction", entry);
    return JsonResponse.of(response);
  }
}
