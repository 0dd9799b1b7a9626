package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.MailCounts;
import dev.shopwire.automation.sending.LaneLeases.Lease;
import dev.shopwire.common.background.BackgroundTaskLog;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the lanes that this process sends for: takes those that no process has, a few at a time,
 * and renews their leases. A process that can't renew them stops, by its own clock, before another
 * may begin. Not thread-safe; use from one event loop.
 */
final class Lanes {
  private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);

  /** Each costs memory for the mails that are read ahead. */
  private static final int MAX = 200;

  private static final int AT_ONCE = 4;

  /** A process waits longer for each lane that it has, so that others get some. */
  private static final int WAIT_MILLIS = 50;

  private static final int MAX_WAIT_MILLIS = 1_500;

  private static final int WAKE_MILLIS = 20;

  /** How long a process that shuts down waits for servers. */
  private static final Duration MAX_SHUTDOWN_WAIT = Duration.ofSeconds(3);

  private static final Duration MEASURE = Duration.ofSeconds(10);

  private final Lane.Context context;
  private final BackgroundTaskLog renewals = new BackgroundTaskLog(LOG, "Mail lane renewal");
  private final BackgroundTaskLog polls = new BackgroundTaskLog(LOG, "Mail lane acquisition");
  private final BackgroundTaskLog measurements = new BackgroundTaskLog(LOG, "Counting of mails");
  private final Map<Long, Lane> lanes = new HashMap<>();
  private boolean isClosing;
  private boolean isWoken;
  private long pollTimer;
  private long renewTimer;
  private long measureTimer;
  private Future<Void> lastPoll = Future.succeededFuture();

  Lanes(Lane.Context context) {
    this.context = context;
  }

  void start() {
    renewTimer = context.vertx().setPeriodic(context.config().renewMillis(), passed -> renew());
    measureTimer = context.vertx().setPeriodic(MEASURE.toMillis(), passed -> measure());
    poll();
  }

  /** Looks for mails soon; many calls cause one look. */
  void wake() {
    if (!isClosing && !isWoken && context.vertx().cancelTimer(pollTimer)) {
      isWoken = true;
      pollTimer = context.vertx().setTimer(WAKE_MILLIS, passed -> poll());
    }
  }

  /** Looks for mails, also in the lanes that it has. */
  private void poll() {
    isWoken = false;
    lanes.values().forEach(Lane::pump);
    lastPoll =
        polls.watch(acquire(System.nanoTime())).otherwiseEmpty().onComplete(done -> schedulePoll());
  }

  private void schedulePoll() {
    if (!isClosing) {
      int wait = Math.min(MAX_WAIT_MILLIS, WAIT_MILLIS * lanes.size());
      pollTimer =
          context.vertx().setTimer(Math.max(wait, context.config().pollMillis()), passed -> poll());
    }
  }

  private void measure() {
    measurements.watch(
        MailCounts.fold(context.pool())
            .compose(folded -> FrequencyWindows.deleteExpired(context.pool()))
            .compose(deleted -> context.metrics().measure(context.pool())));
  }

  private Future<Void> acquire(long sentNanos) {
    int limit = Math.min(AT_ONCE, MAX - lanes.size());
    return limit <= 0
        ? Future.succeededFuture()
        : context
            .leases()
            .acquire(lanes.keySet(), limit, context.config().expireHours())
            .onSuccess(leases -> leases.forEach(lease -> begin(lease, sentNanos)))
            .mapEmpty();
  }

  private void begin(Lease lease, long sentNanos) {
    if (isClosing) {
      context.leases().release(lease).onFailure(polls::failed);
      return;
    }
    Lane lane = new Lane(context, lease, validUntil(sentNanos));
    lanes.put(lease.senderId(), lane);
    lane.ended().onComplete(done -> lanes.remove(lease.senderId(), lane));
    lane.start();
  }

  /** A tenth less than the lease, to allow for clocks that run at slightly different speeds. */
  private long validUntil(long sentNanos) {
    return sentNanos + Duration.ofMillis(context.config().leaseMillis()).toNanos() / 10 * 9;
  }

  private void renew() {
    if (lanes.isEmpty()) {
      return;
    }
    long sentNanos = System.nanoTime();
    List<Lane> held = List.copyOf(lanes.values());
    renewals
        .watch(context.leases().renew(held.stream().map(Lane::lease).toList()))
        .onSuccess(renewed -> renewed(held, renewed, sentNanos));
  }

  private void renewed(List<Lane> held, Set<Long> renewed, long sentNanos) {
    for (Lane lane : held) {
      if (renewed.contains(lane.lease().senderId())) {
        lane.renewed(validUntil(sentNanos));
      } else if (lanes.remove(lane.lease().senderId(), lane)) {
        lane.lost();
      }
    }
  }

  /** Finishes what is in flight, and lets other processes take the lanes at once. */
  Future<Void> close() {
    isClosing = true;
    context.vertx().cancelTimer(pollTimer);
    context.vertx().cancelTimer(measureTimer);
    long timeout =
        context
            .vertx()
            .setTimer(MAX_SHUTDOWN_WAIT.toMillis(), passed -> lanes.values().forEach(Lane::close));
    return lastPoll
        .transform(
            polled -> {
              List<Lane> ending = List.copyOf(lanes.values());
              ending.forEach(Lane::end);
              return Future.join(ending.stream().map(Lane::ended).toList());
            })
        .<Void>mapEmpty()
        .otherwiseEmpty()
        .onComplete(
            done -> {
              context.vertx().cancelTimer(timeout);
              context.vertx().cancelTimer(renewTimer);
            });
  }
}
