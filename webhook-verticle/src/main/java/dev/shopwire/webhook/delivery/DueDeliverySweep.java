package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.lanes.Lanes;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what became due: at once when somebody says so, else with the next sweep. One read at a
 * time; nudges that come meanwhile are one more. For one event loop.
 */
final class DueDeliverySweep {
  private static final Logger LOG = LoggerFactory.getLogger(DueDeliverySweep.class);

  /** From the start of a read to the start of the next, so that many small causes share one. */
  private static final long SPACING_NANOS = 13_000_000;

  /** How often what is not young is looked for too, as after a long transaction. */
  private static final long ALL_NANOS = Duration.ofSeconds(2).toNanos();

  private final Vertx vertx;
  private final QueuePlacement placement;
  private final Lanes lanes;
  private final Consumer<QueuePlacement.Placed> placed;
  private final Runnable failed;
  private boolean reading;
  private boolean again;
  private long lastNanos = System.nanoTime() - SPACING_NANOS;
  private long allNanos = System.nanoTime() - ALL_NANOS;
  private boolean moreOfAll;
  private boolean full;
  private List<Long> closed = List.of();
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>();

  /**
   * @param placed is told of what became due
   * @param failed is told when a read failed, which may have given places all the same
   */
  DueDeliverySweep(
      Vertx vertx,
      QueuePlacement placement,
      Lanes lanes,
      Consumer<QueuePlacement.Placed> placed,
      Runnable failed) {
    this.vertx = vertx;
    this.placement = placement;
    this.lanes = lanes;
    this.placed = placed;
    this.failed = failed;
  }

  /** Something may be due. */
  void wake() {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    long early = SPACING_NANOS - (System.nanoTime() - lastNanos);
    if (early > 0) {
      vertx.setTimer(early / 1_000_000 + 1, timer -> read());
    } else {
      read();
    }
  }

  /** Endpoints that take nothing for now. */
  void close(List<Long> endpoints) {
    closed = endpoints;
  }

  /** Whether the last read left some that it could have read. */
  boolean isFull() {
    return full;
  }

  /** Done when no read is under way; whoever hands lanes over must not place anything after it. */
  Future<Void> idle() {
    if (!reading) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    awaitingIdle.add(idle);
    return idle.future();
  }

  private void ended() {
    reading = false;
    awaitingIdle.forEach(Promise::tryComplete);
    awaitingIdle.clear();
  }

  private void read() {
    lastNanos = System.nanoTime();
    again = false;
    Collection<Integer> owned = lanes.owned();
    if (owned.isEmpty()) {
      full = false;
      ended();
      return;
    }
    boolean all = moreOfAll || System.nanoTime() - allNanos >= ALL_NANOS;
    placement
        .place(owned, all, closed)
        .onComplete(
            found -> {
              ended();
              full = found.full();
              if (all) {
                allNanos = System.nanoTime();
                moreOfAll = found.full();
              }
              placed.accept(found);
              if (again || found.full()) {
                wake();
              }
            },
            error -> {
              ended();
              full = false;
              LOG.warn("What is due can't be read now: {}", error.getMessage());
              failed.run();
            });
  }
}
