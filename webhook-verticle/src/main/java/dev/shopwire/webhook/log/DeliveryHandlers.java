package dev.shopwire.webhook.log;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminItemRequest;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.webhook.endpoints.EndpointTable;
import dev.shopwire.webhook.signing.MessageBody;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for deliveries (docs/api/webhooks.md). Not thread-safe; use from
 * one event loop.
 */
public final class DeliveryHandlers {
  private final Pool pool;

  public DeliveryHandlers(Pool pool) {
    this.pool = pool;
  }

  /** Newest first. */
  public Future<JsonResponse> list(AdminQuery query) {
    DeliveryFilter filter = DeliveryFilter.of(query.parameters());
    return EndpointTable.requireSubscribed(pool, query.id())
        .compose(endpoint -> DeliveryPages.read(pool, endpoint, filter))
        .map(DeliveryHandlers::json);
  }

  private static JsonResponse json(DeliveryPages.Page page) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("deliveries", page.deliveries().stream().map(Delivery::json).toList());
    json.put("cursor", page.next().map(DeliveryFilter::cursor).orElse(null));
    json.put("hasNextPage", page.next().isPresent());
    return JsonResponse.of(json);
  }

  /** Includes the exact body. */
  public Future<JsonResponse> show(AdminItemRequest request) {
    return LoggedDelivery.require(pool, DeliveryId.of(request.id()))
        .map(
            logged -> {
              Map<String, @Nullable Object> json = logged.delivery().json();
              json.put("body", MessageBody.of(logged.message()).toString());
              return JsonResponse.of(Map.of("delivery", json));
            });
  }
}
