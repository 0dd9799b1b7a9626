package dev.shopwire.console;

import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.http.Routes;
import io.vertx.core.http.HttpMethod;

/** Defines the console's webhook routes, all relayed to the webhook role. */
final class WebhookRoutes {
  private static final String ENDPOINTS = "/console/api/workspaces/:id/webhook-endpoints";
  private static final String ENDPOINT = "/console/api/webhook-endpoints/:id";
  private static final String DELIVERY = "/console/api/deliveries/:id";
  private static final String REPLAY = "/console/api/replays/:id";

  private final ConsoleHandlers handlers;

  WebhookRoutes(ConsoleHandlers handlers) {
    this.handlers = handlers;
  }

  void addTo(Routes routes) {
    routes
        .on(HttpMethod.GET, ENDPOINTS, handlers.list(WebhookContracts.LIST_ENDPOINTS))
        .on(HttpMethod.POST, ENDPOINTS, handlers.relay(WebhookContracts.CREATE_ENDPOINT))
        .on(HttpMethod.GET, ENDPOINT, handlers.relayWithoutBody(WebhookContracts.SHOW_ENDPOINT))
        .on(HttpMethod.PATCH, ENDPOINT, handlers.relay(WebhookContracts.CHANGE_ENDPOINT))
        .on(
            HttpMethod.DELETE,
            ENDPOINT,
            handlers.relayWithoutBody(WebhookContracts.DELETE_ENDPOINT))
        .on(
            HttpMethod.POST,
            ENDPOINT + "/rotate-secret",
            handlers.relayOptionalBody(WebhookContracts.ROTATE_SECRET))
        .on(
            HttpMethod.POST,
            ENDPOINT + "/resume",
            handlers.relayOptionalBody(WebhookContracts.RESUME))
        .on(
            HttpMethod.GET,
            ENDPOINT + "/deliveries",
            handlers.query(WebhookContracts.LIST_DELIVERIES))
        .on(HttpMethod.GET, ENDPOINT + "/explain", handlers.query(WebhookContracts.EXPLAIN))
        .on(HttpMethod.POST, ENDPOINT + "/test", handlers.relayWithoutBody(WebhookContracts.TEST))
        .on(
            HttpMethod.POST,
            ENDPOINT + "/replay",
            handlers.relayOptionalBody(WebhookContracts.REPLAY))
        .on(HttpMethod.GET, REPLAY, handlers.relayWithoutBody(WebhookContracts.SHOW_REPLAY))
        .on(HttpMethod.GET, DELIVERY, handlers.relayItemWithoutBody(WebhookContracts.SHOW_DELIVERY))
        .on(
            HttpMethod.POST,
            DELIVERY + "/replay",
            handlers.relayItemWithoutBody(WebhookContracts.REPLAY_DELIVERY))
        .on(
            HttpMethod.POST,
            DELIVERY + "/signature",
            handlers.relayItem(WebhookContracts.EXPLAIN_SIGNATURE));
  }
}
