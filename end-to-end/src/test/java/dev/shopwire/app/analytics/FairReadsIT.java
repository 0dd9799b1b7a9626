package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One app's continuous heavy funnels hardly slow the reads and posts of another. */
@Tag("alone")
@Tag("full")
class FairReadsIT {
  private static final int EVENTS = RunSize.of("fairReads.events", 100_000, 1_000_000);
  private static final Duration DURATION =
      Duration.ofSeconds(RunSize.of("fairReads.seconds", 4, 60));
  private static final int CLIENTS = 8;
  private static final long MAX_REPORT_MILLIS = 2_000;
  private static final double MIN_SHARE = 0.8;

  /** Fixed and far below the capacity of the service: the machine has other work in a build. */
  private static final int POSTS_PER_SECOND = RunSize.of("fairReads.rate", 40, 40);

  private static final String FUNNEL = "/funnels?steps=a,b,a,b,c&window=30d&order=any";
  private static final List<String> REPORTS =
      List.of(
          "/v1/usage_events/report?period=daily",
          "/v1/usage_events/report?calculation=median&overProperty=n&period=daily",
          "/v1/usage_events?calculation=count",
          "/v1/usage_events");

  private final AtomicBoolean isDone = new AtomicBoolean();
  private final AtomicInteger funnels = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  @Test
  void oneAppsHeavyFunnelsHardlySlowOthers() throws InterruptedException {
    try (OwnService service = new OwnService(Map.of())) {
      Tenants.App heavy = service.tenants().app();
      Tenants.App other = service.tenants().app();
      post(heavy);
      post(other);
      fill(service, heavy);
      Performance baseline = measure(other);
      ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
      Performance underLoad;
      double waiting;
      try {
        for (int i = 0; i < CLIENTS; i++) {
          threads.execute(() -> requestFunnels(service, heavy));
        }
        underLoad = measure(other);
        waiting = waiting(service.process());
      } finally {
        isDone.set(true);
        threads.shutdown();
        assertTrue(
            threads.awaitTermination(30, TimeUnit.SECONDS), "funnel requests are still running");
      }
      System.out.printf(
          "baseline: %s%nwith %d clients' funnels over %d events (%d completed, %d refused): %s%n",
          baseline, CLIENTS, EVENTS, funnels.get(), refused.get(), underLoad);
      assertTrue(waiting > 0, "none of the heavy app's reads is queued");
      assertTrue(funnels.get() > 0, "no funnel completed");
      assertTrue(underLoad.reportMillis(99) <= MAX_REPORT_MILLIS, underLoad::toString);
      assertTrue(
          underLoad.posts() >= MIN_SHARE * baseline.posts(), () -> baseline + " then " + underLoad);
    }
  }

  private static double waiting(ServiceProcess process) {
    return Metric.value(process.managementUrl(), "shopwire_reads_waiting{kind=\"scan\"}");
  }

  private void requestFunnels(OwnService service, Tenants.App app) {
    Tenants tenants = service.tenants();
    while (!isDone.get()) {
      Response response = tenants.console().get("/console/api/apps/" + app.appId() + FUNNEL);
      if (response.status() == 200) {
        funnels.incrementAndGet();
      } else {
        assertEquals(503, response.status(), response::body);
        refused.incrementAndGet();
      }
    }
  }

  /** What another app achieves: the number of stored posts, and milliseconds per report. */
  private record Performance(int posts, List<Long> reports) {
    long reportMillis(int percentile) {
      List<Long> sorted = new ArrayList<>(reports);
      Collections.sort(sorted);
      return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percentile / 100));
    }

    @Override
    public String toString() {
      return "%d posts; %d reports, p50 %d ms, p99 %d ms"
          .formatted(posts, reports.size(), reportMillis(50), reportMillis(99));
    }
  }

  private static Performance measure(Tenants.App app) throws InterruptedException {
    long end = System.nanoTime() + DURATION.toNanos();
    AtomicInteger posts = new AtomicInteger();
    Thread posting = new Thread(() -> post(app, end, posts));
    posting.start();
    List<Long> millis = new ArrayList<>();
    for (int i = 0; System.nanoTime() < end; i++) {
      long start = System.nanoTime();
      Response response = app.api().get(REPORTS.get(i % REPORTS.size()));
      millis.add((System.nanoTime() - start) / 1_000_000);
      assertEquals(200, response.status(), response::body);
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    posting.join();
    return new Performance(posts.get(), millis);
  }

  /** Posts at a rate independent of response times, as far as one connection allows. */
  private static void post(Tenants.App app, long end, AtomicInteger posts) {
    long pause = TimeUnit.SECONDS.toNanos(1) / POSTS_PER_SECOND;
    long due = System.nanoTime();
    while (System.nanoTime() < end) {
      post(app);
      posts.incrementAndGet();
      due += pause;
      LockSupport.parkNanos(Math.max(0, due - System.nanoTime()));
    }
  }

  private static void post(Tenants.App app) {
    Response response =
        app.api()
            .post(
                "/v1/usage_events",
                "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"properties\":{\"n\":1}}");
    assertEquals(200, response.status(), response::body);
  }

  /** Inserts into the tables, since posting would take longer. */
  private static void fill(OwnService service, Tenants.App app) {
    service
        .sql()
        .run(
            """
            insert into usage_events (app_id, customer_id, occurred_at, event_key, event_name)
            select %1$s, 1000000 + n %% 5000, now() - n * interval '1 second',
              gen_random_uuid(), (array['a', 'b', 'c'])[1 + n %% 7 %% 3]
            from generate_series(1, %2$d) n;
            delete from usage_event_backlog where app_id = %1$s;
            """
                .formatted(app.appId(), EVENTS));
  }
}
