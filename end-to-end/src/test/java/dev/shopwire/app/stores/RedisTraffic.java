package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Http;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Posts batches of new events for each app, each batch twice, until it is stopped. */
final class RedisTraffic {
  private static final int BATCHES = 10;
  private static final int EVENTS = 5;

  private record Posted(Tenants.App app, RetryingClients replay, long events) {}

  private final ExecutorService threads;
  private final List<CompletableFuture<Posted>> clients = new ArrayList<>();
  private volatile boolean stopped;

  RedisTraffic(ServiceProcess service, List<Tenants.App> apps) {
    threads = Executors.newFixedThreadPool(apps.size());
    apps.forEach(
        app -> clients.add(CompletableFuture.supplyAsync(() -> post(service, app), threads)));
  }

  private Posted post(ServiceProcess service, Tenants.App app) {
    RetryingClients replay = new RetryingClients(() -> new Http(service.httpUrl()), app.key());
    long batches = 0;
    while (!stopped) {
      List<String> bodies = new ArrayList<>();
      for (int i = 0; i < BATCHES; i++) {
        String body = RedisRequests.batch("flow-" + batches++, EVENTS);
        bodies.add(body);
        bodies.add(body);
      }
      replay.run(bodies, 1);
    }
    return new Posted(app, replay, batches * EVENTS);
  }

  /** Stops the clients, and compares what was sent with the responses and what is stored. */
  void stopAndCompare(Sql sql) {
    stopped = true;
    try {
      for (CompletableFuture<Posted> client : clients) {
        Posted posted = client.join();
        assertEquals(
            2 * posted.events,
            posted.replay.accepted() + posted.replay.duplicates(),
            "accepted and duplicates");
        // If the first response was lost or late, the retry reports the events as duplicates.
        if (posted.replay.retries() == 0) {
          assertEquals(posted.events, posted.replay.accepted(), "accepted");
          assertEquals(posted.events, posted.replay.duplicates(), "duplicates");
        }
        long app = Long.parseLong(posted.app.appId());
        assertEquals(
            posted.events,
            sql.number(
                "select count(*) from usage_events where app_id = ? and event_id like 'flow-%'",
                app));
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
