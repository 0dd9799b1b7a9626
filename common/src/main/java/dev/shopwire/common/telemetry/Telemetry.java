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
 * The meters of a process, found by its Vert.x instance, so that what counts needs no parameter for
 * it. Labels hold names out of the code alone: routes, addresses, outcomes; never what a caller
 * sent. Thread-safe.
 */
public final class Telemetry implements Shareable {
  private static final String PLACE = "dev.shopwire.telemetry";
  private static final Telemetry NONE = new Telemetry(new CompositeMeterRegistry(), false);
  private static final int[] BOUNDS = {
    1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000
  };

  private final MeterRegistry registry;
  private final boolean accessLog;
  private final List<BooleanSupplier> redisLinks = new CopyOnWriteArrayList<>();
  private final Map<String, BusMeters> bus = new ConcurrentHashMap<>();

  /**
   * @param accessLog whether each HTTP request is a line of the log
   */
  public Telemetry(MeterRegistry registry, boolean accessLog) {
    this.registry = registry;
    this.accessLog = accessLog;
  }

  /** Makes it that of {@code vertx}; to be called before anything is deployed. */
  public Telemetry install(Vertx vertx) {
    vertx.sharedData().<String, Telemetry>getLocalMap(PLACE).put(PLACE, this);
    return this;
  }

  /** That of {@code vertx}; one that counts nothing where none was installed. */
  public static Telemetry of(Vertx vertx) {
    Telemetry installed = vertx.sharedData().<String, Telemetry>getLocalMap(PLACE).get(PLACE);
    return installed == null ? NONE : installed;
  }

  public MeterRegistry registry() {
    return registry;
  }

  /**
   * @param port which of the process's ports: public, console or management
   */
  public HttpMeters http(String port) {
    return new HttpMeters(registry, port, accessLog);
  }

  /** Of one address of the bus. */
  public BusMeters bus(String address) {
    BusMeters known = bus.get(address);
    return known == null
        ? bus.computeIfAbsent(address, name -> new BusMeters(registry, name))
        : known;
  }

  /** One more connection to Redis, of which {@code isUp} says whether it is usable now. */
  public void redisLink(BooleanSupplier isUp) {
    if (this == NONE) {
      return;
    }
    redisLinks.add(isUp);
    Gauge.builder("shopwire.redis.links.away", redisLinks, Telemetry::away)
        .description("Connections to Redis of this process that are away")
        .register(registry);
  }

  private static double away(List<BooleanSupplier> links) {
    return links.stream().filter(isUp -> !isUp.getAsBoolean()).count();
  }

  /** A histogram from 1 ms to 10 s. */
  public static Timer.Builder histogram(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(
            Arrays.stream(BOUNDS).mapToObj(Duration::ofMillis).toArray(Duration[]::new));
  }
}
