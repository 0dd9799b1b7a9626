package dev.shopwire.analytics.rollups;

import dev.shopwire.common.contracts.AnalyticsContracts.AppBacklog;
import dev.shopwire.common.contracts.AnalyticsContracts.Backlog;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the stored events that are not yet aggregated, for operators and for the ingest role,
 * which slows apps down accordingly. Thread-safe.
 */
public final class BacklogMetrics {
  private volatile Backlog backlog = new Backlog(List.of(), 0, 0);

  /** Fewer events are aggregated by the next transaction or two. */
  private static final long MANY_EVENTS = 10_000;

  private final AtomicLong events = new AtomicLong();
  private final AtomicLong quarantined = new AtomicLong();
  private final AtomicLong failingApps = new AtomicLong();
  private volatile double seconds;

  public BacklogMetrics(MeterRegistry registry) {
    Gauge.builder("shopwire.rollup.backlog.events", events, AtomicLong::get)
        .description("Stored events that are not yet aggregated")
        .register(registry);
    Gauge.builder("shopwire.rollup.backlog.seconds", this, metrics -> metrics.seconds)
        .description("How long the oldest stored event that is not yet aggregated has waited")
        .register(registry);
    Gauge.builder("shopwire.rollup.set.aside.events", quarantined, AtomicLong::get)
        .description("Quarantined events, which cannot be aggregated and are missing in reports")
        .register(registry);
    Gauge.builder("shopwire.rollup.failing.apps", failingApps, AtomicLong::get)
        .description("Apps whose events could not be aggregated at the last attempt")
        .register(registry);
  }

  /** The apps with many waiting events at the last measurement. */
  Backlog backlog() {
    return backlog;
  }

  /** Sets how many apps' events could not be aggregated at the last attempt. */
  void setFailingApps(long apps) {
    failingApps.set(apps);
  }

  /** Measures how many events wait now; reads the complete backlog. */
  Future<Void> measure(SqlClient client) {
    return UsageEventBacklog.ofApps(client)
        .map(
            apps -> {
              List<AppBacklog> waiting =
                  apps.stream().map(UsageEventBacklog.OfApp::waiting).toList();
              events.set(waiting.stream().mapToLong(AppBacklog::events).sum());
              seconds = waiting.stream().mapToDouble(AppBacklog::seconds).max().orElse(0);
              quarantined.set(apps.stream().mapToLong(UsageEventBacklog.OfApp::quarantined).sum());
              backlog =
                  new Backlog(
                      waiting.stream()
                          .filter(app -> app.events() >= MANY_EVENTS)
                          .sorted(Comparator.comparingLong(AppBacklog::events).reversed())
                          .limit(Backlog.MAX_APPS)
                          .toList(),
                      events.get(),
                      seconds);
              return null;
            });
  }
}
