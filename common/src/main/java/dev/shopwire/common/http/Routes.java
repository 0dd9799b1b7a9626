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
 * An edge's route table. Unknown paths get 404, known paths with another method 405 with {@code
 * Allow}; doubled and trailing slashes are tolerated (docs/api/README.md). Not thread-safe; use
 * from one event loop.
 */
public final class Routes {
  private final Vertx vertx;
  private final UnreadResponses unread;
  private final ShutdownState shutdown;
  private final HttpMeters meters;
  private final HttpMeters.Route unmatched;
  private final Map<String, Map<HttpMethod, Handler<RoutingContext>>> table = new LinkedHashMap<>();
  private Function<HttpServerRequest, Optional<Failure>> precheck = request -> Optional.empty();
  private Handler<RoutingContext> unmatchedPath =
      context -> context.fail(Failure.of(Code.NOT_FOUND, "There is nothing at this path"));

  /**
   * @param port the port's name in its meters: public, console or management
   */
  public Routes(Vertx vertx, Deadlines responseDeadlines, String port) {
    this.vertx = vertx;
    this.unread = new UnreadResponses(responseDeadlines, ProcessLoad.of(vertx));
    this.shutdown = ShutdownState.of(vertx);
    this.meters = Telemetry.of(vertx).http(port);
    this.unmatched = meters.route("none", "any");
  }

  /**
   * @param path in the syntax of vertx-web, with {@code :name} for a parameter
   */
  public Routes on(HttpMethod method, String path, Handler<RoutingContext> handler) {
    table.computeIfAbsent(path, key -> new LinkedHashMap<>()).put(method, handler);
    return this;
  }

  /** The path of the route that matches the request, as passed to {@link #on}, or empty. */
  public static String pattern(RoutingContext context) {
    return RequestTracking.pattern(context);
  }

  /**
   * Sets a check that may reject requests before they are routed.
   *
   * @param check returns why a request is rejected, empty if it is accepted
   */
  public Routes precheck(Function<HttpServerRequest, Optional<Failure>> check) {
    precheck = check;
    return this;
  }

  /** Sets what responds where no path matches, instead of a problem document with 404. */
  public Routes otherwise(Handler<RoutingContext> handler) {
    unmatchedPath = handler;
    return this;
  }

  /**
   * @param times the times of the port's connections
   */
  Router build(ConnectionTimeouts times) {
    Router router = Router.router(vertx);
    router.route().handler(context -> enter(context, times)).failureHandler(Problems::respond);
    table.forEach(
        (path, methods) -> {
          Handler<RoutingContext> get = methods.get(HttpMethod.GET);
          if (get != null) {
            // The response to GET without its body (RFC 9110, section 9.3.2).
            methods.putIfAbsent(HttpMethod.HEAD, get);
          }
          methods.forEach(
              (method, handler) ->
                  router.route(method, path).handler(counted(path, method.name(), handler)));
          String allowed =
              String.join(", ", methods.keySet().stream().map(HttpMethod::name).toList());
          router
              .route(path)
              .handler(counted(path, "other", context -> rejectMethod(context, allowed)));
        });
    router.route().handler(unmatchedPath);
    for (int status : new int[] {400, 404, 405, 500}) {
      router.errorHandler(status, Problems::respond);
    }
    return router;
  }

  private Handler<RoutingContext> counted(
      String path, String method, Handler<RoutingContext> handler) {
    HttpMeters.Route route = meters.route(path, method);
    return context -> {
      RequestTracking.setRoute(context, route);
      handler.handle(context);
    };
  }

  private void enter(RoutingContext context, ConnectionTimeouts times) {
    RequestIds.assign(context);
    RequestTracking.begin(context, meters, unmatched, times);
    context.addHeadersEndHandler(
        written -> ConnectionDraining.closeOnShutdown(context.request(), shutdown));
    unread.runWhenRead(context, () -> route(context));
  }

  private void route(RoutingContext context) {
    Optional<Failure> rejected = precheck.apply(context.request());
    if (rejected.isPresent()) {
      context.fail(rejected.get());
    } else if (hasReadableQuery(context.request())) {
      context.next();
    } else {
      context.fail(Failure.of(Code.MALFORMED, "The query string is not correctly percent-encoded"));
    }
  }

  /** Checked before routing, since a parse error later would fail in the middle of the work. */
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

  private static void rejectMethod(RoutingContext context, String allowed) {
    context.response().putHeader(HttpHeaders.ALLOW, allowed);
    context.fail(Failure.of(Code.METHOD_NOT_ALLOWED, "Method not allowed; allowed: " + allowed));
  }
}
