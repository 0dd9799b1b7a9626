package dev.shopwire.common.load;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Limits how much work of one kind is done at once, in all and for each owner, so that one owner's
 * work can't keep out that of others. What exceeds the limit of all waits for a while; what exceeds
 * that of its owner fails at once. Not thread-safe; use from one event loop.
 */
public final class FairSlots {
  private final Slots all;
  private final int share;
  private final Supplier<Failure> busy;
  private final Map<Long, Integer> used = new HashMap<>();

  /**
   * @param share how many of the slots one owner may have, those that wait included
   * @param wait how long work may wait
   * @param busy the failure of what exceeds either limit
   */
  public FairSlots(Vertx vertx, int slots, int share, Duration wait, Supplier<Failure> busy) {
    this.all = new Slots(vertx, slots, wait, busy);
    this.share = share;
    this.busy = busy;
  }

  /** Does work that takes one of the owner's slots until it is complete. */
  public <T> Future<T> run(long owner, Supplier<Future<T>> work) {
    if (used.getOrDefault(owner, 0) >= share) {
      return Future.failedFuture(busy.get());
    }
    used.merge(owner, 1, Integer::sum);
    return all.run(work).onComplete(done -> release(owner));
  }

  private void release(long owner) {
    int left = used.getOrDefault(owner, 0) - 1;
    if (left > 0) {
      used.put(owner, left);
    } else {
      used.remove(owner);
    }
  }
}
