package dev.shopwire.webhook.lanes;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.PostgresFailures;
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
 * Holds the leases of the lanes that this worker delivers for. A lease is renewed long before it
 * expires; a worker that can't renew it stops starting requests, by its own clock, before another
 * worker may start any. Lanes beyond this worker's share are handed over once nothing of them is in
 * flight. Not thread-safe; use from one event loop.
 */
public final class Lanes {
  /**
   * The number of lanes. An endpoint's lane is its id modulo this number. The rows of {@code
   * webhook_lanes} and the migrations' functions have the same number, which must never change.
   */
  public static final int COUNT = 64;

  private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);

  /** When a worker that shuts down first releases the lanes that are idle. */
  private static final Duration EARLY_RELEASE = Duration.ofMillis(100);

  /** How long a worker that shuts down waits for receivers. */
  private static final Duration MAX_SHUTDOWN_WAIT = Duration.ofSeconds(3);

  /**
   * @param lease how long a lane stays with a worker that doesn't renew it
   * @param heartbeat how often a worker renews its leases
   */
  public record Times(Duration lease, Duration heartbeat) {}

  /** The worker that delivers; called on its event loop. */
  public interface Holder {
    /** The worker holds these lanes from now on. */
    void gained(Set<Integer> lanes);

    /** The worker no longer holds these lanes. */
    void lost(Set<Integer> lanes);

    /** Starts nothing new in these lanes; completes when nothing of them is in flight. */
    Future<Void> finish(Set<Integer> lanes);
  }

  private final Vertx vertx;
  private final LaneLeases leases;
  private final Times times;
  private final Holder holder;
  private final BackgroundTaskLog renewals = new BackgroundTaskLog(LOG, "Lane lease renewal");
  private final BackgroundTaskLog releases = new BackgroundTaskLog(LOG, "Lane release");
  private final Map<Integer, Long> epochs = new HashMap<>();
  private final Set<Integer> releasing = new HashSet<>();
  private long validUntilNanos;
  private long timer;
  private Future<Void> lastHeartbeat = Future.succeededFuture();
  private boolean closing;

  public Lanes(Vertx vertx, SqlClient client, UUID worker, Times times, Holder holder) {
    this.vertx = vertx;
    this.leases = new LaneLeases(client, worker, times.lease());
    this.times = times;
    this.holder = holder;
  }

  /** Completes after the first heartbeat, whether or not it succeeded. */
  public Future<Void> start() {
    timer = vertx.setPeriodic(times.heartbeat().toMillis(), id -> heartbeat());
    return heartbeat();
  }

  private Future<Void> heartbeat() {
    lastHeartbeat = heartbeat(System.nanoTime());
    return lastHeartbeat;
  }

  private Future<Void> heartbeat(long sentNanos) {
    return renewals
        .watch(leases.heartbeat())
        .onSuccess(heldLanes -> apply(heldLanes, sentNanos))
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  private void apply(LaneLeases.HeldLanes heldLanes, long sentNanos) {
    if (closing) {
      return;
    }
    // A tenth less than the lease, to allow for clocks that run at slightly different speeds.
    validUntilNanos = sentNanos + times.lease().toNanos() / 10 * 9;
    Set<Integer> lost = new HashSet<>();
    Set<Integer> gained = new HashSet<>();
    epochs.forEach(
        (lane, epoch) -> {
          if (!epoch.equals(heldLanes.epochs().get(lane))) {
            lost.add(lane);
          }
        });
    drop(lost);
    heldLanes
        .epochs()
        .forEach(
            (lane, epoch) -> {
              if (epochs.putIfAbsent(lane, epoch) == null) {
                gained.add(lane);
              }
            });
    if (!gained.isEmpty()) {
      holder.gained(gained);
    }
    handOver(heldLanes.share());
  }

  private void drop(Set<Integer> lanes) {
    if (!lanes.isEmpty()) {
      epochs.keySet().removeAll(lanes);
      releasing.removeAll(lanes);
      holder.lost(lanes);
    }
  }

  private void handOver(int share) {
    int excess = epochs.size() - releasing.size() - share;
    if (excess <= 0) {
      return;
    }
    List<Integer> chosen =
        epochs.keySet().stream()
            .filter(lane -> !releasing.contains(lane))
            .sorted((a, b) -> b - a)
            .limit(excess)
            .toList();
    release(Set.copyOf(chosen));
  }

  private Future<Void> release(Set<Integer> lanes) {
    releasing.addAll(lanes);
    return releases
        .watch(holder.finish(lanes).compose(done -> leases.release(lanes)))
        .onSuccess(released -> drop(lanes))
        .onFailure(error -> releasing.removeAll(lanes));
  }

  /** The lanes in which requests may be started now. */
  public Collection<Integer> owned() {
    return isValid()
        ? epochs.keySet().stream().filter(lane -> !releasing.contains(lane)).toList()
        : List.of();
  }

  public boolean owns(int lane) {
    return epochs.containsKey(lane) && !releasing.contains(lane) && isValid();
  }

  /** Proves to PostgreSQL that this worker holds the lane; -1 if it doesn't hold it. */
  public long epoch(int lane) {
    return epochs.getOrDefault(lane, -1L);
  }

  private boolean isValid() {
    return validUntilNanos - System.nanoTime() > 0;
  }

  /**
   * Hands all lanes over, so that other workers needn't wait for the leases to expire: those idle
   * after {@link #EARLY_RELEASE} first, the others when all are idle, but no later than {@link
   * #MAX_SHUTDOWN_WAIT}; what is still in flight then may be sent twice.
   */
  public Future<Void> close() {
    closing = true;
    vertx.cancelTimer(timer);
    // Deregisters first: the other workers' shares grow, so that they acquire all released lanes.
    return lastHeartbeat
        .transform(ended -> leases.deregister())
        .transform(deregistered -> releaseAll());
  }

  private Future<Void> releaseAll() {
    BackgroundTaskLog handover =
        new BackgroundTaskLog(
            LOG, "Lane handover failed", "Lane handover succeeded", PostgresFailures::isOutage);
    Set<Integer> held = new HashSet<>(epochs.keySet());
    releasing.addAll(held);
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
    Future<Void> early = vertx.timer(EARLY_RELEASE.toMillis()).compose(passed -> releaseHeld(idle));
    long timeout = vertx.setTimer(MAX_SHUTDOWN_WAIT.toMillis(), passed -> finished.tryComplete());
    return finished
        .future()
        .onComplete(done -> vertx.cancelTimer(timeout))
        .compose(done -> releaseHeld(held))
        .eventually(() -> early.otherwiseEmpty())
        .onFailure(handover::failed)
        .otherwiseEmpty();
  }

  private Future<Void> releaseHeld(Set<Integer> lanes) {
    Set<Integer> held = new HashSet<>(lanes);
    held.retainAll(epochs.keySet());
    return held.isEmpty()
        ? Future.succeededFuture()
        : leases.release(held).onSuccess(released -> drop(held));
  }
}
