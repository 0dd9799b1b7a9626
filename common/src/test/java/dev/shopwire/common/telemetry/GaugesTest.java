package dev.shopwire.common.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GaugesTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();

  private void replace(AtomicInteger value, String data) {
    Gauges.replace(registry, Gauge.builder("due", value, AtomicInteger::get).tag("data", data));
  }

  private double value(String data) {
    return registry.get("due").tag("data", data).gauge().value();
  }

  @Test
  void theLastGaugeOfANameAndItsTagsIsRead() {
    AtomicInteger failed = new AtomicInteger(1);
    AtomicInteger started = new AtomicInteger(2);
    AtomicInteger other = new AtomicInteger(3);
    replace(failed, "events");
    replace(other, "deliveries");
    replace(started, "events");
    assertEquals(2, value("events"));
    assertEquals(3, value("deliveries"));
    assertEquals(2, registry.getMeters().size());
  }
}
