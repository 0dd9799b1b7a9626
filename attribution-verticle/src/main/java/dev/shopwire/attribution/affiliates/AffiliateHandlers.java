package dev.shopwire.attribution.affiliates;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for affiliates and their codes (docs/api/attribution.md). Not
 * thread-safe; use from one event loop.
 */
public final class AffiliateHandlers {
  /** The maximum number of codes per affiliate. */
  private static final int MAX_CODES = 1_000;

  private final Pool pool;

  public AffiliateHandlers(Pool pool) {
    this.pool = pool;
  }

  public Future<JsonResponse> list(AdminListRequest request) {
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> Affiliates.list(pool, workspaceId, request.after(), request.rows()))
        .map(
            listed ->
                ListResponse.ofObjects(
                    "affiliates",
                    listed.rows().stream().map(Affiliate::json).toList(),
                    Math.min(request.take(), listed.fitting())));
  }

  /** Creates an affiliate with all its codes, or nothing if one of them is taken. */
  public Future<JsonResponse> create(AdminRequest request) {
    AffiliateInput input = AffiliateInput.ofNew(request.body());
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists ->
                Transactions.run(
                    pool,
                    connection ->
                        Affiliates.insert(
                                connection,
                                workspaceId,
                                String.valueOf(input.name().value()),
                                input.email().value(),
                                !Boolean.FALSE.equals(input.active().value()))
                            .compose(
                                id ->
                                    limitTo(connection, workspaceId, id, input.apps())
                                        .compose(
                                            limited ->
                                                add(
                                                    connection,
                                                    workspaceId,
                                                    id,
                                                    input.codes(),
                                                    "/codes/"))
                                        .compose(added -> respond(connection, workspaceId, id)))));
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return workspaceOf(request.id())
        .compose(workspaceId -> pool.withConnection(c -> respond(c, workspaceId, request.id())));
  }

  public Future<JsonResponse> change(AdminRequest request) {
    AffiliateInput input = AffiliateInput.ofChange(request.body());
    long id = request.id();
    return changing(
        id,
        (connection, workspaceId) ->
            Affiliates.update(connection, workspaceId, id, input)
                .compose(updated -> limitTo(connection, workspaceId, id, input.apps())));
  }

  public Future<JsonResponse> addCode(AdminRequest request) {
    ReferralCode code = AffiliateInput.code(request.body());
    long id = request.id();
    return changing(
        id,
        (connection, workspaceId) ->
            checkLimit(connection, workspaceId, id)
                .compose(checked -> add(connection, workspaceId, id, List.of(code), "/code")));
  }

  /** Runs {@code change} in a transaction and responds with the affiliate. */
  private Future<JsonResponse> changing(
      long id, BiFunction<SqlConnection, Long, Future<Void>> change) {
    return workspaceOf(id)
        .compose(
            workspaceId ->
                Transactions.run(
                    pool,
                    connection ->
                        change
                            .apply(connection, workspaceId)
                            .compose(changed -> respond(connection, workspaceId, id))));
  }

  /** Sets when a code expires; null removes the expiry. */
  public Future<JsonResponse> changeCode(AdminPartRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    PatchValue<Instant> expiresAt = input.optionalInstant("expiresAt");
    if (!expiresAt.present() && input.errors().isEmpty()) {
      input.addError(
          "expiresAt", "required", "is required: a date and time, or null for no expiry");
    }
    input.throwIfInvalid();
    if (StorableText.findProblem(request.part()).isPresent()) {
      return Future.failedFuture(Failure.notFound("code"));
    }
    long id = request.id();
    return workspaceOf(id)
        .compose(
            workspaceId ->
                Affiliates.expireCode(
                        pool,
                        workspaceId,
                        id,
                        request.part(),
                        Optional.ofNullable(expiresAt.value()))
                    .compose(
                        exists ->
                            exists
                                ? pool.withConnection(c -> respond(c, workspaceId, id))
                                : Future.failedFuture(Failure.notFound("code"))));
  }

  private static Future<Void> limitTo(
      SqlConnection connection, long workspaceId, long id, PatchValue<List<String>> apps) {
    List<String> slugs = apps.value();
    return !apps.present()
        ? Future.succeededFuture()
        : Affiliates.limitTo(connection, workspaceId, id, slugs)
            .compose(
                known ->
                    slugs != null && known < slugs.size()
                        ? Future.failedFuture(
                            Failure.invalid(
                                "/apps",
                                "unknown_app",
                                "apps must be slugs of apps of this workspace"))
                        : Future.succeededFuture());
  }

  private static Future<Void> checkLimit(SqlConnection connection, long workspaceId, long id) {
    return Affiliates.lockAndCountCodes(connection, workspaceId, id)
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

  private static Future<Void> add(
      SqlConnection connection,
      long workspaceId,
      long id,
      List<ReferralCode> codes,
      String pointer) {
    return Affiliates.addCodes(connection, workspaceId, id, codes)
        .compose(
            added -> {
              List<ValidationError> errors = new ArrayList<>();
              for (int i = 0; i < codes.size(); i++) {
                if (!added.contains(codes.get(i).normalized())) {
                  errors.add(
                      new ValidationError(
                          pointer.endsWith("/") ? pointer + i : pointer,
                          "code_taken",
                          "The workspace already has the code " + codes.get(i).text()));
                }
              }
              return errors.isEmpty()
                  ? Future.succeededFuture()
                  : Future.failedFuture(Failure.invalid(errors));
            });
  }

  private static Future<JsonResponse> respond(SqlConnection connection, long workspaceId, long id) {
    return Affiliates.find(connection, workspaceId, id)
        .map(found -> found.orElseThrow(() -> Failure.notFound("affiliate")))
        .map(
            affiliate ->
                JsonResponse.of(Map.<String, @Nullable Object>of("affiliate", affiliate.json())));
  }

  private Future<Long> workspaceOf(long affiliateId) {
    return Affiliates.workspaceOf(pool, affiliateId)
        .map(workspace -> workspace.orElseThrow(() -> Failure.notFound("affiliate")));
  }
}
