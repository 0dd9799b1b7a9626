package dev.shopwire.ingest.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.common.load.BackgroundPace;
import dev.shopwire.common.telemetry.HttpMeters;
import dev.shopwire.common.telemetry.Telemetry;
import dev.shopwire.testing.Poll;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiLoadVerticleTest {
  private static final Duration TIME = Duration.ofSeconds(10);

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final Vertx vertx = Vertx.vertx();
  private final Telemetry telemetry = new Telemetry(registry, false).install(vertx);
  private BackgroundPace pace;

  @BeforeEach
  void start() {
    pace = BackgroundPace.start(vertx).await();
    vertx.deployVerticle(new ApiLoadVerticle()).await();
  }

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private void record(String port, int requests) {
    HttpMeters.Route route = telemetry.http(port).route("/v1/usage_events", "POST");
    for (int i = 0; i < requests; i++) {
      route.record(200, Duration.ofMillis(ApiLoadVerticle.INTERVAL_MILLIS).toNanos());
    }
  }

  private double busyIntervals() {
    return registry.get("shopwire.ingest.busy.intervals").counter().count();
  }

  @Test
  void announcesThatMoreRequestsAreInProgressThanThereAreProcessors() {
    record("public", 4 * Runtime.getRuntime().availableProcessors() + 4);

    Poll.until(TIME, () -> "it is announced", pace::isBusy);
    assertEquals(1, busyIntervals());
    Poll.until(TIME, () -> "it is over", () -> !pace.isBusy());
    assertEquals(1, busyIntervals());
  }

  @Test
  void neitherAFewRequestsNorThoseOfOtherPortsMakeItBusy() throws InterruptedException {
    record("public", 1);
    record("console", 100);
    Thread.sleep(3 * ApiLoadVerticle.INTERVAL_MILLIS);

    assertEquals(0, busyIntervals());
    assertFalse(pace.isBusy());
  }
}
