package dev.shopwire.common.telemetry;

import dev.shopwire.common.failure.Code;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Meters for the requests to one port, by route, method and status class. Thread-safe. */
public final class HttpMeters {
  private static final String[] CLASSES = {"closed", "1xx", "2xx", "3xx", "4xx", "5xx"};

  private final MeterRegistry registry;
  private final String port;
  private final boolean accessLog;
  private final Map<Code, Counter> problems = new EnumMap<>(Code.class);

  HttpMeters(MeterRegistry registry, String port, boolean accessLog) {
    this.registry = registry;
    this.port = port;
    this.accessLog = accessLog;
    for (Code code : Code.values()) {
      problems.put(
          code,
          Counter.builder("shopwire.http.problems")
              .description("Requests that were rejected or failed, by reason")
              .tag("port", port)
              .tag("code", code.id())
              .register(registry));
    }
  }

  public boolean hasAccessLog() {
    return accessLog;
  }

  /** Records that a problem is sent as the response to a request. */
  public void recordProblem(Code code) {
    Objects.requireNonNull(problems.get(code)).increment();
  }

  /**
   * Creates the meters of a route; call it once, when the route is created.
   *
   * @param pattern the route pattern, or a placeholder for requests without a route
   * @param method the method of the route, or a placeholder for methods that it does not allow
   */
  public Route route(String pattern, String method) {
    return new Route(pattern, method);
  }

  /** Meters for the requests to one route, registered with the first request. */
  public final class Route {
    private final String pattern;
    private final String method;
    private final AtomicReferenceArray<@Nullable Counter> byClass =
        new AtomicReferenceArray<>(CLASSES.length);
    private volatile @Nullable Timer latency;

    private Route(String pattern, String method) {
      this.pattern = pattern;
      this.method = method;
    }

    public String pattern() {
      return pattern;
    }

    public String method() {
      return method;
    }

    /**
     * Records a finished request.
     *
     * @param status of the response; 0 if the connection was closed before its end
     */
    public void record(int status, long nanos) {
      int index = status < 100 || status > 599 ? 0 : status / 100;
      Counter counter = byClass.get(index);
      if (counter == null) {
        counter = counter(CLASSES[index]);
        byClass.set(index, counter);
      }
      counter.increment();
      Timer timer = latency;
      if (timer == null) {
        timer = timer();
        latency = timer;
      }
      timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    private Counter counter(String statusClass) {
      return Counter.builder("shopwire.http.requests")
          .description("Requests by route and status class")
          .tag("port", port)
          .tag("route", pattern)
          .tag("method", method)
          .tag("status", statusClass)
          .register(registry);
    }

    private Timer timer() {
      return Telemetry.histogram(
              "shopwire.http.request", "Time from a request's head to its response's end, by route")
          .tag("port", port)
          .tag("route", pattern)
          .tag("method", method)
          .register(registry);
    }
  }
}
