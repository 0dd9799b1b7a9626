package dev.shopwire.webhook.delivery;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.batching.SpacedRuns;
import dev.shopwire.webhook.lanes.Lanes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds deliveries that became due: at once after a wake-up, otherwise with the next sweep. One
 * read at a time; wake-ups during a read cause one more. Not thread-safe; use from one event loop.
 */
final class DueDeliverySweep {
  private static final Logger LOG = LoggerFactory.getLogger(DueDeliverySweep.class);

  /** From the start of a read to the start of the next, so that many small causes share one. */
  private static final Duration SPACING = Duration.ofMillis(13);

  /** How often older rows are looked for too, as left by long transactions. */
  private static final long ALL_NANOS = Duration.ofSeconds(2).toNanos();

  private final BackgroundTaskLog failures = new BackgroundTaskLog(LOG, "Reading due deliveries");
  private final QueuePlacement placement;
  private final Lanes lanes;
  private final Consumer<QueuePlacement.Placed> placed;
  private final Runnable failed;
  private final SpacedRuns reads;
  private long allNanos = System.nanoTime() - ALL_NANOS;
  private boolean moreOfAll;
  private boolean full;
  private List<Long> closed = List.of();

  /**
   * @param placed receives the deliveries that became due
   * @param failed called when a read failed, which may have assigned positions all the same
   */
  DueDeliverySweep(
      Vertx vertx,
      QueuePlacement placement,
      Lanes lanes,
      Consumer<QueuePlacement.Placed> placed,
      Runnable failed) {
    this.placement = placement;
    this.lanes = lanes;
    this.placed = placed;
    this.failed = failed;
    this.reads = new SpacedRuns(vertx, SPACING, this::read, this::fail);
  }

  /** Call when something may be due. */
  void wake() {
    reads.wake();
  }

  /** Sets the endpoints that currently keep no new deliveries in memory. */
  void setClosed(List<Long> endpoints) {
    closed = endpoints;
  }

  /** Whether the last read may have left due deliveries. */
  boolean isFull() {
    return full;
  }

  /** Completes when no read is in progress: after a lane's handover nothing may be placed. */
  Future<Void> whenIdle() {
    return reads.idle();
  }

  /** Returns whether more is due at once. */
  private Future<Boolean> read() {
    Collection<Integer> owned = lanes.owned();
    if (owned.isEmpty()) {
      full = false;
      return Future.succeededFuture(false);
    }
    boolean all = moreOfAll || System.nanoTime() - allNanos >= ALL_NANOS;
    return placement
        .place(owned, all, closed)
        .map(
            found -> {
              full = found.full();
              if (all) {
                allNanos = System.nanoTime();
                moreOfAll = found.full();
              }
              placed.accept(found);
              failures.succeeded();
              return found.full();
            });
  }

  private void fail(Throwable error) {
    failures.failed(error);
    full = false;
    failed.run();
  }
}
