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
  private static final long APP = 7;
  private static final long MANY_EVENTS = 50_000;
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
    Future<Void> admission = backpressure.delay(VERTX, APP);
    if (admission.failed()) {
      assertEquals("reports_behind", ((Failure) admission.cause()).reason());
      return "rejected";
    }
    return admission.succeeded() ? "admitted" : "delayed";
  }

  @Test
  void anAppIsDelayedFromHalfTheLimitAndRejectedBeyondIt() {
    update(MANY_EVENTS, 1.9);
    assertEquals("admitted", outcome());
    update(MANY_EVENTS, 2.1);
    assertEquals("delayed", outcome());
    update(MANY_EVENTS, 3.9);
    assertEquals("delayed", outcome());
    update(MANY_EVENTS, 4.1);
    assertEquals("rejected", outcome());
    assertTrue(backpressure.delay(VERTX, APP + 1).succeeded());
    update(MANY_EVENTS, 1);
    assertEquals("admitted", outcome());
    backpressure.update(List.of(), nanos);
    assertEquals("admitted", outcome());
  }

  @Test
  void aDelayedRequestIsEventuallyAdmitted() throws Exception {
    update(MANY_EVENTS, 3);
    Future<Void> admission = backpressure.delay(VERTX, APP);
    assertFalse(admission.isComplete());
    admission.await();
  }

  @Test
  void aSmallBacklogThatWaitsForOtherAppsIsNotLimited() {
    update(19_999, 10);
    assertEquals("admitted", outcome());
  }

  @Test
  void anAppWhoseEventsAreNotBeingAggregatedIsNotLimited() {
    for (int i = 0; i < 12; i++) {
      update(MANY_EVENTS, 6 + i / 2.0);
      runs = 1;
    }
    assertEquals("admitted", outcome());
    runs = 2;
    update(MANY_EVENTS, 12);
    assertEquals("rejected", outcome());
  }

  @Test
  void aBacklogAfterAnOutageIsNotLimited() {
    update(MANY_EVENTS, 20);
    assertEquals("admitted", outcome());
  }

  @Test
  void withoutALimitNoRequestIsDelayed() {
    Backpressure unlimited = of(Duration.ZERO);
    unlimited.update(List.of(new AppBacklog(APP, MANY_EVENTS, 10, 1)), 0);
    assertTrue(unlimited.delay(VERTX, APP).succeeded());
  }
}
