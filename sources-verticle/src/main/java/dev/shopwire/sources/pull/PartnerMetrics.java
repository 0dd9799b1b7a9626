package dev.shopwire.sources.pull;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** Counts requests to partner interfaces, and shows how far behind they are. Thread-safe. */
public final class PartnerMetrics {
  private static final String REQUESTS = "shopwire.partner.requests";
  private static final String OUTCOME = "outcome";

  private final MeterRegistry registry;
  private final AtomicLong lag = new AtomicLong();
  private final AtomicLong stopped = new AtomicLong();

  public PartnerMetrics(MeterRegistry registry) {
    this.registry = registry;
    registry.counter(REQUESTS, OUTCOME, "ok");
    Gauge.builder("shopwire.partner.lag.seconds", lag, AtomicLong::get)
        .description("The longest time for which a live partner connection lacks records")
        .register(registry);
    Gauge.builder("shopwire.partner.stopped", stopped, AtomicLong::get)
        .description("Number of partner connections that were stopped by what the platform said")
        .register(registry);
  }

  /**
   * @param outcome {@code ok}, or the code of a problem
   */
  void requested(String outcome) {
    registry.counter(REQUESTS, OUTCOME, outcome).increment();
  }

  void measured(long lagSeconds, long stoppedConnections) {
    lag.set(lagSeconds);
    stopped.set(stoppedConnections);
  }
}
