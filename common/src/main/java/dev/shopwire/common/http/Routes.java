package dev.shopwire.common.http;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.lifecycle.ShutdownState;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.telemetry.HttpMeters;
import dev.shopwire.common.telemetry.Telemetry;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * An edge's route table: what is not in it answers 404, a known path with another method 405 with
 * {@code Allow}; doubled and trailing slashes are tolerated (docs/api/README.md). For one event
 * loop.
 */
public final class Routes {
  private final Vertx vertx;
  private final UnreadResponses unread;
  private final ShutdownState leaving;
  private final HttpMeters meters;
  private final HttpMeters.Route elsewhere;
  private final Map<String, Map<HttpMethod, Handler<RoutingContext>>> table = new LinkedHashMap<>();
  private Function<HttpServerRequest, Optional<Failure>> refusal = request -> Optional.empty();

  /**
   * @param port which of the process's ports, for its meters: public, console or management
   */
  public Routes(Vertx vertx, Deadlines answerDeadlines, String port) {
    this.vertx = vertx;
    this.unread = new UnreadResponses(answerDeadlines, ProcessLoad.of(vertx));
    this.leaving = ShutdownState.of(vertx);
    this.meters = Telemetry.of(vertx).http(port);
    this.elsewhere = meters.route("none", "any");
  }

  /**
   * @param path as vertx-web writes it, with {@code :name} for a parameter
   */
  public Routes on(HttpMethod method, String path, Handler<RoutingContext> handler) {
    table.computeIfAbsent(path, key -> new LinkedHashMap<>()).put(method, handler);
    return this;
  }

  /** The path of the route that takes the request, as {@link #on} had it; empty if none does. */
  public static String pattern(RoutingContext context) {
    return RequestTracking.pattern(context);
  }

  /**
   * @param why asked of every request to this port before it is routed: why it is not taken
   */
  public Routes refusing(Function<HttpServerRequest, Optional<Failure>> why) {
    refusal = why;
    return this;
  }

  /**
   * @param times of the port's connections
   */
  Router build(ConnectionTimes times) {
    Router router = Router.router(vertx);
    router.route().handler(context -> enter(context, times)).failureHandler(Problems::answer);
    table.forEach(
        (path, methods) -> {
          Handler<RoutingContext> get = methods.get(HttpMethod.GET);
          if (get != null) {
            // The answer to a GET without its body (RFC 9110, section 9.3.2).
            methods.putIfAbsent(HttpMethod.HEAD, get);
          }
          methods.forEach(
              (method, handler) ->
                  router.route(method, path).handler(counted(path, method.name(), handler)));
          String allowed =
              String.join(", ", methods.keySet().stream().map(HttpMethod::name).toList());
          router
              .route(path)
              .handler(counted(path, "other", context -> refuseMethod(context, allowed)));
        });
    router
        .route()
        .handler(
            context -> context.fail(Failure.of(Code.NOT_FOUND, "There is nothing at this path")));
    for (int status : new int[] {400, 404, 405, 500}) {
      router.errorHandler(status, Problems::answer);
    }
    return router;
  }

  private Handler<RoutingContext> counted(
      String path, String method, Handler<RoutingContext> handler) {
    HttpMeters.Route route = meters.route(path, method);
    return context -> {
      RequestTracking.taken(context, route);
      handler.handle(context);
    };
  }

  private void enter(RoutingContext context, ConnectionTimes times) {
    RequestIds.assign(context);
    RequestTracking.begin(context, meters, elsewhere, times);
    context.addHeadersEndHandler(written -> ConnectionDraining.say(context.request(), leaving));
    unread.enter(context, () -> route(context));
  }

  private void route(RoutingContext context) {
    Optional<Failure> refused = refusal.apply(context.request());
    if (refused.isPresent()) {
      context.fail(refused.get());
    } else if (hasReadableQuery(context.request())) {
      context.next();
    } else {
      context.fail(Failure.of(Code.MALFORMED, "The query is not percent-encoded as it must be"));
    }
  }

  /** Reading it any later would fail in the middle of the work. */
  private static boolean hasReadableQuery(HttpServerRequest request) {
    if (request.query() == null) {
      return true;
    }
    try {
      request.params();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void refuseMethod(RoutingContext context, String allowed) {
    context.response().putHeader(HttpHeaders.ALLOW, allowed);
    context.fail(Failure.of(Code.METHOD_NOT_ALLOWED, "This path takes " + allowed));
  }
}
