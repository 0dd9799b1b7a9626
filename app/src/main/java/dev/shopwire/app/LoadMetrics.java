package dev.shopwire.app;

import dev.shopwire.common.load.Connections;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.load.MemoryBudget;
import dev.shopwire.common.load.ProcessLoad;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Metrics of the limits on what a process buffers for its callers. */
final class LoadMetrics {
  private LoadMetrics() {}

  static void bind(ProcessLoad load, MeterRegistry registry) {
    bind("bodies", load.bodies(), registry);
    bind("calls", load.calls(), registry);
    bind("responses", load.responses(), registry);
    Gauge.builder("shopwire.connections", load, ProcessLoad::openConnections)
        .description("Open connections of all ports")
        .register(registry);
    for (Connections.CloseReason reason : Connections.CloseReason.values()) {
      FunctionCounter.builder(
              "shopwire.connections.closed", load, each -> each.closedConnections(reason))
          .description("Connections closed by the server, by reason")
          .tag("reason", reason.tag())
          .register(registry);
    }
  }

  /**
   * @param port the port on which credentials failed
   */
  static void bind(String port, FailureLimit failures, MeterRegistry registry) {
    FunctionCounter.builder("shopwire.credentials.refused", failures, FailureLimit::failures)
        .description("Requests whose API key or token was missing or wrong")
        .tag("port", port)
        .register(registry);
    FunctionCounter.builder("shopwire.credentials.limited", failures, FailureLimit::limited)
        .description("Those of them rejected with 429, as too many came from their address")
        .tag("port", port)
        .register(registry);
  }

  private static void bind(String what, MemoryBudget budget, MeterRegistry registry) {
    Gauge.builder("shopwire.held.bytes", budget, MemoryBudget::reserved)
        .description("Heap estimated to be in use by requests in progress")
        .tag("what", what)
        .register(registry);
    Gauge.builder("shopwire.held.limit.bytes", budget, MemoryBudget::limit)
        .description("Limit above which more is refused")
        .tag("what", what)
        .register(registry);
    FunctionCounter.builder("shopwire.held.refused", budget, MemoryBudget::rejections)
        .description("How often something was refused for lack of capacity")
        .tag("what", what)
        .register(registry);
  }
}
