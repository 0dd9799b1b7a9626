package dev.shopwire.webhook.replay;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminItemRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.webhook.due.DueDeliveries;
import dev.shopwire.webhook.endpoints.EndpointTable;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import dev.shopwire.webhook.log.Deliveries;
import dev.shopwire.webhook.log.Delivery;
import dev.shopwire.webhook.log.DeliveryId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's replay requests. An acknowledged replay is durable: {@link ReplayJobs}
 * continues it in whichever process owns the lane. Not thread-safe; use from one event loop.
 */
public final class ReplayHandlers {
  private static final String STARTED = "replay.started";

  private final SelectionTurns turns = new SelectionTurns();
  private final Vertx vertx;
  private final Pool pool;

  public ReplayHandlers(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /** Replays one delivery, however it ended. */
  public Future<JsonResponse> replayOne(AdminItemRequest request) {
    DeliveryId id = DeliveryId.of(request.id());
    return EndpointTable.requireSubscribed(pool, id.endpointId())
        .compose(
            endpoint ->
                Deliveries.require(pool, endpoint, id.messageId())
                    .compose(delivery -> insert(endpoint, delivery, request.caller())))
        .map(this::started);
  }

  private Future<Replay> insert(SubscribedEndpoint endpoint, Delivery delivery, Caller caller) {
    return delivery.isPending()
        ? Future.failedFuture(pending())
        : Transactions.run(
            pool,
            connection ->
                Replays.insertOfOne(connection, endpoint, delivery.at())
                    .compose(
                        replay ->
                            makeDue(connection, endpoint, delivery, replay)
                                .compose(
                                    due ->
                                        AuditLog.write(connection, caller, entry(delivery, replay)))
                                .map(replay)));
  }

  private static Future<Void> makeDue(
      SqlConnection connection, SubscribedEndpoint endpoint, Delivery delivery, Replay replay) {
    return DueDeliveries.insertReplay(
            connection,
            endpoint.workspaceId(),
            endpoint.id(),
            delivery.id().messageId(),
            replay.id())
        .compose(due -> due ? Future.succeededFuture() : Future.failedFuture(pending()));
  }

  private static AuditEntry entry(Delivery delivery, Replay replay) {
    return AuditEntry.of(
        STARTED,
        new AuditObject("delivery", delivery.id().toString(), delivery.topic()),
        Map.of("replayId", Long.toString(replay.id())));
  }

  private static Failure pending() {
    return Failure.of(
        Code.CONFLICT, "delivery_pending", "The delivery is already pending and will be sent");
  }

  /** Replays the deliveries that a filter selects, or only counts them. */
  public Future<JsonResponse> replaySelected(AdminRequest request) {
    ReplayFilter.Request parsed = ReplayFilter.parse(request.body());
    return EndpointTable.requireSubscribed(pool, request.id())
        .compose(
            endpoint ->
                turns.run(
                    () ->
                        parsed.isDryRun()
                            ? count(endpoint, parsed.filter())
                            : start(endpoint, parsed.filter(), request.caller())))
        .recover(error -> Future.failedFuture(asFailure(error)));
  }

  private Future<JsonResponse> count(SubscribedEndpoint endpoint, ReplayFilter filter) {
    return Transactions.run(
            pool,
            connection ->
                ReplaySelections.prepare(connection)
                    .compose(ready -> ReplaySelections.count(connection, endpoint, filter)))
        .map(count -> JsonResponse.of(Map.<String, @Nullable Object>of("count", count)));
  }

  private Future<JsonResponse> start(
      SubscribedEndpoint endpoint, ReplayFilter filter, Caller caller) {
    return Transactions.run(
            pool,
            connection ->
                ReplaySelections.prepare(connection)
                    .compose(ready -> ReplaySelections.start(connection, endpoint, filter))
                    .compose(
                        replay ->
                            AuditLog.write(connection, caller, entry(endpoint, filter, replay))
                                .map(replay)))
        .map(this::started);
  }

  private static AuditEntry entry(SubscribedEndpoint endpoint, ReplayFilter filter, Replay replay) {
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    details.put("replayId", Long.toString(replay.id()));
    details.putAll(filter.json());
    details.put("total", replay.total());
    return AuditEntry.of(STARTED, endpoint.auditObject(), details);
  }

  private static Throwable asFailure(Throwable error) {
    return PostgresFailures.isTimeout(error)
        ? Failure.unavailable(
            "Selecting the deliveries took too long; choose a shorter time or a narrower filter, or"
                + " try again later")
        : error;
  }

  private JsonResponse started(Replay replay) {
    Outbox.wakeDelivery(vertx);
    return json(replay);
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return Replays.find(pool, request.id())
        .map(found -> json(found.orElseThrow(() -> Failure.notFound("replay"))));
  }

  private static JsonResponse json(Replay replay) {
    return JsonResponse.of(Map.<String, @Nullable Object>of("replay", replay.json()));
  }
}
