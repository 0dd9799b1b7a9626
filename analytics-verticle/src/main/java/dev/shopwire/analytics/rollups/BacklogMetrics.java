package dev.shopwire.analytics.rollups;

import dev.shopwire.common.contracts.AnalyticsContracts.Backlog;
import dev.shopwire.common.contracts.AnalyticsContracts.WaitingApp;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What operators see of the events that are stored and not yet added up, and what ingest is told to
 * slow apps down by. Thread-safe.
 */
public final class BacklogMetrics {
  private static final String WAITING =
      """
      select b.app_id, coalesce(sum(b.events) filter (where set_aside_at is null), 0)::bigint
          as events,
        coalesce(extract(epoch from now() - min(stored_at) filter (where set_aside_at is null)),
          0)::float8 as seconds,
        coalesce(sum(b.events) filter (where set_aside_at is not null), 0)::bigint as set_aside,
        coalesce(max(r.runs), 0)::bigint as runs
      from usage_event_backlog b left join usage_rollup_runs r on r.app_id = b.app_id
      group by b.app_id
      """;

  private volatile Backlog backlog = new Backlog(List.of());

  /** Fewer are added up by the next transaction or two. */
  private static final long MANY_EVENTS = 10_000;

  private final AtomicLong events = new AtomicLong();
  private final AtomicLong setAside = new AtomicLong();
  private final AtomicLong failingApps = new AtomicLong();
  private volatile double seconds;

  public BacklogMetrics(MeterRegistry registry) {
    Gauge.builder("shopwire.rollup.backlog.events", events, AtomicLong::get)
        .description("Events that are stored and not yet in reports' figures")
        .register(registry);
    Gauge.builder("shopwire.rollup.backlog.seconds", this, metrics -> metrics.seconds)
        .description("For how long the oldest of them has waited")
        .register(registry);
    Gauge.builder("shopwire.rollup.set.aside.events", setAside, AtomicLong::get)
        .description("Events that cannot be added up and are missing in reports' figures")
        .register(registry);
    Gauge.builder("shopwire.rollup.failing.apps", failingApps, AtomicLong::get)
        .description("Apps whose events could not be added up when last tried")
        .register(registry);
  }

  /** Which apps had many events that waited when it was last looked. */
  Backlog backlog() {
    return backlog;
  }

  /** How many apps' events could not be added up when last tried. */
  void setFailingApps(long apps) {
    failingApps.set(apps);
  }

  /** Looks how many wait now; reads the whole backlog. */
  Future<Void> measure(SqlClient client) {
    return client
        .query(WAITING)
        .execute()
        .map(
            rows -> {
              List<WaitingApp> waiting = new ArrayList<>();
              long aside = 0;
              for (Row row : rows) {
                aside += row.getLong("set_aside");
                waiting.add(
                    new WaitingApp(
                        row.getInteger("app_id"),
                        row.getLong("events"),
                        row.getDouble("seconds"),
                        row.getLong("runs")));
              }
              events.set(waiting.stream().mapToLong(WaitingApp::events).sum());
              seconds = waiting.stream().mapToDouble(WaitingApp::seconds).max().orElse(0);
              setAside.set(aside);
              backlog =
                  new Backlog(
                      waiting.stream()
                          .filter(app -> app.events() >= MANY_EVENTS)
                          .sorted(Comparator.comparingLong(WaitingApp::events).reversed())
                          .limit(Backlog.MOST_APPS)
                          .toList());
              return null;
            });
  }
}
