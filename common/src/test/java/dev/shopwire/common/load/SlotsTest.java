package dev.shopwire.common.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
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

class SlotsTest {
  private static Failure busy() {
    return Failure.unavailable("busy", "Too much at once", Duration.ofSeconds(1));
  }

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  @Test
  void thoseThatWaitGetTheirTurnInOrder() {
    Slots slots = new Slots(vertx, 2, Duration.ofMinutes(1), SlotsTest::busy);
    assertTrue(slots.acquire().succeeded());
    assertTrue(slots.acquire().succeeded());
    Future<Void> third = slots.acquire();
    Future<Void> fourth = slots.acquire();
    assertFalse(third.isComplete());
    slots.release();
    assertTrue(third.succeeded());
    assertFalse(fourth.isComplete());
    slots.release();
    assertTrue(fourth.succeeded());
    slots.release();
    slots.release();
    assertTrue(slots.acquire().succeeded());
  }

  @Test
  void oneThatWaitsTooLongIsRefusedAndTakesNoTurn() {
    Slots slots = new Slots(vertx, 1, Duration.ofMillis(50), SlotsTest::busy);
    assertTrue(slots.acquire().succeeded());
    Future<Void> late = slots.acquire();
    Failure failure = assertThrows(Failure.class, () -> late.await(10, TimeUnit.SECONDS));
    assertEquals("busy", failure.reason());
    slots.release();
    assertTrue(slots.acquire().succeeded());
  }

  @Test
  void failedWorkFreesItsSlotToo() {
    Slots slots = new Slots(vertx, 1, Duration.ofMinutes(1), SlotsTest::busy);
    Promise<String> first = Promise.promise();
    Future<String> running = slots.run(first::future);
    Future<String> waiting = slots.run(() -> Future.succeededFuture("second"));
    assertFalse(waiting.isComplete());
    first.fail("broken");
    assertTrue(running.failed());
    assertEquals("second", waiting.result());
    Future<String> thrown =
        slots.run(
            () -> {
              throw busy();
            });
    assertTrue(thrown.failed());
    assertTrue(slots.acquire().succeeded());
  }
}
