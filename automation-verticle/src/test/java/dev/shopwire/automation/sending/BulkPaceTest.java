package dev.shopwire.automation.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
  private long now = Long.MAX_VALUE - 1_000;
  private final BulkPace bulk = new BulkPace(pace, () -> now);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private void busy() {
    BackgroundPace.announceBusy(vertx);
    Poll.until(TIME, () -> "it is announced", pace::isBusy);
  }

  @Test
  void portionsFollowOneAnotherAtOnceWhileIngestIsNotBusy() {
    bulk.begun(List.of(1L, 2L));
    assertTrue(bulk.mayBegin());
    bulk.ended(1);
    bulk.ended(2);
    assertTrue(bulk.mayBegin());
  }

  @Test
  void aPortionAwaitsTheOneBeforeItAndARestWhileIngestIsBusy() {
    bulk.begun(List.of(1L, 2L));
    busy();
    assertFalse(bulk.mayBegin());
    bulk.ended(1);
    assertFalse(bulk.mayBegin());
    now += 5_000;
    bulk.ended(2);
    assertEquals(10_000, bulk.restNanos());
    assertFalse(bulk.mayBegin());
    now += 10_000;
    assertTrue(bulk.mayBegin());
  }

  @Test
  void otherMailsBeginNoRest() {
    busy();
    bulk.begun(List.of());
    bulk.ended(7);
    assertTrue(bulk.mayBegin());
  }
}
