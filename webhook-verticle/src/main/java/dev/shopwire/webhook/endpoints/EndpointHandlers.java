package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.webhook.secrets.SigningSecrets;
import dev.shopwire.webhook.signing.SigningSecret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for webhook endpoints (docs/api/webhooks.md). Not thread-safe; use
 * from one event loop.
 */
public final class EndpointHandlers {
  private final Vertx vertx;
  private final Pool pool;
  private final SigningSecrets secrets;
  private final EndpointsConfig config;
  private final UrlRule urls;

  /**
   * @param refusal why an endpoint must not have an otherwise valid URL, if so
   */
  public EndpointHandlers(
      Vertx vertx,
      Pool pool,
      SigningSecrets secrets,
      EndpointsConfig config,
      Function<URI, Optional<String>> refusal) {
    this.vertx = vertx;
    this.pool = pool;
    this.secrets = secrets;
    this.config = config;
    this.urls = new UrlRule(refusal);
  }

  public Future<JsonResponse> list(AdminListRequest request) {
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(found -> EndpointTable.list(pool, workspaceId, request.after(), request.rows()))
        .map(
            rows ->
                ListResponse.ofObjects(
                    "webhookEndpoints",
                    rows.stream().map(Endpoint::json).toList(),
                    request.take()));
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return EndpointTable.require(pool, request.id()).map(EndpointHandlers::json);
  }

  /** Only this response and that of a rotation contain the secret. */
  public Future<JsonResponse> create(AdminRequest request) {
    EndpointInput input = EndpointInput.ofNew(request.body(), urls);
    long workspaceId = request.id();
    SigningSecret secret = SigningSecret.generate();
    return inTransaction(
        connection ->
            EndpointTable.count(connection, workspaceId)
                .compose(this::checkLimit)
                .compose(fits -> SegmentIds.check(connection, workspaceId, input.filter().value()))
                .compose(known -> AppSlugs.ids(connection, workspaceId, input.apps()))
                .compose(apps -> EndpointTable.insert(connection, workspaceId, input, apps.value()))
                .compose(id -> secrets.add(connection, workspaceId, id, secret).map(id))
                .compose(id -> EndpointTable.require(connection, id))
                .compose(
                    endpoint ->
                        AuditLog.write(
                                connection, request.caller(), EndpointAudit.created(endpoint))
                            .map(endpoint))
                .map(
                    endpoint -> {
                      Map<String, @Nullable Object> json = endpoint.json();
                      json.put("signingSecret", secret.text());
                      return JsonResponse.of(Map.of("webhookEndpoint", json));
                    }));
  }

  private Future<Void> checkLimit(long endpoints) {
    return endpoints < config.perWorkspace()
        ? Future.succeededFuture()
        : Future.failedFuture(
            Failure.of(
                Code.INVALID,
                "endpoint_limit_reached",
                "The workspace already has "
                    + endpoints
                    + " webhook endpoints; the limit is "
                    + config.perWorkspace()));
  }

  public Future<JsonResponse> change(AdminRequest request) {
    EndpointInput input = EndpointInput.ofChange(request.body(), urls);
    return withLock(
        request.id(),
        (connection, before) ->
            SegmentIds.check(connection, before.workspaceId(), input.filter().value())
                .compose(known -> AppSlugs.ids(connection, before.workspaceId(), input.apps()))
                .compose(
                    apps ->
                        EndpointTable.update(
                            connection, before.workspaceId(), request.id(), input, apps.value()))
                .compose(updated -> setEnabled(connection, request.id(), input.enabled()))
                .compose(done -> EndpointTable.require(connection, request.id()))
                .compose(
                    after ->
                        AuditLog.write(
                                connection, request.caller(), EndpointAudit.changed(before, after))
                            .map(written -> json(after))));
  }

  private static Future<Void> setEnabled(
      SqlConnection connection, long id, PatchValue<Boolean> enabled) {
    if (!enabled.present()) {
      return Future.succeededFuture();
    }
    return Boolean.TRUE.equals(enabled.value())
        ? EndpointTable.enable(connection, id)
        : EndpointTable.disable(connection, id);
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    return withLock(
        request.id(),
        (connection, endpoint) ->
            EndpointTable.delete(connection, endpoint.workspaceId(), request.id())
                .compose(
                    done -> SigningSecrets.delete(connection, endpoint.workspaceId(), request.id()))
                .compose(
                    done ->
                        AuditLog.write(
                            connection, request.caller(), EndpointAudit.deleted(endpoint)))
                .map(done -> JsonResponse.success()));
  }

  public Future<JsonResponse> rotateSecret(AdminRequest request) {
    RotationInput input = RotationInput.of(request.body());
    SigningSecret next = SigningSecret.generate();
    return withLock(
        request.id(),
        (connection, endpoint) ->
            secrets
                .rotate(connection, endpoint.workspaceId(), request.id(), next, input.overlap())
                .compose(until -> EndpointTable.touch(connection, request.id()).map(until))
                .compose(
                    until ->
                        AuditLog.write(
                                connection,
                                request.caller(),
                                EndpointAudit.rotated(endpoint, until))
                            .map(until))
                .map(
                    until ->
                        JsonResponse.of(
                            Map.of(
                                "signingSecret",
                                next.text(),
                                "previousValidUntil",
                                until.toString()))));
  }

  /** Enables the endpoint; deliveries that were due while it was disabled are sent or skipped. */
  public Future<JsonResponse> resume(AdminRequest request) {
    return ResumeInput.of(request.body()).skip()
        ? new DeliverySkipping(pool, request.caller())
            .skip(request.id())
            .compose(skipped -> enable(request, skipped))
        : enable(request, null);
  }

  private Future<JsonResponse> enable(AdminRequest request, @Nullable Long skipped) {
    return withLock(
        request.id(),
        (connection, before) ->
            EndpointTable.enable(connection, request.id())
                .compose(enabled -> EndpointTable.require(connection, request.id()))
                .compose(
                    after ->
                        AuditLog.write(
                                connection,
                                request.caller(),
                                EndpointAudit.resumed(before, after, skipped))
                            .map(after))
                .map(
                    endpoint -> {
                      Map<String, @Nullable Object> json = new LinkedHashMap<>();
                      json.put("webhookEndpoint", endpoint.json());
                      if (skipped != null) {
                        json.put("skipped", skipped);
                      }
                      return JsonResponse.of(json);
                    }));
  }

  /** Runs {@code change} in a transaction that locks the endpoint's row. */
  private Future<JsonResponse> withLock(
      long id, BiFunction<SqlConnection, Endpoint, Future<JsonResponse>> change) {
    return inTransaction(
        connection ->
            EndpointTable.lock(connection, id)
                .compose(locked -> EndpointTable.require(connection, id))
                .compose(endpoint -> change.apply(connection, endpoint)));
  }

  /** Runs {@code change} in a transaction and then wakes the delivery workers. */
  private Future<JsonResponse> inTransaction(Function<SqlConnection, Future<JsonResponse>> change) {
    return Transactions.run(pool, change).onSuccess(done -> Outbox.wakeDelivery(vertx));
  }

  private static JsonResponse json(Endpoint endpoint) {
    return JsonResponse.of(Map.of("webhookEndpoint", endpoint.json()));
  }
}
