package dev.shopwire.console;

import dev.shopwire.common.calls.WebhookCalls;
import dev.shopwire.common.http.Routes;
import io.vertx.core.http.HttpMethod;

/** The console's routes about webhooks, all answered by the webhook role. */
final class WebhookRoutes {
  private static final String ENDPOINTS = "/console/api/workspaces/:id/webhook-endpoints";
  private static final String ENDPOINT = "/console/api/webhook-endpoints/:id";
  private static final String DELIVERY = "/console/api/deliveries/:id";
  private static final String REPLAY = "/console/api/replays/:id";

  private final ConsoleCalls calls;

  WebhookRoutes(ConsoleCalls calls) {
    this.calls = calls;
  }

  void addTo(Routes routes) {
    routes
        .on(HttpMethod.GET, ENDPOINTS, calls.listing(WebhookCalls.LIST_ENDPOINTS))
        .on(HttpMethod.POST, ENDPOINTS, calls.passing(WebhookCalls.CREATE_ENDPOINT))
        .on(HttpMethod.GET, ENDPOINT, calls.bodiless(WebhookCalls.SHOW_ENDPOINT))
        .on(HttpMethod.PATCH, ENDPOINT, calls.passing(WebhookCalls.CHANGE_ENDPOINT))
        .on(HttpMethod.DELETE, ENDPOINT, calls.bodiless(WebhookCalls.DELETE_ENDPOINT))
        .on(
            HttpMethod.POST,
            ENDPOINT + "/rotate-secret",
            calls.passingOptional(WebhookCalls.ROTATE_SECRET))
        .on(HttpMethod.POST, ENDPOINT + "/resume", calls.passingOptional(WebhookCalls.RESUME))
        .on(HttpMethod.GET, ENDPOINT + "/deliveries", calls.asking(WebhookCalls.LIST_DELIVERIES))
        .on(HttpMethod.GET, ENDPOINT + "/explain", calls.asking(WebhookCalls.EXPLAIN))
        .on(HttpMethod.POST, ENDPOINT + "/test", calls.bodiless(WebhookCalls.TEST))
        .on(HttpMethod.POST, ENDPOINT + "/replay", calls.passingOptional(WebhookCalls.REPLAY))
        .on(HttpMethod.GET, REPLAY, calls.bodiless(WebhookCalls.SHOW_REPLAY))
        .on(HttpMethod.GET, DELIVERY, calls.bodilessItem(WebhookCalls.SHOW_DELIVERY))
        .on(HttpMethod.POST, DELIVERY + "/replay", calls.bodilessItem(WebhookCalls.REPLAY_DELIVERY))
        .on(HttpMethod.POST, DELIVERY + "/signature", calls.item(WebhookCalls.EXPLAIN_SIGNATURE));
  }
}
