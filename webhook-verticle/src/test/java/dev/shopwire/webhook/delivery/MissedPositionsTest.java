package dev.shopwire.webhook.delivery;

import static dev.shopwire.webhook.delivery.DeliveryCases.due;
import static dev.shopwire.webhook.delivery.DeliveryCases.dueDeliveries;
import static dev.shopwire.webhook.delivery.DeliveryCases.end;
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
import org.junit.jupiter.api.Test;

/** Tests positions that a queue was not notified of, and queues that a worker no longer owns. */
class MissedPositionsTest {
  @Test
  void aGapInThePositionsRestartsTheReadFromTheFirst() {
    EndpointQueue queue = queue(false);
    read(queue, dueDeliveries(1, 3));
    DueDelivery first = started(queue);
    queue.recordPlace(4);
    queue.accept(due(4, 4, 0));
    assertEquals(4, queue.live().cursor());
    queue.recordPlace(6);
    queue.accept(due(6, 6, 0));
    assertEquals(0, queue.live().cursor());
    assertTrue(queue.live().needsRead());
    read(queue, dueDeliveries(1, 6));
    List<DueDelivery> sent = new ArrayList<>(List.of(first));
    for (int i = 1; i < 6; i++) {
      DueDelivery next = started(queue);
      sent.add(next);
      queue.markSettled(next, end(queue, next, status(200)));
    }
    assertEquals(dueDeliveries(1, 6), sent);
    assertNull(startNext(queue));
  }

  @Test
  void queuedDeliveriesAreNotAddedAgainByARepeatedRead() {
    EndpointQueue queue = queue(false);
    read(queue, dueDeliveries(1, 2));
    assertFalse(queue.isEmpty());
    for (int i = 0; i < 2; i++) {
      DueDelivery next = started(queue);
      queue.markSettled(next, end(queue, next, status(200)));
    }
    assertTrue(queue.isEmpty());
    queue.rereadAll();
    assertFalse(queue.isEmpty());
    read(queue, dueDeliveries(1, 1));
    assertEquals(1, queue.live().cursor());
    assertEquals(1, started(queue).place());
    queue.rereadAll();
    read(queue, dueDeliveries(1, 1));
    assertNull(startNext(queue));
  }

  @Test
  void aDroppedQueueSendsNothingMore() {
    EndpointQueue queue = queue(false);
    read(queue, dueDeliveries(1, 2));
    DueDelivery first = started(queue);
    queue.live().markBehind();
    queue.live().beginReading();
    queue.beginRead();
    queue.drop();
    queue.addRead(due(3, 3, 0));
    queue.live().endReading(false);
    queue.endRead();
    queue.markSettled(first, end(queue, first, status(200)));
    assertNull(startNext(queue));
    read(queue, dueDeliveries(2, 3));
    assertNull(startNext(queue));
    assertTrue(queue.isIdle());
  }
}
