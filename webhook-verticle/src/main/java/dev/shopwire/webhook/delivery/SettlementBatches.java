package dev.shopwire.webhook.delivery;

import dev.shopwire.common.background.BackgroundTaskLog;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the results of attempts briefly and writes them in batches: while one is being written,
 * the next is collected. Failed writes are retried. Not thread-safe; use from one event loop.
 */
final class SettlementBatches {
  private static final Logger LOG = LoggerFactory.getLogger(SettlementBatches.class);
  private static final int MAX_BATCH = 500;
  private static final int IMMEDIATE_BATCH = 50;
  private static final long PAUSE_MILLIS = 100;
  private static final long RETRY_MILLIS = 250;
  private static final long DELIVERED_NANOS = Duration.ofMinutes(1).toNanos();

  private record Item(Settlement settlement, EndpointQueue queue) {}

  /** What was last written of an endpoint. */
  private record Written(EndpointHealth health, long deliveredNanos) {}

  private final BackgroundTaskLog writes = new BackgroundTaskLog(LOG, "Writing delivery results");
  private final Vertx vertx;
  private final Settlements settlements;
  private final EndpointStates states;
  private final BiConsumer<EndpointQueue, Settlement> settled;
  private List<Item> collected = new ArrayList<>();
  private final Map<EndpointQueue, Written> written = new HashMap<>();
  private final Map<EndpointQueue, Boolean> dirty = new LinkedHashMap<>();
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>();
  private boolean writing;
  private boolean scheduled;

  /**
   * @param settled called with each settlement once it is durable
   */
  SettlementBatches(
      Vertx vertx,
      Settlements settlements,
      EndpointStates states,
      BiConsumer<EndpointQueue, Settlement> settled) {
    this.vertx = vertx;
    this.settlements = settlements;
    this.states = states;
    this.settled = settled;
  }

  /**
   * @param before the endpoint's health before this attempt
   */
  void add(EndpointQueue queue, Settlement settlement, EndpointHealth before) {
    collected.add(new Item(settlement, queue));
    if (!queue.isDropped()) {
      markIfChanged(queue, settlement, before);
    }
    if (!writing) {
      writeSoon();
    }
  }

  private void markIfChanged(EndpointQueue queue, Settlement settlement, EndpointHealth before) {
    boolean delivered =
        settlement.result().action() == AttemptResult.Action.DELIVERED
            && settlement.due().kind() != DueDelivery.Kind.TEST;
    Written last =
        written.computeIfAbsent(
            queue, q -> new Written(before, System.nanoTime() - DELIVERED_NANOS));
    boolean stale = delivered && System.nanoTime() - last.deliveredNanos >= DELIVERED_NANOS;
    if (!last.health.equals(queue.health()) || stale) {
      dirty.merge(queue, delivered, (a, b) -> a || b);
    }
  }

  /** Writes at once if the batch is large enough or its end is awaited, otherwise after a pause. */
  private void writeSoon() {
    if (collected.size() >= IMMEDIATE_BATCH || !awaitingIdle.isEmpty() || hasOrdered()) {
      write();
    } else if (!scheduled) {
      scheduled = true;
      vertx.setTimer(PAUSE_MILLIS, timer -> writeIfIdle());
    }
  }

  /** Of ordered endpoints, a customer's next message waits until this one is settled. */
  private boolean hasOrdered() {
    return collected.stream().anyMatch(item -> item.queue.endpoint().ordered());
  }

  /** Forgets what was last written: another party writes the endpoint's health. */
  void forget(EndpointQueue queue) {
    written.remove(queue);
    dirty.remove(queue);
  }

  private void writeIfIdle() {
    scheduled = false;
    if (!writing) {
      write();
    }
  }

  private void endWriting() {
    writing = false;
    if (!collected.isEmpty() || !dirty.isEmpty()) {
      writeSoon();
    } else {
      awaitingIdle.forEach(Promise::tryComplete);
      awaitingIdle.clear();
    }
  }

  private void write() {
    writing = true;
    List<Item> batch = List.copyOf(collected.subList(0, Math.min(MAX_BATCH, collected.size())));
    Future<Void> write =
        batch.isEmpty()
            ? Future.succeededFuture()
            : settlements.write(batch.stream().map(Item::settlement).toList());
    writes
        .watch(write.onSuccess(done -> removeWritten(batch)).compose(done -> writeStates()))
        .onComplete(done -> endWriting(), error -> vertx.setTimer(RETRY_MILLIS, timer -> write()));
  }

  private void removeWritten(List<Item> batch) {
    collected = new ArrayList<>(collected.subList(batch.size(), collected.size()));
    batch.forEach(item -> settled.accept(item.queue, item.settlement));
  }

  private Future<Void> writeStates() {
    if (dirty.isEmpty()) {
      return Future.succeededFuture();
    }
    Map<EndpointQueue, Boolean> now = new LinkedHashMap<>(dirty);
    dirty.clear();
    Map<EndpointQueue, Written> newlyWritten = new HashMap<>();
    List<EndpointStates.Change> changes = new ArrayList<>(now.size());
    List<DeliveryEndpoint> closed = new ArrayList<>();
    now.forEach(
        (queue, delivered) -> {
          Written last = Objects.requireNonNull(written.get(queue));
          EndpointHealth health = queue.health();
          changes.add(
              new EndpointStates.Change(queue.endpoint(), last.health.status(), health, delivered));
          if (last.health.status() != health.status()
              && health.status() != EndpointHealth.Status.ENABLED) {
            closed.add(queue.endpoint());
          }
          newlyWritten.put(
              queue, new Written(health, delivered ? System.nanoTime() : last.deliveredNanos));
        });
    return states
        .write(changes)
        .compose(
            done -> closed.isEmpty() ? Future.succeededFuture() : settlements.unschedule(closed))
        .onSuccess(done -> newlyWritten.forEach((queue, last) -> written.replace(queue, last)))
        .onFailure(error -> now.forEach(this::writeAgain));
  }

  private void writeAgain(EndpointQueue queue, boolean delivered) {
    if (written.containsKey(queue)) {
      dirty.merge(queue, delivered, (a, b) -> a || b);
    }
  }

  /** Completes when nothing is left to be written. */
  Future<Void> whenIdle() {
    if (!writing && collected.isEmpty() && dirty.isEmpty()) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    awaitingIdle.add(idle);
    if (!writing) {
      write();
    }
    return idle.future();
  }
}
