package dev.shopwire.console.exports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExportSlotsTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  @Test
  void thoseThatWaitGetTheirTurnInOrder() {
    ExportSlots slots = new ExportSlots(vertx, 2, Duration.ofMinutes(1));
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
    ExportSlots slots = new ExportSlots(vertx, 1, Duration.ofMillis(50));
    assertTrue(slots.acquire().succeeded());
    Future<Void> late = slots.acquire();
    Failure failure = assertThrows(Failure.class, () -> late.await(10, TimeUnit.SECONDS));
    assertEquals(Code.UNAVAILABLE, failure.code());
    assertEquals("exports_busy", failure.reason());
    slots.release();
    assertTrue(slots.acquire().succeeded());
  }
}
