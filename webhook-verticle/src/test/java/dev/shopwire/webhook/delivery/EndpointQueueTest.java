package dev.shopwire.webhook.delivery;

import static dev.shopwire.webhook.delivery.DeliveryCases.due;
import static dev.shopwire.webhook.delivery.DeliveryCases.dueDeliveries;
import static dev.shopwire.webhook.delivery.DeliveryCases.end;
import static dev.shopwire.webhook.delivery.DeliveryCases.noResponse;
import static dev.shopwire.webhook.delivery.DeliveryCases.queue;
import static dev.shopwire.webhook.delivery.DeliveryCases.read;
import static dev.shopwire.webhook.delivery.DeliveryCases.startNext;
import static dev.shopwire.webhook.delivery.DeliveryCases.started;
import static dev.shopwire.webhook.delivery.DeliveryCases.status;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EndpointQueueTest {
  @Test
  void deliveriesAreSentInOrderWithinTheWindow() {
    EndpointQueue queue = queue(false);
    read(queue, List.of());
    dueDeliveries(1, 10).forEach(queue::accept);
    List<Long> sent = new ArrayList<>();
    for (DueDelivery next = startNext(queue); next != null; next = startNext(queue)) {
      sent.add(next.place());
    }
    assertEquals(List.of(1L, 2L, 3L, 4L), sent);
  }

  @Test
  void aDeliveryIsNotSentBeforeOlderOnesInTheDatabase() {
    EndpointQueue queue = queue(false);
    queue.accept(due(1, 1, 0));
    assertNull(startNext(queue));
    assertTrue(queue.live().needsRead());
  }

  @Test
  void aDeliverySettledDuringAReadIsNotSentAgain() {
    EndpointQueue queue = queue(false);
    read(queue, List.of());
    DueDelivery due = due(1, 1, 0);
    queue.accept(due);
    startNext(queue);
    queue.beginRead();
    AttemptResult result = end(queue, due, status(200));
    queue.markSettled(due, result);
    queue.addRetry(due);
    queue.endRead();
    assertNull(startNext(queue));
  }

  @Test
  void aReadThatStartedBeforeARestartIsDiscarded() {
    EndpointQueue queue = queue(false);
    read(queue, dueDeliveries(1, 8));
    List<DueDelivery> sent = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      DueDelivery next = startNext(queue);
      if (next != null) {
        sent.add(next);
      }
    }
    queue.live().markBehind();
    queue.live().beginReading();
    queue.beginRead();
    sent.forEach(due -> end(queue, due, noResponse()));
    queue.markStarted(due(90, 90, 0));
    end(queue, due(90, 90, 0), noResponse());
    assertEquals(EndpointHealth.Status.PROBING, queue.health().status());
    queue.addRead(due(9, 9, 0));
    queue.live().endReading(false);
    queue.endRead();
    assertEquals(0, queue.live().cursor());
    assertTrue(queue.live().needsRead());
  }

  @Test
  void deliveriesThatWaitedForARecoveredEndpointAreReadAgain() {
    EndpointQueue queue = queue(false);
    read(queue, dueDeliveries(1, 1));
    DueDelivery late = due(1, 1, 0);
    startNext(queue);
    for (int place = 2; place <= 6; place++) {
      DueDelivery failing = due(place, place, 0);
      queue.markStarted(failing);
      queue.markSettled(failing, end(queue, failing, noResponse()));
    }
    AttemptResult wait = end(queue, late, noResponse());
    assertEquals(AttemptResult.Action.WAIT, wait.action());
    DueDelivery probe = due(7, 7, 0);
    queue.markStarted(probe);
    queue.markSettled(probe, end(queue, probe, status(200)));
    read(queue, List.of());
    assertTrue(!queue.live().needsRead());
    queue.markSettled(late, wait);
    assertTrue(queue.live().needsRead());
    assertEquals(0, queue.live().cursor());
  }

  @Test
  void anOrderedEndpointHasOneDeliveryPerCustomerInFlight() {
    EndpointQueue queue = queue(true);
    read(queue, List.of(due(1, 7, 0), due(2, 7, 0), due(3, 8, 0)));
    DueDelivery first = started(queue);
    DueDelivery other = startNext(queue);
    assertEquals(List.of(1L, 3L), List.of(place(first), place(other)));
    assertNull(startNext(queue));
    AttemptResult retry = end(queue, due(1, 7, 0), status(500));
    queue.markSettled(due(1, 7, 0), retry);
    assertNull(startNext(queue), "the customer's first one waits for a retry");
    queue.addRetry(due(1, 7, 1));
    assertEquals(1L, place(startNext(queue)));
    queue.markSettled(due(1, 7, 1), end(queue, due(1, 7, 1), status(200)));
    assertEquals(2L, place(startNext(queue)));
  }

  @Test
  void aCustomerExcludedFromAReadIsReadLater() {
    EndpointQueue queue = queue(true);
    read(queue, List.of(due(1, 7, 0)));
    startNext(queue);
    assertEquals(1, queue.order().excludeFromRead(queue.live()).size());
    queue.markSettled(due(1, 7, 0), end(queue, due(1, 7, 0), status(200)));
    assertTrue(queue.live().needsRead());
  }

  @Test
  void replaysUseAQuarterOfTheWindow() {
    EndpointQueue queue = queue(false);
    read(queue, List.of());
    queue.replays().beginReading();
    queue.beginRead();
    for (int place = 1; place <= 5; place++) {
      queue.addRead(due(place, place, 0, DueDelivery.Kind.REPLAY));
    }
    queue.replays().endReading(false);
    queue.endRead();
    assertEquals(1L, place(startNext(queue)));
    assertNull(startNext(queue));
    queue.accept(due(9, 9, 0));
    assertEquals(9L, place(startNext(queue)));
  }

  private static long place(@Nullable DueDelivery due) {
    return due == null ? -1 : due.place();
  }

  @Test
  void unsettledDeliveriesAreLimited() {
    EndpointQueue queue = queue(false);
    read(queue, List.of());
    int place = 0;
    int sent = 0;
    for (int round = 0; round < 200; round++) {
      queue.accept(due(++place, place, 0));
      DueDelivery next = startNext(queue);
      if (next != null) {
        sent++;
        end(queue, next, status(200));
      }
    }
    assertEquals(64, sent);
    queue.markSettled(due(1, 1, 0), end(queue, due(1, 1, 0), status(200)));
    assertEquals(65L, place(startNext(queue)));
  }

  @Test
  void largeMessagesStayWithinTheMemoryAndReleaseIt() {
    MessageMemory memory = new MessageMemory(64L << 20);
    EndpointQueue queue = queue(false, memory);
    read(queue, List.of());
    for (int place = 1; place <= 64; place++) {
      queue.accept(DeliveryCases.large(place, 4 << 20));
    }
    assertTrue(memory.used() <= 36L << 20, () -> "used " + memory.used());
    assertTrue(queue.live().isBehind());
    EndpointQueue other = queue(false, memory);
    read(other, List.of());
    other.accept(due(70, 70, 0));
    assertEquals(70L, place(startNext(other)), "others still have capacity");
    queue.restart();
    other.restart();
    other.markSettled(due(70, 70, 0), end(other, due(70, 70, 0), status(200)));
    assertEquals(0, memory.used());
    assertEquals(64, memory.maxPerQueue(1));
  }

  @Test
  void aDeliveryReadBeforeItsNotificationIsNotSentTwice() {
    EndpointQueue queue = queue(false);
    read(queue, dueDeliveries(1, 2));
    assertEquals(1L, place(startNext(queue)));
    queue.accept(due(1, 1, 0));
    queue.accept(due(2, 2, 0));
    assertEquals(2L, place(startNext(queue)));
    assertNull(startNext(queue));
  }

  @Test
  void whenMemoryIsScarceAnEndpointHasOneMessageInFlight() {
    MessageMemory memory = new MessageMemory(10 << 20);
    EndpointQueue queue = queue(false, memory);
    EndpointQueue other = queue(false, memory);
    read(queue, List.of());
    read(other, List.of());
    for (int place = 1; place <= 5; place++) {
      queue.accept(DeliveryCases.large(place, 4 << 20));
      other.accept(due(place, place, 0));
    }
    assertEquals(1L, place(startNext(queue)));
    assertEquals(2L, place(startNext(queue)));
    assertNull(startNext(queue), "8 MiB of 10 are in flight");
    assertFalse(memory.isCrowded(2), "another workspace");
    assertEquals(1L, place(startNext(other)));
    assertNull(startNext(other));
    DueDelivery first = DeliveryCases.large(1, 4 << 20);
    queue.markSettled(first, end(queue, first, status(200)));
    assertEquals(2L, place(startNext(other)));
  }
}
