package dev.shopwire.common.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Registers gauges of verticles, which may be created again when their start is retried. */
public final class Gauges {
  private Gauges() {}

  /**
   * Registers {@code gauge} in place of one of the same name and tags. A registry would otherwise
   * keep the first one, which reads the state of a verticle that did not start. Thread-safe.
   */
  public static void replace(MeterRegistry registry, Gauge.Builder<?> gauge) {
    registry.remove(gauge.register(registry));
    gauge.register(registry);
  }
}
