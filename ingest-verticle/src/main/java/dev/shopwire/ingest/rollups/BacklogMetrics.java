package dev.shopwire.ingest.rollups;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.util.concurrent.atomic.AtomicLong;

/** What operators see of the events that are stored and not yet added up. Thread-safe. */
public final class BacklogMetrics {
  private static final String WAITING =
      """
      select coalesce(sum(events) filter (where set_aside_at is null), 0)::bigint as events,
        coalesce(extract(epoch from now() - min(stored_at) filter (where set_aside_at is null)),
          0)::float8 as seconds,
        coalesce(sum(events) filter (where set_aside_at is not null), 0)::bigint as set_aside
      from usage_event_backlog
      """;

  private final AtomicLong events = new AtomicLong();
  private final AtomicLong setAside = new AtomicLong();
  private final AtomicLong failingApps = new AtomicLong();
  private volatile double seconds;

  public BacklogMetrics(MeterRegistry registry) {
    Gauge.builder("shopwire.rollup.backlog.events", events, AtomicLong::get)
        .description("Events that are stored and not yet in reports' figures")
        .register(registry);
    Gauge.builder("shopwire.rollup.backlog.seconds", this, BacklogMetrics::seconds)
        .description("For how long the oldest of them has waited")
        .register(registry);
    Gauge.builder("shopwire.rollup.set.aside.events", setAside, AtomicLong::get)
        .description("Events that cannot be added up and are missing in reports' figures")
        .register(registry);
    Gauge.builder("shopwire.rollup.failing.apps", failingApps, AtomicLong::get)
        .description("Apps whose events could not be added up when last tried")
        .register(registry);
  }

  /** How many apps' events could not be added up when last tried. */
  void setFailingApps(long apps) {
    failingApps.set(apps);
  }

  /** For how long the oldest had waited when it was last looked. */
  double seconds() {
    return seconds;
  }

  /** Looks how many wait now. */
  Future<Void> measure(SqlClient client) {
    return client
        .query(WAITING)
        .execute()
        .map(
            rows -> {
              Row row = rows.iterator().next();
              events.set(row.getLong("events"));
              setAside.set(row.getLong("set_aside"));
              seconds = row.getDouble("seconds");
              return null;
            });
  }
}
