package dev.shopwire.app.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that an event posted to two processes at the same time is stored once. */
@Tag("stores")
class TwoProcessesIT {
  private static final int IDS = RunSize.of("twoProcesses.ids", 2_000, 40_000);
  private static final int CONCURRENCY = 16;

  @Test
  void twoConcurrentPostsOfOneIdOnTwoProcessesMakeOneRow() {
    Tenants.App app = RunningService.shared().tenants().app();
    Path directory = TemporaryFiles.directory("second");
    ExecutorService threads = Executors.newFixedThreadPool(2 * CONCURRENCY);
    AtomicLong accepted = new AtomicLong();
    AtomicLong duplicates = new AtomicLong();
    try (ServiceProcess second =
        ServiceProcess.start(
            directory, RunningService.onSharedStores(Map.of("SHOPWIRE_VERTICLES", "ingest")))) {
      Http firstApi = new Http(RunningService.shared().httpUrl());
      Http secondApi = new Http(second.httpUrl());
      for (int from = 0; from < IDS; from += CONCURRENCY) {
        CompletableFuture<?>[] posts =
            IntStream.range(from, from + CONCURRENCY)
                .boxed()
                .flatMap(
                    id ->
                        java.util.stream.Stream.of(firstApi, secondApi)
                            .map(
                                api ->
                                    CompletableFuture.runAsync(
                                        () -> post(api, app.key(), id, accepted, duplicates),
                                        threads)))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(posts).join();
      }
    } finally {
      threads.shutdownNow();
      TemporaryFiles.delete(directory);
    }
    assertEquals(IDS, RunningService.shared().sql().events(app.appId()));
    assertEquals(IDS, accepted.get());
    assertEquals(IDS, duplicates.get());
  }

  private static void post(
      Http api, String key, int id, AtomicLong accepted, AtomicLong duplicates) {
    String body =
        "{\"eventName\":\"a\",\"customerId\":\"s%d.example.com\",\"eventId\":\"id-%d\"}"
            .formatted(id % 50, id);
    JsonNode response =
        api.send(
                "POST",
                "/v1/usage_events",
                Map.of("X-Api-Key", key, "Content-Type", "application/json"),
                body.getBytes(StandardCharsets.UTF_8))
            .json();
    accepted.addAndGet(response.path("accepted").asLong());
    duplicates.addAndGet(response.path("duplicates").asLong());
  }
}
