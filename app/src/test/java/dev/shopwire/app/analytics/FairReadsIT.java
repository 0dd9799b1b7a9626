package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Answer;
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

/**
 * One app asks for the heaviest funnels without pause; others read and send as before. Longer with
 * {@code -Dshopwire.reads.events} and {@code -Dshopwire.seconds}.
 */
@Tag("alone")
class FairReadsIT {
  private static final int EVENTS = RunSize.of("fairReads.events", 150_000, 1_000_000);
  private static final Duration TIME = Duration.ofSeconds(RunSize.of("fairReads.seconds", 8, 60));
  private static final int CLIENTS = 8;
  private static final long MOST_REPORT_MILLIS = 2_000;
  private static final double LEAST_SHARE = 0.8;

  /** Fixed, and far from what the service can take: the machine has other work in a build. */
  private static final int POSTS_PER_SECOND = RunSize.of("fairReads.rate", 40, 40);

  private static final String FUNNEL = "/funnels?steps=a,b,a,b,c&window=30d&order=any";
  private static final List<String> REPORTS =
      List.of(
          "/v1/usage_events/report?period=daily",
          "/v1/usage_events/report?calculation=median&overProperty=n&period=daily",
          "/v1/usage_events?calculation=count",
          "/v1/usage_events");

  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger funnels = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  @Test
  void oneAppsHeavyFunnelsCostOthersLittle() throws InterruptedException {
    try (OwnService service = new OwnService(Map.of())) {
      Tenants.App heavy = service.tenants().app();
      Tenants.App other = service.tenants().app();
      post(heavy);
      post(other);
      fill(service, heavy);
      Figures quiet = measure(other);
      ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
      Figures busy;
      double waiting;
      try {
        for (int i = 0; i < CLIENTS; i++) {
          threads.execute(() -> askForFunnels(service, heavy));
        }
        busy = measure(other);
        waiting = waiting(service.process());
      } finally {
        over.set(true);
        threads.shutdown();
        assertTrue(threads.awaitTermination(30, TimeUnit.SECONDS), "the funnels end");
      }
      System.out.printf(
          "quiet: %s%nwith %d clients' funnels over %d events (%d answered, %d refused): %s%n",
          quiet, CLIENTS, EVENTS, funnels.get(), refused.get(), busy);
      assertTrue(waiting > 0, "the heavy app's reads don't wait for their turn");
      assertTrue(funnels.get() > 0, "no funnel was answered");
      assertTrue(busy.reportMillis(99) <= MOST_REPORT_MILLIS, busy::toString);
      assertTrue(busy.posts() >= LEAST_SHARE * quiet.posts(), () -> quiet + " then " + busy);
    }
  }

  private static double waiting(ServiceProcess process) {
    return Metric.value(process.managementUrl(), "shopwire_reads_waiting{kind=\"scan\"}");
  }

  private void askForFunnels(OwnService service, Tenants.App app) {
    Tenants tenants = service.tenants();
    while (!over.get()) {
      Answer answer = tenants.console().get("/console/api/apps/" + app.appId() + FUNNEL);
      if (answer.status() == 200) {
        funnels.incrementAndGet();
      } else {
        assertEquals(503, answer.status(), answer::body);
        refused.incrementAndGet();
      }
    }
  }

  /** What another app gets: how many posts are stored, and how long reports take. */
  private record Figures(int posts, List<Long> reports) {
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

  private static Figures measure(Tenants.App app) throws InterruptedException {
    long end = System.nanoTime() + TIME.toNanos();
    AtomicInteger posts = new AtomicInteger();
    Thread posting = new Thread(() -> post(app, end, posts));
    posting.start();
    List<Long> millis = new ArrayList<>();
    for (int i = 0; System.nanoTime() < end; i++) {
      long start = System.nanoTime();
      Answer answer = app.api().get(REPORTS.get(i % REPORTS.size()));
      millis.add((System.nanoTime() - start) / 1_000_000);
      assertEquals(200, answer.status(), answer::body);
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    posting.join();
    return new Figures(posts.get(), millis);
  }

  /** At a rate that doesn't depend on how fast answers come, as far as one connection can. */
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
    Answer answer =
        app.api()
            .post(
                "/v1/usage_events",
                "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"properties\":{\"n\":1}}");
    assertEquals(200, answer.status(), answer::body);
  }

  /** Behind the service's back, because its way in would take longer. */
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
