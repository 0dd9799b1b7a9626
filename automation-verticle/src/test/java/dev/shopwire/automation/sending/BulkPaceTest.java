package dev.shopwire.automation.sending;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.load.BackgroundPace;
import dev.shopwire.testing.Poll;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkPaceTest {
  private static final Duration TIME = Duration.ofSeconds(10);

  private final Vertx vertx = Vertx.vertx();
  private final BackgroundPace pace = BackgroundPace.start(vertx).await();
  private final BulkPace bulk = new BulkPace(pace);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private void busy() {
    BackgroundPace.announceBusy(vertx);
    Poll.until(TIME, () -> "it is announced", pace::isBusy);
  }

  @Test
  void portionsFollowOneAnotherAtOnceWhileThePublicApiIsNotBusy() {
    bulk.begun(List.of(1L, 2L));
    assertTrue(bulk.mayBegin());
    bulk.ended(1);
    bulk.ended(2);
    assertTrue(bulk.mayBegin());
  }

  @Test
  void aPortionAwaitsTheOneBeforeItAndARestWhileThePublicApiIsBusy() throws InterruptedException {
    bulk.begun(List.of(1L, 2L));
    busy();
    // So long that the rest is longer than this test may pause.
    Thread.sleep(200);
    assertFalse(bulk.mayBegin());
    bulk.ended(1);
    assertFalse(bulk.mayBegin());
    bulk.ended(2);
    assertFalse(bulk.mayBegin());
    assertTrue(bulk.restNanos() > 0);
    Poll.until(TIME, () -> "the rest is over", bulk::mayBegin);
  }

  @Test
  void otherMailsBeginNoRest() {
    busy();
    bulk.begun(List.of());
    bulk.ended(7);
    assertTrue(bulk.mayBegin());
  }
}
