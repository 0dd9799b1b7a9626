package dev.shopwire.common.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairSlotsTest {
  private final Vertx vertx = Vertx.vertx();
  private final FairSlots slots =
      new FairSlots(vertx, 3, 2, Duration.ofMinutes(1), FairSlotsTest::busy);

  private static Failure busy() {
    return Failure.unavailable("busy", "Too much at once", Duration.ofSeconds(1));
  }

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  @Test
  void anOwnerGetsItsShareAndLeavesTheRestToOthers() {
    Promise<String> first = Promise.promise();
    Promise<String> second = Promise.promise();
    Future<String> one = slots.run(1, first::future);
    slots.run(1, second::future);
    assertTrue(slots.run(1, () -> Future.succeededFuture("third")).failed());
    assertEquals("other", slots.run(2, () -> Future.succeededFuture("other")).result());
    first.complete("done");
    assertEquals("done", one.result());
    assertEquals("third", slots.run(1, () -> Future.succeededFuture("third")).result());
  }

  @Test
  void whatExceedsAllSlotsWaitsAndCountsForItsOwner() {
    Promise<String> held = Promise.promise();
    slots.run(1, held::future);
    slots.run(1, held::future);
    slots.run(2, held::future);
    Future<String> waiting = slots.run(2, () -> Future.succeededFuture("later"));
    assertFalse(waiting.isComplete());
    assertTrue(slots.run(2, () -> Future.succeededFuture("too much")).failed());
    held.complete("done");
    assertEquals("later", waiting.result());
  }

  @Test
  void aFailureFreesItsSlot() {
    for (int i = 0; i < 5; i++) {
      assertTrue(slots.run(1, () -> Future.failedFuture("fails")).failed());
    }
    assertEquals("works", slots.run(1, () -> Future.succeededFuture("works")).result());
  }
}
