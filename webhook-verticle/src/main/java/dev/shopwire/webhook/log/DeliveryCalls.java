package dev.shopwire.webhook.log;

import dev.shopwire.common.calls.AdminItem;
import dev.shopwire.common.calls.AdminQuery;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.webhook.signing.MessageBody;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The console's calls that read what was sent (contract §8). For one event loop. */
public final class DeliveryCalls {
  private final Pool pool;

  public DeliveryCalls(Pool pool) {
    this.pool = pool;
  }

  /** Newest first. */
  public Future<JsonAnswer> list(AdminQuery call) {
    DeliveryFilter filter = DeliveryFilter.of(call.parameters());
    return Endpoint.require(pool, call.id())
        .compose(endpoint -> DeliveryPages.read(pool, endpoint, filter))
        .map(DeliveryCalls::json);
  }

  private static JsonAnswer json(DeliveryPages.Page page) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("deliveries", page.deliveries().stream().map(Delivery::json).toList());
    json.put("cursor", page.next().map(DeliveryFilter::cursor).orElse(null));
    json.put("hasNextPage", page.next().isPresent());
    return JsonAnswer.of(json);
  }

  /** With the exact body. */
  public Future<JsonAnswer> show(AdminItem call) {
    return LoggedDelivery.require(pool, DeliveryId.of(call.id()))
        .map(
            logged -> {
              Map<String, @Nullable Object> json = logged.delivery().json();
              json.put("body", MessageBody.of(logged.message()).toString());
              return JsonAnswer.of(Map.of("delivery", json));
            });
  }
}
