package dev.shopwire.webhook.delivery;

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
 * Collects what became of deliveries for a moment and writes it by batches: while one is being
 * written, the next collects. What can't be written now is written later. For one event loop.
 */
final class SettlementBatches {
  private static final Logger LOG = LoggerFactory.getLogger(SettlementBatches.class);
  private static final int MOST = 500;
  private static final int ENOUGH = 50;
  private static final long PAUSE_MILLIS = 100;
  private static final long RETRY_MILLIS = 250;
  private static final long DELIVERED_NANOS = Duration.ofMinutes(1).toNanos();

  private record Item(Settlement settlement, EndpointQueue queue) {}

  /** What the database last heard of an endpoint. */
  private record Told(EndpointHealth health, long deliveredNanos) {}

  private final Vertx vertx;
  private final Settlements settlements;
  private final EndpointStates states;
  private final BiConsumer<EndpointQueue, Settlement> written;
  private List<Item> collected = new ArrayList<>();
  private final Map<EndpointQueue, Told> told = new HashMap<>();
  private final Map<EndpointQueue, Boolean> dirty = new LinkedHashMap<>();
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>();
  private boolean writing;
  private boolean scheduled;

  /**
   * @param written is told of each settlement once it is durable
   */
  SettlementBatches(
      Vertx vertx,
      Settlements settlements,
      EndpointStates states,
      BiConsumer<EndpointQueue, Settlement> written) {
    this.vertx = vertx;
    this.settlements = settlements;
    this.states = states;
    this.written = written;
  }

  /**
   * @param before the endpoint's health before this attempt
   */
  void add(EndpointQueue queue, Settlement settlement, EndpointHealth before) {
    collected.add(new Item(settlement, queue));
    if (!queue.isDropped()) {
      note(queue, settlement, before);
    }
    if (!writing) {
      writeSoon();
    }
  }

  private void note(EndpointQueue queue, Settlement settlement, EndpointHealth before) {
    boolean delivered =
        settlement.verdict().action() == AttemptResult.Action.DELIVERED
            && settlement.due().kind() != DueDelivery.Kind.TEST;
    Told last =
        told.computeIfAbsent(queue, q -> new Told(before, System.nanoTime() - DELIVERED_NANOS));
    boolean stale = delivered && System.nanoTime() - last.deliveredNanos >= DELIVERED_NANOS;
    if (!last.health.equals(queue.health()) || stale) {
      dirty.merge(queue, delivered, (a, b) -> a || b);
    }
  }

  /** At once if that is worth a statement or somebody waits, else after a pause. */
  private void writeSoon() {
    if (collected.size() >= ENOUGH || !awaitingIdle.isEmpty() || hasOrdered()) {
      write();
    } else if (!scheduled) {
      scheduled = true;
      vertx.setTimer(PAUSE_MILLIS, timer -> writeIfIdle());
    }
  }

  /** A customer's next message waits for this one's end. */
  private boolean hasOrdered() {
    return collected.stream().anyMatch(item -> item.queue.endpoint().ordered());
  }

  /** Somebody else has written how the endpoint fares. */
  void forget(EndpointQueue queue) {
    told.remove(queue);
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
    List<Item> batch = List.copyOf(collected.subList(0, Math.min(MOST, collected.size())));
    Future<Void> settled =
        batch.isEmpty()
            ? Future.succeededFuture()
            : settlements.write(batch.stream().map(Item::settlement).toList());
    settled
        .onSuccess(done -> forgetWritten(batch))
        .compose(done -> writeStates())
        .onComplete(
            done -> endWriting(),
            error -> {
              LOG.warn("What became of deliveries is written later: {}", error.getMessage());
              vertx.setTimer(RETRY_MILLIS, timer -> write());
            });
  }

  private void forgetWritten(List<Item> batch) {
    collected = new ArrayList<>(collected.subList(batch.size(), collected.size()));
    batch.forEach(item -> written.accept(item.queue, item.settlement));
  }

  private Future<Void> writeStates() {
    if (dirty.isEmpty()) {
      return Future.succeededFuture();
    }
    Map<EndpointQueue, Boolean> now = new LinkedHashMap<>(dirty);
    dirty.clear();
    Map<EndpointQueue, Told> telling = new HashMap<>();
    List<EndpointStates.Change> changes = new ArrayList<>(now.size());
    List<DeliveryEndpoint> closed = new ArrayList<>();
    now.forEach(
        (queue, delivered) -> {
          Told last = Objects.requireNonNull(told.get(queue));
          EndpointHealth health = queue.health();
          changes.add(
              new EndpointStates.Change(queue.endpoint(), last.health.status(), health, delivered));
          if (last.health.status() != health.status()
              && health.status() != EndpointHealth.Status.ENABLED) {
            closed.add(queue.endpoint());
          }
          telling.put(queue, new Told(health, delivered ? System.nanoTime() : last.deliveredNanos));
        });
    return states
        .write(changes)
        .compose(
            done -> closed.isEmpty() ? Future.succeededFuture() : settlements.unschedule(closed))
        .onSuccess(done -> telling.forEach((queue, tell) -> told.replace(queue, tell)))
        .onFailure(error -> now.forEach(this::writeAgain));
  }

  private void writeAgain(EndpointQueue queue, boolean delivered) {
    if (told.containsKey(queue)) {
      dirty.merge(queue, delivered, (a, b) -> a || b);
    }
  }

  /** Done when nothing is left to be written. */
  Future<Void> idle() {
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
