package dev.shopwire.app.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.EventStream;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a real stream, sent twice in random order by eight clients, is stored once. */
@Tag("everywhere-long")
@Tag("full")
class ReplayIT {
  private static final int CLIENTS = 8;

  private final Tenants.App app = RunningService.shared().tenants().app();
  private final Http api = new Http(RunningService.shared().httpUrl());

  private static List<String> shuffled(long seed) {
    List<String> lines = new ArrayList<>(EventStream.sample());
    Collections.shuffle(lines, new Random(seed));
    return EventStream.batches(lines);
  }

  private static long distinctIds() {
    return EventStream.sample().stream()
        .map(line -> line.replaceAll(".*\"eventId\":\"([^\"]+)\".*", "$1"))
        .distinct()
        .count();
  }

  /** After a lost or late response, the retry reports its events as duplicates. */
  private static void assertAccepted(long distinct, RetryingClients replay, int passes) {
    assertEquals(
        (long) passes * EventStream.sample().size(), replay.accepted() + replay.duplicates());
    if (replay.retries() == 0) {
      assertEquals(distinct, replay.accepted());
    } else {
      assertTrue(replay.accepted() <= distinct);
    }
  }

  @Test
  void distinctEventsAreStoredAndTheSecondPassIsAllDuplicates() {
    long distinct = distinctIds();
    RetryingClients first = new RetryingClients(() -> api, app.key());
    first.run(shuffled(1), CLIENTS);
    assertAccepted(distinct, first, 1);
    assertEquals(distinct, RunningService.shared().sql().events(app.appId()));
    RetryingClients second = new RetryingClients(() -> api, app.key());
    second.run(shuffled(2), CLIENTS);
    assertEquals(0, second.accepted());
    assertEquals(EventStream.sample().size(), second.duplicates());
    assertEquals(distinct, RunningService.shared().sql().events(app.appId()));
  }

  @Test
  void distinctEventsAreStoredWhileRedisIsEmptiedEverySecond() {
    ScheduledExecutorService flusher = Executors.newSingleThreadScheduledExecutor();
    ScheduledFuture<?> flushing =
        flusher.scheduleAtFixedRate(Stores.shared()::emptyRedis, 0, 1, TimeUnit.SECONDS);
    try {
      RetryingClients replay = new RetryingClients(() -> api, app.key());
      for (int pass = 0; pass < 2; pass++) {
        replay.run(shuffled(pass), CLIENTS);
      }
      assertAccepted(distinctIds(), replay, 2);
      assertEquals(distinctIds(), RunningService.shared().sql().events(app.appId()));
      assertTrue(!flushing.isDone(), "the flusher failed");
    } finally {
      flushing.cancel(false);
      flusher.shutdown();
      Poll.until(Duration.ofSeconds(5), () -> "the flusher ended", flusher::isShutdown);
    }
  }
}
