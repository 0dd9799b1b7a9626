package dev.shopwire.webhook.replay;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminItemRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.outbox.Outbox;
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
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's replay requests. An acknowledged replay is durable: {@link ReplayJobs}
 * continues it in whichever process owns the lane. Not thread-safe; use from one event loop.
 */
public final class ReplayHandlers {
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
                    .compose(delivery -> insert(endpoint, delivery)))
        .map(this::started);
  }

  private Future<Replay> insert(SubscribedEndpoint endpoint, Delivery delivery) {
    return delivery.isPending()
        ? Future.failedFuture(pending())
        : Transactions.run(
            pool,
            connection ->
                Replays.insertOfOne(connection, endpoint, delivery.at())
                    .compose(
                        replay ->
                            DueDeliveries.insertReplay(
                                    connection,
                                    endpoint.workspaceId(),
                                    endpoint.id(),
                                    delivery.id().messageId(),
                                    replay.id())
                                .compose(
                                    due ->
                                        due
                                            ? Future.succeededFuture(replay)
                                            : Future.failedFuture(pending()))));
  }

  private static Failure pending() {
    return Failure.of(
        Code.CONFLICT, "delivery_pending", "The delivery is already pending and will be sent");
  }

  /** Replays all failed and parked deliveries of messages from {@code since} until now. */
  public Future<JsonResponse> replayFailed(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    PatchValue<Instant> given = input.optionalInstant("since");
    if (given.value() == null && input.errors().isEmpty()) {
      input.addError("since", "required", "is required: a date and time");
    }
    Instant since = given.value() == null ? Instant.EPOCH : given.value();
    if (!since.isBefore(Instant.now())) {
      input.addError("since", "invalid_timestamp", "must be in the past");
    }
    input.throwIfInvalid();
    Instant from = since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since;
    return EndpointTable.requireSubscribed(pool, request.id())
        .compose(
            endpoint ->
                Transactions.run(
                    pool, connection -> Replays.insertOfFailed(connection, endpoint, from)))
        .map(
            replay ->
                replay.orElseThrow(
                    () ->
                        Failure.of(
                            Code.CONFLICT,
                            "replay_running",
                            "A replay of this endpoint's failed deliveries is already running")))
        .map(this::started);
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
