package dev.shopwire.webhook.delivery;

import dev.shopwire.common.background.BackgroundTaskLog;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the queues of endpoints that have more in PostgreSQL than in memory. One read covers many
 * endpoints; workspaces take turns. Not thread-safe; use from one event loop.
 */
final class Backlogs {
  private static final Logger LOG = LoggerFactory.getLogger(Backlogs.class);
  private static final int MAX_ENDPOINTS = 200;

  /** Ordered endpoints among them: each takes a statement of its own. */
  private static final int MAX_ORDERED = 8;

  /** The lowest limit for the messages of one read; those of the last endpoint may exceed it. */
  private static final int MIN_MESSAGES = 64;

  private static final int MAX_MESSAGES = 1_000;

  /** Few messages are larger: by default, a usage event's properties have 32 KiB at most. */
  private static final int LARGE_MESSAGE = 64 << 10;

  private final BackgroundTaskLog backlogReads = new BackgroundTaskLog(LOG, "Backlog read");
  private final BackgroundTaskLog orderedReads =
      new BackgroundTaskLog(LOG, "Backlog read of an ordered endpoint");
  private final DueDeliveryReads due;
  private final Consumer<EndpointQueue> ready;
  private final int maxMessages;
  private final RoundRobin behind = new RoundRobin();
  private boolean reading;

  /** A read in progress of one of an endpoint's backlogs. */
  private record PendingRead(EndpointQueue queue, Backlog backlog, boolean live, int limit) {
    static PendingRead begin(EndpointQueue queue, boolean live) {
      Backlog backlog = live ? queue.live() : queue.replays();
      backlog.beginReading();
      queue.beginRead();
      return new PendingRead(queue, backlog, live, backlog.readLimit());
    }

    DueDeliveryReads.Query query() {
      DeliveryEndpoint endpoint = queue.endpoint();
      return new DueDeliveryReads.Query(
          endpoint.workspaceId(), endpoint.id(), backlog.cursor(), live, limit);
    }

    void end(List<DueDelivery> found) {
      found.forEach(queue::addRead);
      backlog.endReading(found.size() >= limit);
      queue.endRead();
    }

    void fail() {
      backlog.failReading();
      queue.endRead();
    }
  }

  /**
   * @param ready called with each endpoint whose queue was read
   */
  Backlogs(DueDeliveryReads due, Consumer<EndpointQueue> ready) {
    this.due = due;
    this.ready = ready;
    // So that a read of large messages takes a sixteenth of the heap, as much as may wait in total.
    long fit = Runtime.getRuntime().maxMemory() / 16 / LARGE_MESSAGE;
    this.maxMessages = (int) Math.max(MIN_MESSAGES, Math.min(MAX_MESSAGES, fit));
  }

  /**
   * Schedules a read of the endpoint's queue if it needs one, and starts it if no other read is in
   * progress. To be called periodically too: failed reads are not repeated by themselves.
   */
  void readIfNeeded(EndpointQueue queue) {
    if (!queue.isDropped()
        && queue.health().status() == EndpointHealth.Status.ENABLED
        && (queue.live().needsRead() || queue.replays().needsRead())) {
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
    List<PendingRead> unordered = new ArrayList<>();
    List<Future<?>> reads = new ArrayList<>();
    int wanted = 0;
    int ordered = 0;
    while (queues.size() < MAX_ENDPOINTS && wanted < maxMessages && ordered < MAX_ORDERED) {
      EndpointQueue queue = behind.next(workspaceId -> true);
      if (queue == null) {
        break;
      }
      queues.add(queue);
      wanted += queue.live().readLimit() + queue.replays().readLimit();
      if (queue.live().needsRead()) {
        if (queue.endpoint().ordered()) {
          ordered++;
          reads.add(readOrdered(PendingRead.begin(queue, true)));
        } else {
          unordered.add(PendingRead.begin(queue, true));
        }
      }
      if (queue.replays().needsRead()) {
        unordered.add(PendingRead.begin(queue, false));
      }
    }
    reads.add(readUnordered(unordered));
    reading = true;
    Future.join(reads)
        .onComplete(
            done -> {
              reading = false;
              queues.forEach(ready);
              if (done.succeeded()) {
                queues.forEach(this::readIfNeeded);
                read();
              }
            });
  }

  private Future<Void> readUnordered(List<PendingRead> reads) {
    if (reads.isEmpty()) {
      return Future.succeededFuture();
    }
    return backlogReads
        .watch(due.after(reads.stream().map(PendingRead::query).toList()))
        .onComplete(
            found -> {
              Map<Long, List<DueDelivery>> live = new HashMap<>();
              Map<Long, List<DueDelivery>> replays = new HashMap<>();
              for (DueDelivery one : found) {
                (one.kind() == DueDelivery.Kind.LIVE ? live : replays)
                    .computeIfAbsent(one.endpointId(), id -> new ArrayList<>())
                    .add(one);
              }
              reads.forEach(
                  read ->
                      read.end(
                          (read.live ? live : replays)
                              .getOrDefault(read.queue.endpoint().id(), List.of())));
            },
            error -> reads.forEach(PendingRead::fail))
        .mapEmpty();
  }

  private Future<Void> readOrdered(PendingRead read) {
    EndpointQueue queue = read.queue;
    return orderedReads
        .watch(
            due.ofOtherCustomers(
                queue.endpoint().workspaceId(),
                queue.endpoint().id(),
                queue.order().excludeFromRead(queue.live()),
                read.limit))
        .onComplete(read::end, error -> read.fail())
        .mapEmpty();
  }
}
