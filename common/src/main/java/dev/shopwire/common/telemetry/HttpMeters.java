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

/** The requests to one port, by route pattern, method and class of status. Thread-safe. */
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
              .description("Requests that were refused or failed, by why")
              .tag("port", port)
              .tag("code", code.word())
              .register(registry));
    }
  }

  public boolean hasAccessLog() {
    return accessLog;
  }

  /** A request is answered with a problem. */
  public void problem(Code code) {
    Objects.requireNonNull(problems.get(code)).increment();
  }

  /**
   * To be made once, when routes are.
   *
   * @param pattern as routes are written, or a word for those that have none
   * @param method of the route, or a word for those that it doesn't take
   */
  public Route route(String pattern, String method) {
    return new Route(pattern, method);
  }

  /** The requests to one route. Its meters appear with the first request. */
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
     * One finished request.
     *
     * @param status of the answer; 0 if the connection was closed before its end
     */
    public void ended(int status, long nanos) {
      int place = status < 100 || status > 599 ? 0 : status / 100;
      Counter counter = byClass.get(place);
      if (counter == null) {
        counter = counter(CLASSES[place]);
        byClass.set(place, counter);
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
          .description("Requests by route and class of status")
          .tag("port", port)
          .tag("route", pattern)
          .tag("method", method)
          .tag("status", statusClass)
          .register(registry);
    }

    private Timer timer() {
      return Telemetry.histogram(
              "shopwire.http.request", "From a request's head to the end of its answer, by route")
          .tag("port", port)
          .tag("route", pattern)
          .tag("method", method)
          .register(registry);
    }
  }
}
