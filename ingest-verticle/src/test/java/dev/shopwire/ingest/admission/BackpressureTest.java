package dev.shopwire.ingest.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.contracts.AnalyticsContracts.AppBacklog;
import dev.shopwire.common.failure.Failure;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class BackpressureTest {
  private static final int APP = 7;
  private static final long MANY = 50_000;
  private static final Vertx VERTX = Vertx.vertx();

  private final Backpressure backpressure = of(Duration.ofSeconds(4));
  private long runs;
  private long nanos;

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  private static Backpressure of(Duration limit) {
    return new Backpressure(limit, new SimpleMeterRegistry());
  }

  private void update(long events, double seconds) {
    nanos += Duration.ofMillis(500).toNanos();
    backpressure.update(List.of(new AppBacklog(APP, events, seconds, runs++)), nanos);
  }

  private String outcome() {
    Future<Void> entered = backpressure.enter(VERTX, APP);
    if (entered.failed()) {
      assertEquals("reports_behind", ((Failure) entered.cause()).reason());
      return "refused";
    }
    return entered.succeeded() ? "passed" : "delayed";
  }

  @Test
  void anAppIsDelayedFromHalfOfTheLimitOnAndRefusedBeyondIt() {
    update(MANY, 1.9);
    assertEquals("passed", outcome());
    update(MANY, 2.1);
    assertEquals("delayed", outcome());
    update(MANY, 3.9);
    assertEquals("delayed", outcome());
    update(MANY, 4.1);
    assertEquals("refused", outcome());
    assertTrue(backpressure.enter(VERTX, APP + 1).succeeded());
    update(MANY, 1);
    assertEquals("passed", outcome());
    backpressure.update(List.of(), nanos);
    assertEquals("passed", outcome());
  }

  @Test
  void aDelayedRequestPassesInTheEnd() throws Exception {
    update(MANY, 3);
    Future<Void> entered = backpressure.enter(VERTX, APP);
    assertFalse(entered.isComplete());
    entered.await();
  }

  @Test
  void fewEventsWaitForOthersAndAreNotToBlame() {
    update(19_999, 10);
    assertEquals("passed", outcome());
  }

  @Test
  void anAppWhoseEventsAreNotBeingAddedUpIsNotToBlame() {
    for (int i = 0; i < 12; i++) {
      update(MANY, 6 + i / 2.0);
      runs = 1;
    }
    assertEquals("passed", outcome());
    runs = 2;
    update(MANY, 12);
    assertEquals("refused", outcome());
  }

  @Test
  void aBacklogThatAnOutageLeftIsNotToBlame() {
    update(MANY, 20);
    assertEquals("passed", outcome());
  }

  @Test
  void withoutALimitNothingIsSlowedDown() {
    Backpressure none = of(Duration.ZERO);
    none.update(List.of(new AppBacklog(APP, MANY, 10, 1)), 0);
    assertTrue(none.enter(VERTX, APP).succeeded());
  }
}
