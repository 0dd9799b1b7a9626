package dev.shopwire.app.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that reads of conditions that take too long end in time, and delay nothing else. */
class SegmentReadLimitsIT {
  private static final long LIMIT_MILLIS = 500;
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(12);
  private static OwnService service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service =
        new OwnService(
            Map.of(
                "SHOPWIRE_SEGMENTS_READ_MILLIS",
                Long.toString(LIMIT_MILLIS),
                "SHOPWIRE_SEGMENTS_READS",
                "1"));
  }

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
    service.close();
  }

  /** Reads of contacts wait meanwhile; pushes don't. */
  private static Future<?> lockContacts(Duration time) {
    Future<?> locked =
        THREADS.submit(
            () ->
                service
                    .sql()
                    .run(
                        "begin; lock table contacts in access exclusive mode; select pg_sleep(%d); commit"
                            .formatted(time.toSeconds())));
    Poll.until(
        Duration.ofSeconds(5),
        () -> "contacts are locked",
        () ->
            service
                    .sql()
                    .number(
                        """
                        select count(*) from pg_locks
                        where relation = 'contacts'::regclass and granted
                          and mode = 'AccessExclusiveLock'
                        """)
                > 0);
    return locked;
  }

  private static void assertTooSlow(Response response) {
    assertEquals(503, response.status(), response::body);
    assertEquals("segment_read_too_slow", response.json().path("code").asText());
    assertTrue(response.json().path("detail").asText().contains(LIMIT_MILLIS + " ms"));
    assertFalse(response.header("Retry-After").isEmpty());
  }

  @Test
  void aReadThatTakesTooLongIsRefusedAndDelaysNothingElse() throws Exception {
    SegmentWorkspace workspace = new SegmentWorkspace(service.tenants());
    workspace.push("s.example.com", "{\"n\":1}");
    String id = workspace.savedId("With contacts", "contact");
    Future<?> locked = lockContacts(Duration.ofSeconds(4));
    long start = System.nanoTime();
    List<Callable<Response>> calls = new ArrayList<>();
    calls.add(() -> workspace.preview("contact count gte 1"));
    calls.add(() -> workspace.get("/segments/" + id + "/members"));
    for (Response response : ConcurrentCalls.call(THREADS, calls)) {
      assertTooSlow(response);
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue(millis < 3_000, () -> "took " + millis + " ms");
    workspace.push("s.example.com", "{\"n\":2}");
    assertEquals(200, workspace.check("contact").status());
    assertEquals(200, workspace.get("/segments/" + id).status());
    assertEquals(1, workspace.preview("cf:n = 2").json().at("/preview/count").asInt());
    assertFalse(locked.isDone(), "all of this happened while contacts were locked");
    locked.get();
    assertEquals(0, workspace.preview("contact").json().at("/preview/count").asInt());
  }
}
