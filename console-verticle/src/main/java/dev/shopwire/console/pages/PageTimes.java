package dev.shopwire.console.pages;

import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures how long the service takes to make each page. Other than the time of the request, it
 * does not contain how long the browser takes to read it. Not thread-safe; use from one event loop.
 */
final class PageTimes {
  private final MeterRegistry registry;

  PageTimes(Vertx vertx) {
    registry = Telemetry.of(vertx).registry();
  }

  Route route(ConsolePage page, HttpMethod method) {
    return new Route(page.path(), method.name());
  }

  /** The times of one page, or of its forms, by status class. */
  final class Route {
    private final String pattern;
    private final String method;
    private final Map<Integer, Timer> byClass = new HashMap<>();

    private Route(String pattern, String method) {
      this.pattern = pattern;
      this.method = method;
    }

    /** Measures from now to the head of the response. */
    void measure(RoutingContext context) {
      long start = System.nanoTime();
      context.addHeadersEndHandler(
          written ->
              byClass
                  .computeIfAbsent(context.response().getStatusCode() / 100, this::timer)
                  .record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
    }

    private Timer timer(int statusClass) {
      return Telemetry.histogram("shopwire.page", "Time until a page's response begins, by route")
          .tag("route", pattern)
          .tag("method", method)
          .tag("status", statusClass + "xx")
          .register(registry);
    }
  }
}
