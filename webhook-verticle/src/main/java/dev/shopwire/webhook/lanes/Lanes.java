package dev.shopwire.webhook.lanes;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes that this worker delivers for. A lease is renewed long before it ends; a worker that
 * can't renew it begins nothing more, by its own clock, before another one may. A lane that another
 * worker should have is handed over once nothing of it is under way. For one event loop.
 */
public final class Lanes {
  private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);
  private static final Duration EARLY = Duration.ofMillis(100);

  /** How long a worker that leaves waits for receivers. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /**
   * @param lease how long a lane stays with a worker that says nothing
   * @param beat how often a worker says that it lives
   */
  public record Times(Duration lease, Duration beat) {}

  /** Whoever delivers; told on this event loop. */
  public interface Holder {
    /** These are ours from now on. */
    void gained(Set<Integer> lanes);

    /** These are not ours any more. */
    void lost(Set<Integer> lanes);

    /** Begin nothing new in these; done when nothing of them is under way. */
    Future<Void> finish(Set<Integer> lanes);
  }

  private final Vertx vertx;
  private final LaneLeases leases;
  private final Times times;
  private final Holder holder;
  private final Map<Integer, Long> epochs = new HashMap<>();
  private final Set<Integer> leaving = new HashSet<>();
  private long validUntilNanos;
  private long timer;
  private Future<Void> beating = Future.succeededFuture();
  private boolean closing;

  public Lanes(Vertx vertx, SqlClient client, UUID worker, Times times, Holder holder) {
    this.vertx = vertx;
    this.leases = new LaneLeases(client, worker, times.lease());
    this.times = times;
    this.holder = holder;
  }

  /** Done after the first beat, whether or not it succeeded. */
  public Future<Void> start() {
    timer = vertx.setPeriodic(times.beat().toMillis(), id -> beat());
    return beat();
  }

  private Future<Void> beat() {
    long asked = System.nanoTime();
    beating = beat(asked);
    return beating;
  }

  private Future<Void> beat(long asked) {
    return leases
        .beat()
        .onSuccess(held -> take(held, asked))
        .onFailure(error -> LOG.warn("Lanes are not renewed now: {}", error.getMessage()))
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  private void take(LaneLeases.Held held, long askedNanos) {
    if (closing) {
      return;
    }
    // A tenth less than the lease, so that clocks may differ a little in speed.
    validUntilNanos = askedNanos + times.lease().toNanos() / 10 * 9;
    Set<Integer> lost = new HashSet<>();
    Set<Integer> gained = new HashSet<>();
    epochs.forEach(
        (lane, epoch) -> {
          if (!epoch.equals(held.epochs().get(lane))) {
            lost.add(lane);
          }
        });
    drop(lost);
    held.epochs()
        .forEach(
            (lane, epoch) -> {
              if (epochs.putIfAbsent(lane, epoch) == null) {
                gained.add(lane);
              }
            });
    if (!gained.isEmpty()) {
      holder.gained(gained);
    }
    handOver(held.share());
  }

  private void drop(Set<Integer> lanes) {
    if (!lanes.isEmpty()) {
      epochs.keySet().removeAll(lanes);
      leaving.removeAll(lanes);
      holder.lost(lanes);
    }
  }

  private void handOver(int share) {
    int excess = epochs.size() - leaving.size() - share;
    if (excess <= 0) {
      return;
    }
    List<Integer> chosen =
        epochs.keySet().stream()
            .filter(lane -> !leaving.contains(lane))
            .sorted((a, b) -> b - a)
            .limit(excess)
            .toList();
    release(Set.copyOf(chosen));
  }

  private Future<Void> release(Set<Integer> lanes) {
    leaving.addAll(lanes);
    return holder
        .finish(lanes)
        .compose(done -> leases.release(lanes))
        .onSuccess(released -> drop(lanes))
        .onFailure(error -> LOG.warn("Lanes are released later: {}", error.getMessage()))
        .onFailure(error -> leaving.removeAll(lanes));
  }

  /** Those in which something may be begun now. */
  public Collection<Integer> owned() {
    return isValid()
        ? epochs.keySet().stream().filter(lane -> !leaving.contains(lane)).toList()
        : List.of();
  }

  public boolean owns(int lane) {
    return epochs.containsKey(lane) && !leaving.contains(lane) && isValid();
  }

  /** Proves to PostgreSQL that this worker has the lane; of a lane that isn't ours, -1. */
  public long epoch(int lane) {
    return epochs.getOrDefault(lane, -1L);
  }

  private boolean isValid() {
    return validUntilNanos - System.nanoTime() > 0;
  }

  /**
   * Hands everything over, so that others needn't wait for the leases to end: each lane when
   * nothing of it is under way, all of them after {@link #PATIENCE}; what is under way then may be
   * sent twice.
   */
  public Future<Void> close() {
    closing = true;
    vertx.cancelTimer(timer);
    // First of all: others' shares are greater from now on, so that they take all that is released.
    return beating.transform(beaten -> leases.leave()).transform(left -> releaseAll());
  }

  private Future<Void> releaseAll() {
    Set<Integer> held = new HashSet<>(epochs.keySet());
    leaving.addAll(held);
    Set<Integer> idle = new HashSet<>();
    Promise<Void> finished = Promise.promise();
    held.forEach(
        lane ->
            holder
                .finish(Set.of(lane))
                .onSuccess(
                    done -> {
                      idle.add(lane);
                      if (idle.size() == held.size()) {
                        finished.tryComplete();
                      }
                    }));
    if (held.isEmpty()) {
      finished.tryComplete();
    }
    Future<Void> early = vertx.timer(EARLY.toMillis()).compose(passed -> giveBack(idle));
    long patience = vertx.setTimer(PATIENCE.toMillis(), passed -> finished.tryComplete());
    return finished
        .future()
        .onComplete(done -> vertx.cancelTimer(patience))
        .compose(done -> giveBack(held))
        .eventually(() -> early.otherwiseEmpty())
        .onFailure(error -> LOG.warn("Lanes are not handed over: {}", error.getMessage()))
        .otherwiseEmpty();
  }

  private Future<Void> giveBack(Set<Integer> lanes) {
    Set<Integer> ours = new HashSet<>(lanes);
    ours.retainAll(epochs.keySet());
    return ours.isEmpty()
        ? Future.succeededFuture()
        : leases.release(ours).onSuccess(released -> drop(ours));
  }
}
