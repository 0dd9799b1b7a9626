package dev.shopwire.common.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * The meters of a process, looked up by its Vert.x instance so that instrumented code needs no
 * extra parameter. Labels only contain names from the code (routes, addresses, outcomes), never
 * caller input. Thread-safe.
 */
public final class Telemetry implements Shareable {
  private static final String KEY = "dev.shopwire.telemetry";
  private static final Telemetry NONE = new Telemetry(new CompositeMeterRegistry(), false);
  private static final int[] BOUNDS_MILLIS = {
    1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000
  };

  private final MeterRegistry registry;
  private final boolean accessLog;
  private final List<BooleanSupplier> redisLinks = new CopyOnWriteArrayList<>();
  private final Map<String, BusMeters> bus = new ConcurrentHashMap<>();

  /**
   * @param accessLog whether each HTTP request is logged
   */
  public Telemetry(MeterRegistry registry, boolean accessLog) {
    this.registry = registry;
    this.accessLog = accessLog;
  }

  /** Registers this as the telemetry of {@code vertx}; call it before anything is deployed. */
  public Telemetry install(Vertx vertx) {
    vertx.sharedData().<String, Telemetry>getLocalMap(KEY).put(KEY, this);
    return this;
  }

  /** The telemetry of {@code vertx}; one that records nothing if none was installed. */
  public static Telemetry of(Vertx vertx) {
    Telemetry installed = vertx.sharedData().<String, Telemetry>getLocalMap(KEY).get(KEY);
    return installed == null ? NONE : installed;
  }

  public MeterRegistry registry() {
    return registry;
  }

  /**
   * @param port name of the port: public, console or management
   */
  public HttpMeters http(String port) {
    return new HttpMeters(registry, port, accessLog);
  }

  /** The meters of one bus address. */
  public BusMeters bus(String address) {
    BusMeters current = bus.get(address);
    return current == null
        ? bus.computeIfAbsent(address, name -> new BusMeters(registry, name))
        : current;
  }

  /** Adds a connection to Redis; {@code isUp} returns whether it is currently usable. */
  public void addRedisLink(BooleanSupplier isUp) {
    if (this == NONE) {
      return;
    }
    redisLinks.add(isUp);
    Gauge.builder("shopwire.redis.links.down", redisLinks, Telemetry::unavailable)
        .description("Connections of this process to Redis that are unavailable")
        .register(registry);
  }

  private static double unavailable(List<BooleanSupplier> links) {
    return links.stream().filter(isUp -> !isUp.getAsBoolean()).count();
  }

  /** A histogram from 1 ms to 10 s. */
  public static Timer.Builder histogram(String name, String description) {
    return histogram(name, description, BOUNDS_MILLIS);
  }

  /**
   * @param boundsMillis the upper bounds of the buckets
   */
  public static Timer.Builder histogram(String name, String description, int... boundsMillis) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(
            Arrays.stream(boundsMillis).mapToObj(Duration::ofMillis).toArray(Duration[]::new));
  }
}
