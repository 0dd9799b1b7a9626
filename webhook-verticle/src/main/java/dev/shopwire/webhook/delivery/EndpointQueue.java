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
 * What one endpoint is to get, as far as it is in memory, and what of it is under way. Whatever
 * becomes of the rest, no message is here twice. For one event loop.
 */
final class EndpointQueue {
  /** What a kill may send twice: requests under way, and those whose end is not yet written. */
  private static final int MOST_UNWRITTEN = 2 * ConcurrencyWindow.MAX;

  private DeliveryEndpoint endpoint;
  private EndpointHealth health;
  private ConcurrencyWindow window = new ConcurrencyWindow();
  private final MessageMemory room;
  private final Backlog live;
  private final Backlog replays;
  private final ArrayDeque<DueDelivery> retries = new ArrayDeque<>();
  private final Map<UUID, DueDelivery> queued = new HashMap<>();
  private final Map<UUID, DueDelivery> underWay = new HashMap<>();
  private final Set<UUID> settledLately = new HashSet<>();
  private final CustomerOrder order = new CustomerOrder();
  private int reads;
  private int inFlight;
  private int retriesInFlight;
  private int replaysInFlight;
  private int turn;
  private boolean dropped;

  /** That was given last; 0 before the first. */
  private long lastPlace;

  EndpointQueue(DeliveryEndpoint endpoint, EndpointHealth health, MessageMemory room) {
    this.endpoint = endpoint;
    this.health = health;
    this.room = room;
    this.live = new Backlog(room, endpoint.workspaceId());
    this.replays = new Backlog(room, endpoint.workspaceId());
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

  /** Takes in what was just placed, or leaves it to be read later. */
  void arrived(DueDelivery due) {
    Backlog backlog = backlog(due.kind());
    if (endpoint.ordered() || health.status() != EndpointHealth.Status.ENABLED) {
      backlog.miss();
    } else if (backlog.offer(due)) {
      queue(due);
    }
  }

  /** Whether what arrives now would be taken into memory. */
  boolean takes() {
    return health.status() == EndpointHealth.Status.ENABLED
        && !endpoint.ordered()
        && !live.isBehind();
  }

  /** Something of that kind arrived whose message wasn't read. */
  void missed(DueDelivery.Kind kind) {
    backlog(kind).miss();
  }

  private Backlog backlog(DueDelivery.Kind kind) {
    return kind == DueDelivery.Kind.LIVE ? live : replays;
  }

  /**
   * A statement has given this place. Places have no gaps: if there is one, a statement gave those
   * before and its answer was lost, as with a connection.
   */
  void placed(long place) {
    if (lastPlace != 0 && place > lastPlace + 1) {
      lookAgain();
    }
    lastPlace = Math.max(lastPlace, place);
  }

  /** The last one that was given or read. */
  long lastKnownPlace() {
    return Math.max(lastPlace, Math.max(live.cursor(), replays.cursor()));
  }

  /** Something may have a place of which nobody was told. */
  void lookAgain() {
    live.lookAgain();
    replays.lookAgain();
  }

  /** Whether nothing of it is in memory, and nothing is known to be in PostgreSQL. */
  boolean isEmpty() {
    return queued.isEmpty() && isIdle() && !live.isBehind() && !replays.isBehind();
  }

  /** While a read is under way, what it may find has perhaps been settled since. */
  void beginRead() {
    reads++;
  }

  void endRead() {
    reads--;
    if (reads == 0) {
      settledLately.clear();
    }
  }

  /** What a read found of the backlog. */
  void found(DueDelivery due) {
    Backlog backlog = backlog(due.kind());
    if (backlog.isStale()) {
      return;
    }
    if (isKnown(due)) {
      backlog.passed(due);
    } else {
      backlog.found(due);
      queue(due);
    }
  }

  private void queue(DueDelivery due) {
    queued.put(due.messageId(), due);
    room.take(due);
  }

  void foundToRetry(DueDelivery due) {
    if (!isKnown(due)) {
      retries.add(due);
      queue(due);
    }
  }

  boolean isKnown(DueDelivery due) {
    UUID id = due.messageId();
    return queued.containsKey(id) || underWay.containsKey(id) || settledLately.contains(id);
  }

  boolean hasRoomToRetry() {
    return retries.size() < window.quarter();
  }

  /** The next one that may be sent now; null if there is none. */
  @Nullable DueDelivery next(Instant now) {
    if (!isOpen(now) || inFlight >= window.size() || underWay.size() >= MOST_UNWRITTEN) {
      return null;
    }
    if (room.isCrowded(endpoint.workspaceId()) && !underWay.isEmpty()) {
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

  void began(DueDelivery due) {
    if (queued.remove(due.messageId()) != null) {
      room.giveBack(due);
    }
    if (underWay.put(due.messageId(), due) == null) {
      room.began(due);
    }
    if (due.kind() != DueDelivery.Kind.TEST) {
      count(due, 1);
    }
    if (due.kind() == DueDelivery.Kind.LIVE) {
      order.began(due);
    }
  }

  private void count(DueDelivery due, int one) {
    inFlight += one;
    retriesInFlight += due.attempts() > 0 ? one : 0;
    replaysInFlight += due.kind() == DueDelivery.Kind.REPLAY && due.attempts() == 0 ? one : 0;
  }

  /** The attempt has ended; what follows is still to be written. */
  void ended(DueDelivery due, AttemptResult verdict) {
    if (due.kind() == DueDelivery.Kind.TEST) {
      return;
    }
    count(due, -1);
    if (verdict.action() == AttemptResult.Action.DELIVERED) {
      window.delivered();
    } else {
      window.failed();
    }
    EndpointHealth.Status before = health.status();
    health = verdict.health();
    if (before != health.status()) {
      restart();
    }
  }

  /** What follows is written. */
  void settled(DueDelivery due, AttemptResult verdict) {
    if (underWay.remove(due.messageId()) != null) {
      room.settled(due);
    }
    if (reads > 0) {
      settledLately.add(due.messageId());
    }
    if (due.kind() == DueDelivery.Kind.LIVE
        && verdict.action() != AttemptResult.Action.RETRY
        && order.ended(due)) {
      live.miss();
    }
    if (verdict.action() == AttemptResult.Action.WAIT
        && health.status() == EndpointHealth.Status.ENABLED) {
      // The endpoint has come back since: what was read then went past this one.
      restart();
    }
  }

  /** Somebody has changed the endpoint. */
  void changed(DeliveryEndpoint now, EndpointHealth read) {
    endpoint = now;
    if (health.status() != read.status()) {
      health = read;
      restart();
    }
  }

  void signsWith(List<SigningSecret> secrets) {
    endpoint = endpoint.with(secrets);
  }

  /** Everything that is not under way is to be read again. */
  void restart() {
    live.restart();
    replays.restart();
    retries.clear();
    queued.values().forEach(room::giveBack);
    queued.clear();
    order.restart(underWay.values());
    window = new ConcurrencyWindow();
  }

  /**
   * Another queue, here or elsewhere, serves the endpoint from now on, or none. What was begun goes
   * on to its end; reads that are under way for this one bring nothing any more.
   */
  void drop() {
    dropped = true;
    restart();
  }

  boolean isDropped() {
    return dropped;
  }

  boolean isIdle() {
    return underWay.isEmpty();
  }

  /** When the oldest of what waits happened; null if nothing waits in memory. */
  @Nullable Instant oldest() {
    DueDelivery first = null;
    for (DueDelivery due :
        List.of(live, replays).stream().flatMap(b -> b.first().stream()).toList()) {
      first = first == null || due.message().at().isBefore(first.message().at()) ? due : first;
    }
    return first == null ? null : first.message().at();
  }
}
