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
 * A scheduler that shares a few slots fairly between apps: they take turns, and with two slots or
 * more one app never has the last one, so another app's read need not wait for it. Shared by the
 * event loops of a process; thread-safe.
 */
public final class FairScheduler {
  /** Reads of one app that may wait; more are refused at once. */
  static final int MAX_WAITING_OF_APP = 32;

  /** Reads of all apps that may wait. */
  static final int MAX_WAITING = 1_024;

  private final int slots;
  private final int slotsOfApp;

  // In the order in which the apps had their last turn.
  private final Map<Integer, Queue<Ticket>> waiting = new LinkedHashMap<>();
  private final Map<Integer, Integer> running = new HashMap<>();
  private int allWaiting;
  private int allRunning;

  public FairScheduler(int slots) {
    this.slots = slots;
    this.slotsOfApp = Math.max(1, slots - 1);
  }

  /** One read's place: it waits, runs, and has ended. */
  static final class Ticket {
    private enum State {
      WAITING,
      RUNNING,
      ENDED
    }

    private final int appId;
    private final Runnable start;
    private State state = State.WAITING;

    private Ticket(int appId, Runnable start) {
      this.appId = appId;
      this.start = start;
    }
  }

  /**
   * Asks for a slot; {@link #end} must follow.
   *
   * @param start called once the read may run, on whatever thread: maybe before this returns
   * @throws Failure 429 if the app has too many waiting, 503 if all apps have
   */
  Ticket enter(int appId, Runnable start) {
    Ticket ticket = new Ticket(appId, start);
    synchronized (this) {
      Queue<Ticket> queue = waiting.get(appId);
      if (queue != null && queue.size() >= MAX_WAITING_OF_APP) {
        throw Failure.rateLimited(
            "The app has " + MAX_WAITING_OF_APP + " reads waiting already; ask for fewer at once",
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
   * Gives up waiting, or the slot.
   *
   * @return whether it had one
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
   * Gives up waiting if the read still waits.
   *
   * @return whether it did
   */
  synchronized boolean giveUp(Ticket ticket) {
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

  /** Out of the lock, since what starts may end at once. */
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
    return take(0).or(() -> take(slotsOfApp - 1));
  }

  /** The next ticket of an app that has up to {@code most} running. */
  private Optional<Ticket> take(int most) {
    for (Iterator<Integer> apps = waiting.keySet().iterator(); apps.hasNext(); ) {
      Integer app = apps.next();
      if (running.getOrDefault(app, 0) <= most) {
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
