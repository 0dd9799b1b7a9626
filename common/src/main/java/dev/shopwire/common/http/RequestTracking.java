package dev.shopwire.common.http;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.telemetry.HttpMeters;
import dev.shopwire.common.telemetry.RequestScope;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** One request to a port, counted and (if wanted) logged when its answer has ended. */
final class RequestTracking {
  private static final Logger ACCESS = LoggerFactory.getLogger("dev.shopwire.access");
  private static final String KEY = "dev.shopwire.exchange";

  private final HttpMeters meters;
  private final HttpMeters.Route elsewhere;
  private final RequestScope scope;
  private HttpMeters.@Nullable Route route;

  private RequestTracking(HttpMeters meters, HttpMeters.Route elsewhere, RequestScope scope) {
    this.meters = meters;
    this.elsewhere = elsewhere;
    this.scope = scope;
  }

  /**
   * From the request's head on.
   *
   * @param elsewhere counts what no route takes
   * @param times of the port's connections
   */
  static void begin(
      RoutingContext context,
      HttpMeters meters,
      HttpMeters.Route elsewhere,
      ConnectionTimes times) {
    RequestScope scope = RequestScope.here().requestId(RequestIds.of(context));
    RequestTracking exchange = new RequestTracking(meters, elsewhere, scope);
    context.put(KEY, exchange);
    context.addEndHandler(
        end -> {
          times.answered(context.request().connection());
          UnreadBodies.endConnection(context);
          exchange.ended(context.response(), end.succeeded() && context.response().ended());
        });
  }

  /** The route that takes it. */
  static void taken(RoutingContext context, HttpMeters.Route route) {
    RequestTracking exchange = context.get(KEY);
    if (exchange != null) {
      exchange.route = route;
      exchange.scope.route(route.pattern());
    }
  }

  /** The path of that route; empty if none takes it. */
  static String pattern(RoutingContext context) {
    RequestTracking exchange = context.get(KEY);
    return exchange == null || exchange.route == null ? "" : exchange.route.pattern();
  }

  static void caller(RoutingContext context, String keyId, int workspaceId) {
    RequestTracking exchange = context.get(KEY);
    if (exchange != null) {
      exchange.scope.caller(keyId, workspaceId);
    }
  }

  static void problem(RoutingContext context, Code code) {
    RequestTracking exchange = context.get(KEY);
    if (exchange != null) {
      exchange.meters.problem(code);
    }
  }

  private void ended(HttpServerResponse response, boolean whole) {
    HttpMeters.Route counted = route == null ? elsewhere : route;
    long nanos = System.nanoTime() - scope.startNanos();
    int status = whole ? response.getStatusCode() : 0;
    counted.ended(status, nanos);
    if (meters.hasAccessLog()) {
      log(ACCESS.atInfo(), counted, status, response.bytesWritten(), nanos);
    } else if (ACCESS.isDebugEnabled()) {
      log(ACCESS.atDebug(), counted, status, response.bytesWritten(), nanos);
    }
  }

  private void log(
      LoggingEventBuilder level, HttpMeters.Route counted, int status, long bytes, long nanos) {
    LoggingEventBuilder line =
        level
            // It may end in no context at all: when the client has gone.
            .addKeyValue("requestId", scope.requestId().orElse(""))
            .addKeyValue("method", counted.method())
            .addKeyValue("route", counted.pattern())
            .addKeyValue("status", status)
            .addKeyValue("bytes", bytes)
            .addKeyValue("durationMs", Math.round(nanos / 10_000.0) / 100.0);
    if (scope.keyId().isPresent()) {
      line = line.addKeyValue("keyId", scope.keyId().get());
    }
    if (scope.workspaceId() != 0) {
      line = line.addKeyValue("workspaceId", scope.workspaceId());
    }
    line.log("request");
  }
}
