package dev.shopwire.attribution.affiliates;

import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Handles the console's requests for the codes of an affiliate (docs/api/attribution.md). Each
 * write and its row of the audit log are one transaction. Not thread-safe; use from one event loop.
 */
public final class CodeHandlers {
  /** The maximum number of codes per affiliate. */
  private static final int MAX_CODES = 1_000;

  private final Pool pool;

  public CodeHandlers(Pool pool) {
    this.pool = pool;
  }

  public Future<JsonResponse> add(AdminRequest request) {
    ReferralCode code = AffiliateInput.code(request.body());
    return Affiliates.workspaceOf(pool, request.id())
        .compose(
            workspaceId ->
                Transactions.run(pool, connection -> add(connection, request, workspaceId, code)));
  }

  private static Future<JsonResponse> add(
      SqlConnection connection, AdminRequest request, long workspaceId, ReferralCode code) {
    long id = request.id();
    return Affiliates.lock(connection, workspaceId, id)
        .compose(
            affiliate ->
                checkLimit(connection, workspaceId, id)
                    .compose(
                        checked ->
                            AffiliateCodes.add(connection, workspaceId, id, List.of(code), "/code"))
                    .compose(
                        added ->
                            AuditLog.write(
                                connection,
                                request.caller().in(workspaceId),
                                AffiliateAudit.codeCreated(affiliate, code))))
        .compose(logged -> Affiliates.find(connection, workspaceId, id))
        .map(Affiliate::response);
  }

  private static Future<Void> checkLimit(SqlConnection connection, long workspaceId, long id) {
    return AffiliateCodes.count(connection, workspaceId, id)
        .compose(
            codes ->
                codes < MAX_CODES
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        Failure.invalid(
                            "/code",
                            "code_limit_reached",
                            "An affiliate may have at most %d codes, and this one has %d"
                                .formatted(MAX_CODES, codes))));
  }

  /** Sets when a code expires; null removes the expiry. */
  public Future<JsonResponse> change(AdminPartRequest request) {
    Optional<Instant> expiresAt = readExpiry(request.body());
    if (StorableText.findProblem(request.part()).isPresent()) {
      return Future.failedFuture(Failure.notFound("code"));
    }
    return Affiliates.workspaceOf(pool, request.id())
        .compose(
            workspaceId ->
                Transactions.run(
                    pool, connection -> change(connection, request, workspaceId, expiresAt)));
  }

  private static Optional<Instant> readExpiry(String body) {
    JsonInput input = JsonInput.strict(body);
    PatchValue<Instant> expiresAt = input.optionalInstant("expiresAt");
    if (!expiresAt.present() && input.errors().isEmpty()) {
      input.addError(
          "expiresAt", "required", "is required: a date and time, or null for no expiry");
    }
    input.throwIfInvalid();
    return Optional.ofNullable(expiresAt.value());
  }

  private static Future<JsonResponse> change(
      SqlConnection connection,
      AdminPartRequest request,
      long workspaceId,
      Optional<Instant> expiresAt) {
    long id = request.id();
    return AffiliateCodes.lock(connection, workspaceId, id, request.part())
        .compose(
            stored -> {
              ReferralCode code = new ReferralCode(stored.text(), expiresAt);
              return AffiliateCodes.expire(connection, workspaceId, id, code)
                  .compose(
                      expired ->
                          AuditLog.write(
                              connection,
                              request.caller().in(workspaceId),
                              AffiliateAudit.codeChanged(stored, code)));
            })
        .compose(logged -> Affiliates.find(connection, workspaceId, id))
        .map(Affiliate::response);
  }
}
