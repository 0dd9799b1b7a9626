package dev.shopwire.webhook.replay;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.webhook.due.DueDeliveries;
import dev.shopwire.webhook.endpoints.EndpointTable;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import dev.shopwire.webhook.log.Deliveries;
import dev.shopwire.webhook.log.DeliveryId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's test button: sends one request to one endpoint, subscribed or not. Not
 * thread-safe; use from one event loop.
 */
public final class TestDeliveryHandlers {
  /**
   * Usually long enough for a receiver that responds, and so much shorter than a request may take
   * that a busy PostgreSQL has time for the statements before and after.
   */
  private static final Duration WAIT = Duration.ofSeconds(1);

  private static final long PAUSE_MILLIS = 50;
  private static final String PAYLOAD =
      Json.MAPPER
          .createObjectNode()
          .put("test", true)
          .put("message", "This is a test of the endpoint: nothing has happened.")
          .toString();

  private final Vertx vertx;
  private final Pool pool;

  public TestDeliveryHandlers(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /** Responds with the delivery once it has settled, or as it is when the time is up. */
  public Future<JsonResponse> test(AdminRequest request) {
    long end = System.nanoTime() + WAIT.toNanos();
    return EndpointTable.requireSubscribed(pool, request.id())
        .compose(
            endpoint ->
                insert(endpoint, request.caller())
                    .compose(
                        message ->
                            awaitSettled(endpoint, message, end)
                                .compose(done -> Deliveries.require(pool, endpoint, message))))
        .map(
            delivery ->
                JsonResponse.of(Map.<String, @Nullable Object>of("delivery", delivery.json())));
  }

  private Future<UUID> insert(SubscribedEndpoint endpoint, Caller caller) {
    return Transactions.run(
            pool,
            connection ->
                DueDeliveries.insertTest(connection, endpoint.workspaceId(), endpoint.id(), PAYLOAD)
                    .compose(
                        message ->
                            AuditLog.write(connection, caller, entry(endpoint, message))
                                .map(message)))
        .onSuccess(message -> Outbox.wakeDelivery(vertx));
  }

  private static AuditEntry entry(SubscribedEndpoint endpoint, UUID message) {
    return AuditEntry.of(
        "webhook_test.sent",
        endpoint.auditObject(),
        Map.of("deliveryId", new DeliveryId(endpoint.id(), message).toString()));
  }

  private Future<Void> awaitSettled(SubscribedEndpoint endpoint, UUID message, long end) {
    return vertx
        .timer(PAUSE_MILLIS, TimeUnit.MILLISECONDS)
        .compose(
            passed -> DueDeliveries.isPending(pool, endpoint.workspaceId(), endpoint.id(), message))
        .compose(
            pending ->
                pending && System.nanoTime() < end
                    ? awaitSettled(endpoint, message, end)
                    : Future.succeededFuture());
  }
}
