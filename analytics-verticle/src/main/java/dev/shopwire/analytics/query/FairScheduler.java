package dev.shopwire.analytics.query;

import dev.shopwire.common.failure.Failure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Shares a few slots fairly between apps: they take turns, and with two slots or more one app never
 * occupies them all, so that another app's read need not wait for it. Shared by the event loops of
 * a process. Thread-safe.
 */
public final class FairScheduler {
  /** Maximum number of waiting reads per app; further ones are rejected immediately. */
  static final int MAX_WAITING_PER_APP = 32;

  /** Maximum number of waiting reads of all apps. */
  static final int MAX_WAITING = 1_024;

  private final int slots;
  private final int slotsPerApp;

  // Ordered by the last turn of each app.
  private final Map<Long, Queue<Ticket>> waiting = new LinkedHashMap<>();
  private final Map<Long, Integer> running = new HashMap<>();
  private int allWaiting;
  private int allRunning;

  public FairScheduler(int slots) {
    this.slots = slots;
    this.slotsPerApp = Math.max(1, slots - 1);
  }

  /** One read, which waits, runs or has ended. */
  static final class Ticket {
    private enum State {
      WAITING,
      RUNNING,
      ENDED
    }

    private final long appId;
    private final Runnable start;
    private State state = State.WAITING;

    private Ticket(long appId, Runnable start) {
      this.appId = appId;
      this.start = start;
    }
  }

  /**
   * Requests a slot; {@link #end} must follow.
   *
   * @param start called once the read may run, on any thread, possibly before this method returns
   * @throws Failure 429 if the app has too many reads waiting, 503 if all apps together have
   */
  Ticket submit(long appId, Runnable start) {
    Ticket ticket = new Ticket(appId, start);
    synchronized (this) {
      Queue<Ticket> queue = waiting.get(appId);
      if (queue != null && queue.size() >= MAX_WAITING_PER_APP) {
        throw Failure.rateLimited(
            "The app already has " + MAX_WAITING_PER_APP + " reads waiting; send fewer at once",
            Duration.ofSeconds(1));
      }
      if (allWaiting >= MAX_WAITING) {
        throw Failure.unavailable("Too many reads are waiting");
      }
      waiting.computeIfAbsent(appId, first -> new ArrayDeque<>()).add(ticket);
      allWaiting++;
    }
    startNext();
    return ticket;
  }

  /**
   * Stops waiting, or releases the slot.
   *
   * @return whether the read had a slot
   */
  boolean end(Ticket ticket) {
    boolean ran;
    synchronized (this) {
      ran = ticket.state == Ticket.State.RUNNING;
      if (ran) {
        running.computeIfPresent(ticket.appId, (app, count) -> count == 1 ? null : count - 1);
        allRunning--;
      } else if (ticket.state == Ticket.State.WAITING) {
        remove(ticket);
      }
      ticket.state = Ticket.State.ENDED;
    }
    startNext();
    return ran;
  }

  synchronized boolean isWaiting(Ticket ticket) {
    return ticket.state == Ticket.State.WAITING;
  }

  /**
   * Stops waiting if the read still waits.
   *
   * @return whether it waited
   */
  synchronized boolean cancelIfWaiting(Ticket ticket) {
    if (ticket.state != Ticket.State.WAITING) {
      return false;
    }
    remove(ticket);
    ticket.state = Ticket.State.ENDED;
    return true;
  }

  private void remove(Ticket ticket) {
    Queue<Ticket> queue = waiting.get(ticket.appId);
    if (queue != null && queue.remove(ticket)) {
      allWaiting--;
      if (queue.isEmpty()) {
        waiting.remove(ticket.appId);
      }
    }
  }

  /** Starts reads outside the lock, since a started read may end immediately. */
  private void startNext() {
    Optional<Ticket> next = next();
    while (next.isPresent()) {
      next.get().start.run();
      next = next();
    }
  }

  private synchronized Optional<Ticket> next() {
    if (allRunning >= slots) {
      return Optional.empty();
    }
    return take(0).or(() -> take(slotsPerApp - 1));
  }

  /** The next ticket of an app with at most {@code maxRunning} running reads. */
  private Optional<Ticket> take(int maxRunning) {
    for (Iterator<Long> apps = waiting.keySet().iterator(); apps.hasNext(); ) {
      Long app = apps.next();
      if (running.getOrDefault(app, 0) <= maxRunning) {
        Queue<Ticket> queue = waiting.get(app);
        Ticket ticket = queue == null ? null : queue.poll();
        if (queue != null && ticket != null) {
          apps.remove();
          if (!queue.isEmpty()) {
            waiting.put(app, queue);
          }
          ticket.state = Ticket.State.RUNNING;
          running.merge(app, 1, Integer::sum);
          allWaiting--;
          allRunning++;
          return Optional.of(ticket);
        }
      }
    }
    return Optional.empty();
  }

  synchronized int waiting() {
    return allWaiting;
  }

  synchronized int running() {
    return allRunning;
  }
}
