package dev.shopwire.console;

import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.http.Routes;
import io.vertx.core.http.HttpMethod;

/** The console's routes about webhooks, all answered by the webhook role. */
final class WebhookRoutes {
  private static final String ENDPOINTS = "/console/api/workspaces/:id/webhook-endpoints";
  private static final String ENDPOINT = "/console/api/webhook-endpoints/:id";
  private static final String DELIVERY = "/console/api/deliveries/:id";
  private static final String REPLAY = "/console/api/replays/:id";

  private final ConsoleHandlers calls;

  WebhookRoutes(ConsoleHandlers calls) {
    this.calls = calls;
  }

  void addTo(Routes routes) {
    routes
        .on(HttpMethod.GET, ENDPOINTS, calls.listing(WebhookContracts.LIST_ENDPOINTS))
        .on(HttpMethod.POST, ENDPOINTS, calls.passing(WebhookContracts.CREATE_ENDPOINT))
        .on(HttpMethod.GET, ENDPOINT, calls.bodiless(WebhookContracts.SHOW_ENDPOINT))
        .on(HttpMethod.PATCH, ENDPOINT, calls.passing(WebhookContracts.CHANGE_ENDPOINT))
        .on(HttpMethod.DELETE, ENDPOINT, calls.bodiless(WebhookContracts.DELETE_ENDPOINT))
        .on(
            HttpMethod.POST,
            ENDPOINT + "/rotate-secret",
            calls.passingOptional(WebhookContracts.ROTATE_SECRET))
        .on(HttpMethod.POST, ENDPOINT + "/resume", calls.passingOptional(WebhookContracts.RESUME))
        .on(
            HttpMethod.GET,
            ENDPOINT + "/deliveries",
            calls.asking(WebhookContracts.LIST_DELIVERIES))
        .on(HttpMethod.GET, ENDPOINT + "/explain", calls.asking(WebhookContracts.EXPLAIN))
        .on(HttpMethod.POST, ENDPOINT + "/test", calls.bodiless(WebhookContracts.TEST))
        .on(HttpMethod.POST, ENDPOINT + "/replay", calls.passingOptional(WebhookContracts.REPLAY))
        .on(HttpMethod.GET, REPLAY, calls.bodiless(WebhookContracts.SHOW_REPLAY))
        .on(HttpMethod.GET, DELIVERY, calls.bodilessItem(WebhookContracts.SHOW_DELIVERY))
        .on(
            HttpMethod.POST,
            DELIVERY + "/replay",
            calls.bodilessItem(WebhookContracts.REPLAY_DELIVERY))
        .on(
            HttpMethod.POST,
            DELIVERY + "/signature",
            calls.item(WebhookContracts.EXPLAIN_SIGNATURE));
  }
}
