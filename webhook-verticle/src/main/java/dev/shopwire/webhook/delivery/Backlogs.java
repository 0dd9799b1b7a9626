package dev.shopwire.webhook.delivery;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the queues of endpoints that have more in PostgreSQL than in memory. One read asks for many
 * endpoints, of workspaces in turn. For one event loop.
 */
final class Backlogs {
  private static final Logger LOG = LoggerFactory.getLogger(Backlogs.class);
  private static final int ENDPOINTS = 200;

  /** Of them those that are ordered: each takes a statement of its own. */
  private static final int ORDERED = 8;

  /** Messages of one read, to which the last endpoint's may be added. */
  private static final int MIN_MESSAGES = 64;

  private static final int MAX_MESSAGES = 1_000;

  /** Few messages are larger: a usage event's properties have 32 KiB at most by default. */
  private static final int LARGE_MESSAGE = 64 << 10;

  private final DueDeliveries due;
  private final Consumer<EndpointQueue> ready;
  private final int messages;
  private final RoundRobin behind = new RoundRobin();
  private boolean reading;

  /** One backlog of an endpoint that is being read. */
  private record Reading(EndpointQueue queue, Backlog backlog, boolean live, int most) {
    static Reading begin(EndpointQueue queue, boolean live) {
      Backlog backlog = live ? queue.live() : queue.replays();
      backlog.beginReading();
      queue.beginRead();
      return new Reading(queue, backlog, live, backlog.wanted());
    }

    DueDeliveries.Question question() {
      DeliveryEndpoint endpoint = queue.endpoint();
      return new DueDeliveries.Question(
          endpoint.workspaceId(), endpoint.id(), backlog.cursor(), live, most);
    }

    void end(List<DueDelivery> found) {
      found.forEach(queue::found);
      backlog.endReading(found.size() >= most);
      queue.endRead();
    }

    void fail() {
      backlog.failedReading();
      queue.endRead();
    }
  }

  /**
   * @param ready is told of each endpoint for which something was found
   */
  Backlogs(DueDeliveries due, Consumer<EndpointQueue> ready) {
    this.due = due;
    this.ready = ready;
    // Large ones of one read take a sixteenth of the heap, as much as may wait in all.
    long fit = Runtime.getRuntime().maxMemory() / 16 / LARGE_MESSAGE;
    this.messages = (int) Math.max(MIN_MESSAGES, Math.min(MAX_MESSAGES, fit));
  }

  /**
   * Looks whether the endpoint's queue wants reading, and reads if nothing else is being read. To
   * be called now and then too: after a failure nothing is read by itself.
   */
  void note(EndpointQueue queue) {
    if (!queue.isDropped()
        && queue.health().status() == EndpointHealth.Status.ENABLED
        && (queue.live().wantsReading() || queue.replays().wantsReading())) {
      behind.add(queue);
      read();
    }
  }

  void forget(EndpointQueue queue) {
    behind.remove(queue);
  }

  private void read() {
    if (reading || behind.isEmpty()) {
      return;
    }
    List<EndpointQueue> queues = new ArrayList<>();
    List<Reading> plain = new ArrayList<>();
    List<Future<?>> reads = new ArrayList<>();
    int wanted = 0;
    int ordered = 0;
    while (queues.size() < ENDPOINTS && wanted < messages && ordered < ORDERED) {
      EndpointQueue queue = behind.next(workspaceId -> true);
      if (queue == null) {
        break;
      }
      queues.add(queue);
      wanted += queue.live().wanted() + queue.replays().wanted();
      if (queue.live().wantsReading()) {
        if (queue.endpoint().ordered()) {
          ordered++;
          reads.add(readOrdered(Reading.begin(queue, true)));
        } else {
          plain.add(Reading.begin(queue, true));
        }
      }
      if (queue.replays().wantsReading()) {
        plain.add(Reading.begin(queue, false));
      }
    }
    reads.add(readPlain(plain));
    reading = true;
    Future.join(reads)
        .onComplete(
            done -> {
              reading = false;
              queues.forEach(ready);
              if (done.succeeded()) {
                queues.forEach(this::note);
                read();
              }
            });
  }

  private Future<Void> readPlain(List<Reading> readings) {
    if (readings.isEmpty()) {
      return Future.succeededFuture();
    }
    return due.after(readings.stream().map(Reading::question).toList())
        .onComplete(
            found -> {
              Map<Long, List<DueDelivery>> live = new HashMap<>();
              Map<Long, List<DueDelivery>> again = new HashMap<>();
              for (DueDelivery one : found) {
                (one.kind() == DueDelivery.Kind.LIVE ? live : again)
                    .computeIfAbsent(one.endpointId(), id -> new ArrayList<>())
                    .add(one);
              }
              readings.forEach(
                  reading ->
                      reading.end(
                          (reading.live ? live : again)
                              .getOrDefault(reading.queue.endpoint().id(), List.of())));
            },
            error -> {
              LOG.warn("Backlogs can't be read now: {}", error.getMessage());
              readings.forEach(Reading::fail);
            })
        .mapEmpty();
  }

  private Future<Void> readOrdered(Reading reading) {
    EndpointQueue queue = reading.queue;
    return due.ofOtherCustomers(
            queue.endpoint().workspaceId(),
            queue.endpoint().id(),
            queue.order().leaveOut(queue.live()),
            reading.most)
        .onComplete(
            reading::end,
            error -> {
              LOG.warn("A backlog can't be read now: {}", error.getMessage());
              reading.fail();
            })
        .mapEmpty();
  }
}
