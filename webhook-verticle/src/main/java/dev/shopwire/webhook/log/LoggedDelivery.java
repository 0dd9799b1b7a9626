package dev.shopwire.webhook.log;

import dev.shopwire.webhook.endpoints.EndpointTable;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import dev.shopwire.webhook.signing.Message;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;

/** A logged delivery with its endpoint and message. */
record LoggedDelivery(SubscribedEndpoint endpoint, Delivery delivery, Message message) {

  /** Fails with 404 if the delivery does not exist, or its message is no longer kept. */
  static Future<LoggedDelivery> require(Pool pool, DeliveryId id) {
    return EndpointTable.requireSubscribed(pool, id.endpointId())
        .compose(
            endpoint ->
                Deliveries.require(pool, endpoint, id.messageId())
                    .compose(
                        delivery ->
                            Messages.require(pool, endpoint.workspaceId(), id.messageId())
                                .map(message -> new LoggedDelivery(endpoint, delivery, message))));
  }
}
