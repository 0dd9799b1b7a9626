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

/** Counts one request to a port, and logs it if enabled, when its response has ended. */
final class RequestTracking {
  private static final Logger ACCESS = LoggerFactory.getLogger("dev.shopwire.access");
  private static final String KEY = "dev.shopwire.requestTracking";

  private final HttpMeters meters;
  private final HttpMeters.Route unmatched;
  private final RequestScope scope;
  private HttpMeters.@Nullable Route route;

  private RequestTracking(HttpMeters meters, HttpMeters.Route unmatched, RequestScope scope) {
    this.meters = meters;
    this.unmatched = unmatched;
    this.scope = scope;
  }

  /**
   * Starts tracking when the request's head has been read.
   *
   * @param unmatched counts requests that match no route
   * @param times the times of the port's connections
   */
  static void begin(
      RoutingContext context,
      HttpMeters meters,
      HttpMeters.Route unmatched,
      ConnectionTimeouts times) {
    RequestScope scope = RequestScope.currentOrDetached().setRequestId(RequestIds.of(context));
    RequestTracking tracking = new RequestTracking(meters, unmatched, scope);
    context.put(KEY, tracking);
    context.addEndHandler(
        end -> {
          times.responseEnded(context.request().connection());
          UnreadRequestBodies.endConnection(context);
          tracking.ended(context.response(), end.succeeded() && context.response().ended());
        });
  }

  /** Records the route that handles the request. */
  static void setRoute(RoutingContext context, HttpMeters.Route route) {
    RequestTracking tracking = context.get(KEY);
    if (tracking != null) {
      tracking.route = route;
      tracking.scope.setRoute(route.pattern());
    }
  }

  /** The path pattern of that route; empty if none matches. */
  static String pattern(RoutingContext context) {
    RequestTracking tracking = context.get(KEY);
    return tracking == null || tracking.route == null ? "" : tracking.route.pattern();
  }

  static void setCaller(RoutingContext context, String keyId, long workspaceId) {
    RequestTracking tracking = context.get(KEY);
    if (tracking != null) {
      tracking.scope.setCaller(keyId, workspaceId);
    }
  }

  static void recordProblem(RoutingContext context, Code code) {
    RequestTracking tracking = context.get(KEY);
    if (tracking != null) {
      tracking.meters.recordProblem(code);
    }
  }

  private void ended(HttpServerResponse response, boolean complete) {
    HttpMeters.Route counted = route == null ? unmatched : route;
    long nanos = System.nanoTime() - scope.startNanos();
    int status = complete ? response.getStatusCode() : 0;
    counted.record(status, nanos);
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
            // Set here, because a disconnect may end the request outside of any context.
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
