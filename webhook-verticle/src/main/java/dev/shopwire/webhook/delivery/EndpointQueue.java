package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.signing.SigningSecret;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Holds one endpoint's deliveries that are in memory, and tracks those sent whose result is not
 * written yet. Never holds a message twice. Not thread-safe; use from one event loop.
 */
final class EndpointQueue {
  /** What a crash may send twice: requests in flight, and those whose result is not written yet. */
  private static final int MAX_UNSETTLED = 2 * ConcurrencyWindow.MAX;

  private DeliveryEndpoint endpoint;
  private EndpointHealth health;
  private ConcurrencyWindow window = new ConcurrencyWindow();
  private final MessageMemory memory;
  private final Backlog live;
  private final Backlog replays;
  private final ArrayDeque<DueDelivery> retries = new ArrayDeque<>();
  private final Map<UUID, DueDelivery> queued = new HashMap<>();
  private final Map<UUID, DueDelivery> unsettled = new HashMap<>();
  private final Set<UUID> settledDuringReads = new HashSet<>();
  private final CustomerOrder order = new CustomerOrder();
  private int reads;
  private int inFlight;
  private int retriesInFlight;
  private int replaysInFlight;
  private int turn;
  private boolean dropped;

  /** The position that was assigned last; 0 before the first. */
  private long lastPlace;

  EndpointQueue(DeliveryEndpoint endpoint, EndpointHealth health, MessageMemory memory) {
    this.endpoint = endpoint;
    this.health = health;
    this.memory = memory;
    this.live = new Backlog(memory, endpoint.workspaceId());
    this.replays = new Backlog(memory, endpoint.workspaceId());
  }

  DeliveryEndpoint endpoint() {
    return endpoint;
  }

  EndpointHealth health() {
    return health;
  }

  Backlog live() {
    return live;
  }

  Backlog replays() {
    return replays;
  }

  CustomerOrder order() {
    return order;
  }

  boolean isOpen(Instant now) {
    return !dropped && health.status() == EndpointHealth.Status.ENABLED && !health.isPaused(now);
  }

  /** Adds a delivery that was just placed, or leaves it to be read later. */
  void accept(DueDelivery due) {
    Backlog backlog = backlog(due.kind());
    if (endpoint.ordered() || health.status() != EndpointHealth.Status.ENABLED) {
      backlog.markBehind();
    } else if (backlog.offer(due)) {
      enqueue(due);
    }
  }

  /** Whether a live delivery placed now would be added to memory. */
  boolean acceptsNew() {
    return health.status() == EndpointHealth.Status.ENABLED
        && !endpoint.ordered()
        && !live.isBehind();
  }

  /** Records that a delivery of that kind was placed whose message wasn't read. */
  void markBehind(DueDelivery.Kind kind) {
    backlog(kind).markBehind();
  }

  private Backlog backlog(DueDelivery.Kind kind) {
    return kind == DueDelivery.Kind.LIVE ? live : replays;
  }

  /**
   * Records a position that a statement assigned. Positions have no gaps: if one is found, another
   * statement assigned those before it and its result was lost, as with a connection.
   */
  void recordPlace(long place) {
    if (lastPlace != 0 && place > lastPlace + 1) {
      rereadAll();
    }
    lastPlace = Math.max(lastPlace, place);
  }

  /** The last position that was assigned or read. */
  long lastKnownPlace() {
    return Math.max(lastPlace, Math.max(live.cursor(), replays.cursor()));
  }

  /** Call when positions may have been assigned that this queue doesn't know of. */
  void rereadAll() {
    live.rereadAll();
    replays.rereadAll();
  }

  /** Whether nothing is in memory or unsettled, and nothing is known to be in PostgreSQL. */
  boolean isEmpty() {
    return queued.isEmpty() && isIdle() && !live.isBehind() && !replays.isBehind();
  }

  /** Until {@link #endRead}, remembers what is settled, since the read may still find it. */
  void beginRead() {
    reads++;
  }

  void endRead() {
    reads--;
    if (reads == 0) {
      settledDuringReads.clear();
    }
  }

  /** Adds a delivery that a read of a backlog found. */
  void addRead(DueDelivery due) {
    Backlog backlog = backlog(due.kind());
    if (backlog.isStale()) {
      return;
    }
    if (isKnown(due)) {
      backlog.skip(due);
    } else {
      backlog.addRead(due);
      enqueue(due);
    }
  }

  private void enqueue(DueDelivery due) {
    queued.put(due.messageId(), due);
    memory.addWaiting(due);
  }

  void addRetry(DueDelivery due) {
    if (!isKnown(due)) {
      retries.add(due);
      enqueue(due);
    }
  }

  boolean isKnown(DueDelivery due) {
    UUID id = due.messageId();
    return queued.containsKey(id) || unsettled.containsKey(id) || settledDuringReads.contains(id);
  }

  boolean hasRetryCapacity() {
    return retries.size() < window.quarter();
  }

  /** Removes and returns the next delivery that may be sent now; null if there is none. */
  @Nullable DueDelivery next(Instant now) {
    if (!isOpen(now) || inFlight >= window.size() || unsettled.size() >= MAX_UNSETTLED) {
      return null;
    }
    if (memory.isCrowded(endpoint.workspaceId()) && !unsettled.isEmpty()) {
      return null;
    }
    turn++;
    boolean mayRetry = !retries.isEmpty() && retriesInFlight < window.quarter();
    if (mayRetry && (live.isEmpty() || turn % 4 == 0)) {
      return retries.poll();
    }
    DueDelivery due = endpoint.ordered() ? order.next(live) : live.poll();
    if (due == null && mayRetry) {
      return retries.poll();
    }
    return due == null && replaysInFlight < window.quarter() ? replays.poll() : due;
  }

  void markStarted(DueDelivery due) {
    if (queued.remove(due.messageId()) != null) {
      memory.removeWaiting(due);
    }
    if (unsettled.put(due.messageId(), due) == null) {
      memory.addUnsettled(due);
    }
    if (due.kind() != DueDelivery.Kind.TEST) {
      count(due, 1);
    }
    if (due.kind() == DueDelivery.Kind.LIVE) {
      order.block(due);
    }
  }

  private void count(DueDelivery due, int change) {
    inFlight += change;
    retriesInFlight += due.attempts() > 0 ? change : 0;
    replaysInFlight += due.kind() == DueDelivery.Kind.REPLAY && due.attempts() == 0 ? change : 0;
  }

  /** Records the end of an attempt, whose result is still to be written. */
  void markEnded(DueDelivery due, AttemptResult result) {
    if (due.kind() == DueDelivery.Kind.TEST) {
      return;
    }
    count(due, -1);
    if (result.action() == AttemptResult.Action.DELIVERED) {
      window.recordSuccess();
    } else {
      window.recordFailure();
    }
    EndpointHealth.Status before = health.status();
    health = result.health();
    if (before != health.status()) {
      restart();
    }
  }

  /** Records that the result of an attempt is written. */
  void markSettled(DueDelivery due, AttemptResult result) {
    if (unsettled.remove(due.messageId()) != null) {
      memory.removeUnsettled(due);
    }
    if (reads > 0) {
      settledDuringReads.add(due.messageId());
    }
    if (due.kind() == DueDelivery.Kind.LIVE
        && result.action() != AttemptResult.Action.RETRY
        && order.unblock(due)) {
      live.markBehind();
    }
    if (result.action() == AttemptResult.Action.WAIT
        && health.status() == EndpointHealth.Status.ENABLED) {
      // The endpoint has recovered since, and reads after that went past this delivery.
      restart();
    }
  }

  /** Applies a change of the endpoint. */
  void update(DeliveryEndpoint newEndpoint, EndpointHealth newHealth) {
    endpoint = newEndpoint;
    if (health.status() != newHealth.status()) {
      health = newHealth;
      restart();
    }
  }

  void setSecrets(List<SigningSecret> secrets) {
    endpoint = endpoint.withSecrets(secrets);
  }

  /** Forgets what waits in memory, to read it again. */
  void restart() {
    live.restart();
    replays.restart();
    retries.clear();
    queued.values().forEach(memory::removeWaiting);
    queued.clear();
    order.restart(unsettled.values());
    window = new ConcurrencyWindow();
  }

  /**
   * Call when another queue, in this process or another, serves the endpoint from now on, or none
   * does. Requests in flight run to their end; reads in progress for this queue have no effect.
   */
  void drop() {
    dropped = true;
    restart();
  }

  boolean isDropped() {
    return dropped;
  }

  boolean isIdle() {
    return unsettled.isEmpty();
  }

  /** When the cause of the oldest waiting delivery happened; null if none waits in memory. */
  @Nullable Instant oldest() {
    DueDelivery first = null;
    for (DueDelivery due :
        List.of(live, replays).stream().flatMap(b -> b.first().stream()).toList()) {
      first = first == null || due.message().at().isBefore(first.message().at()) ? due : first;
    }
    return first == null ? null : first.message().at();
  }
}
