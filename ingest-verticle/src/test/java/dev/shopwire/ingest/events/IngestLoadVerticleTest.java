package dev.shopwire.ingest.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.load.BackgroundPace;
import dev.shopwire.testing.Poll;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IngestLoadVerticleTest {
  private static final Duration TIME = Duration.ofSeconds(10);

  @Test
  void isBusyWhileMoreRequestsAreBeingWrittenThanThereAreProcessors() {
    assertTrue(IngestLoadVerticle.isBusy(4_001, 1_000, 4));
    assertFalse(IngestLoadVerticle.isBusy(4_000, 1_000, 4));
    assertFalse(IngestLoadVerticle.isBusy(2_000, 1_000, 1));
    assertFalse(IngestLoadVerticle.isBusy(0, 1_000, 1));
  }

  @Test
  void announcesABusyIntervalOnce() {
    Vertx vertx = Vertx.vertx();
    try {
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      IngestMetrics metrics = new IngestMetrics(registry);
      BackgroundPace pace = BackgroundPace.start(vertx).await();
      vertx.deployVerticle(new IngestLoadVerticle(metrics)).await();

      metrics.recordWriting(Duration.ofHours(1).toNanos());
      Poll.until(TIME, () -> "it is announced", pace::isBusy);
      Poll.until(TIME, () -> "it is over", () -> !pace.isBusy());
      assertEquals(1, registry.get("shopwire.ingest.busy.intervals").counter().count());
    } finally {
      vertx.close().await();
    }
  }
}
