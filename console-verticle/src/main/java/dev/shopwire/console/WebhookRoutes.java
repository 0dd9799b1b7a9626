package dev.shopwire.console;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.calls.AdminCall;
import dev.shopwire.common.calls.AdminItem;
import dev.shopwire.common.calls.AdminQuery;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.calls.WebhookCalls;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.json.JsonBody;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The console's routes about webhooks, all answered by the webhook role. */
final class WebhookRoutes {
  private static final String ENDPOINTS = "/console/api/workspaces/:id/webhook-endpoints";
  private static final String ENDPOINT = "/console/api/webhook-endpoints/:id";
  private static final String DELIVERY = "/console/api/deliveries/:id";
  private static final String REPLAY = "/console/api/replays/:id";

  private final Vertx vertx;
  private final Reading reading;
  private final Writing writing;

  /** Makes a handler of a call without a body. */
  interface Reading
      extends Function<Function<RoutingContext, Future<?>>, Handler<RoutingContext>> {}

  /** Makes a handler of a call with a body. */
  interface Writing
      extends Function<BiFunction<RoutingContext, byte[], Future<?>>, Handler<RoutingContext>> {}

  /** Both see to it that the caller may ask, and to the answer. */
  WebhookRoutes(Vertx vertx, Reading reading, Writing writing) {
    this.vertx = vertx;
    this.reading = reading;
    this.writing = writing;
  }

  /**
   * @param endpoints answers with a page of a workspace's endpoints
   */
  void addTo(Routes routes, Handler<RoutingContext> endpoints) {
    routes
        .on(HttpMethod.GET, ENDPOINTS, endpoints)
        .on(HttpMethod.POST, ENDPOINTS, passing(WebhookCalls.CREATE_ENDPOINT))
        .on(HttpMethod.GET, ENDPOINT, bodiless(WebhookCalls.SHOW_ENDPOINT))
        .on(HttpMethod.PATCH, ENDPOINT, passing(WebhookCalls.CHANGE_ENDPOINT))
        .on(HttpMethod.DELETE, ENDPOINT, bodiless(WebhookCalls.DELETE_ENDPOINT))
        .on(HttpMethod.POST, ENDPOINT + "/rotate-secret", passingAny(WebhookCalls.ROTATE_SECRET))
        .on(HttpMethod.POST, ENDPOINT + "/resume", passing(WebhookCalls.RESUME))
        .on(HttpMethod.GET, ENDPOINT + "/deliveries", asking(WebhookCalls.LIST_DELIVERIES))
        .on(HttpMethod.GET, ENDPOINT + "/explain", asking(WebhookCalls.EXPLAIN))
        .on(HttpMethod.POST, ENDPOINT + "/test", bodiless(WebhookCalls.TEST))
        .on(HttpMethod.POST, ENDPOINT + "/replay", passing(WebhookCalls.REPLAY))
        .on(HttpMethod.GET, REPLAY, bodiless(WebhookCalls.SHOW_REPLAY))
        .on(HttpMethod.GET, DELIVERY, bodilessItem(WebhookCalls.SHOW_DELIVERY))
        .on(HttpMethod.POST, DELIVERY + "/replay", bodilessItem(WebhookCalls.REPLAY_DELIVERY))
        .on(HttpMethod.POST, DELIVERY + "/signature", item(WebhookCalls.EXPLAIN_SIGNATURE));
  }

  private Handler<RoutingContext> asking(Contract<AdminQuery, JsonAnswer> contract) {
    return reading.apply(
        context ->
            contract.call(
                vertx, new AdminQuery(PathIds.of(context), Parameters.all(context.queryParams()))));
  }

  private Handler<RoutingContext> bodiless(Contract<AdminCall, JsonAnswer> contract) {
    return reading.apply(context -> contract.call(vertx, new AdminCall(PathIds.of(context), "")));
  }

  private Handler<RoutingContext> passing(Contract<AdminCall, JsonAnswer> contract) {
    return writing.apply(
        (context, body) ->
            contract.call(vertx, new AdminCall(PathIds.of(context), JsonBody.text(body))));
  }

  /** The body may be empty. */
  private Handler<RoutingContext> passingAny(Contract<AdminCall, JsonAnswer> contract) {
    return writing.apply(
        (context, body) -> contract.call(vertx, new AdminCall(PathIds.of(context), text(body))));
  }

  private Handler<RoutingContext> bodilessItem(Contract<AdminItem, JsonAnswer> contract) {
    return reading.apply(context -> contract.call(vertx, new AdminItem(textId(context), "")));
  }

  /** The body may be empty. */
  private Handler<RoutingContext> item(Contract<AdminItem, JsonAnswer> contract) {
    return writing.apply(
        (context, body) -> contract.call(vertx, new AdminItem(textId(context), text(body))));
  }

  private static String text(byte[] body) {
    return body.length == 0 ? "" : JsonBody.text(body);
  }

  private static String textId(RoutingContext context) {
    return String.valueOf(context.pathParam("id"));
  }
}
