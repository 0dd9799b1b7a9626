package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.lanes.Lanes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that the queues of the lanes' endpoints are there, and as their endpoints are now. For
 * one event loop.
 */
final class EndpointWatch {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointWatch.class);

  /** Told of what was found. */
  interface Listener {
    void added(EndpointQueue queue);

    void changed(EndpointQueue queue);

    void removed(EndpointQueue queue);
  }

  private final Vertx vertx;
  private final EndpointStates states;
  private final Settlements settlements;
  private final Queues queues;
  private final Lanes lanes;
  private final long againMillis;
  private final Listener listener;
  private final Set<Long> loading = new HashSet<>();

  /**
   * @param againMillis after which a read that failed is tried again
   */
  EndpointWatch(
      Vertx vertx,
      EndpointStates states,
      Settlements settlements,
      Queues queues,
      Lanes lanes,
      long againMillis,
      Listener listener) {
    this.vertx = vertx;
    this.states = states;
    this.settlements = settlements;
    this.queues = queues;
    this.lanes = lanes;
    this.againMillis = againMillis;
    this.listener = listener;
  }

  /** The lanes are ours now. */
  void gained(Set<Integer> gained) {
    states
        .ofLanes(gained)
        .compose(read -> unscheduleOrdered(read).map(read))
        .onSuccess(read -> read.forEach(this::add))
        .onFailure(
            error -> {
              failed(error);
              vertx.setTimer(
                  againMillis,
                  timer -> gained(gained.stream().filter(lanes::owns).collect(Collectors.toSet())));
            });
  }

  /** Whose messages wait to be tried again is not in memory: they are tried at once. */
  private Future<Void> unscheduleOrdered(List<EndpointStates.Read> read) {
    List<DeliveryEndpoint> ordered =
        read.stream().map(EndpointStates.Read::endpoint).filter(DeliveryEndpoint::ordered).toList();
    return ordered.isEmpty() ? Future.succeededFuture() : settlements.unschedule(ordered);
  }

  private void add(EndpointStates.Read read) {
    if (!read.deleted() && lanes.owns(read.endpoint().lane())) {
      listener.added(queues.add(read));
    }
  }

  /** Endpoints that are newer than the lane is ours; done when their queues are there. */
  Future<Void> load(Set<Long> unknown) {
    unknown.removeAll(loading);
    if (unknown.isEmpty()) {
      return Future.succeededFuture();
    }
    loading.addAll(unknown);
    return states
        .ofIds(unknown)
        .onSuccess(read -> read.forEach(this::add))
        .onFailure(EndpointWatch::failed)
        .onComplete(done -> loading.removeAll(unknown))
        .mapEmpty();
  }

  /** Looks for what somebody has changed; to be called now and then. */
  void look(Collection<Integer> owned) {
    states
        .changes(owned)
        .compose(this::readChanged)
        .onSuccess(read -> read.forEach(this::change))
        .onFailure(EndpointWatch::failed);
  }

  private Future<List<EndpointStates.Read>> readChanged(Map<Long, Instant> changes) {
    List<Long> changed = new ArrayList<>();
    changes.forEach(
        (id, at) -> {
          boolean known =
              queues.find(id).filter(queue -> queue.endpoint().updatedAt().equals(at)).isPresent();
          if (!known) {
            changed.add(id);
          }
        });
    return changed.isEmpty() ? Future.succeededFuture(List.of()) : states.ofIds(changed);
  }

  private void change(EndpointStates.Read read) {
    EndpointQueue queue = queues.find(read.endpoint().id()).orElse(null);
    if (queue == null) {
      add(read);
    } else if (read.deleted()) {
      queues.remove(read.endpoint().id());
      listener.removed(queue);
    } else if (!queue.endpoint().updatedAt().equals(read.endpoint().updatedAt())) {
      queue.changed(read.endpoint(), read.health());
      listener.changed(queue);
    }
  }

  /** The end of a rotation's overlap is nobody's change; to be called now and then. */
  void endOverlaps() {
    List<Long> rotating =
        queues.all().stream()
            .map(EndpointQueue::endpoint)
            .filter(endpoint -> endpoint.secrets().size() > 1)
            .map(DeliveryEndpoint::id)
            .toList();
    if (!rotating.isEmpty()) {
      states.ofIds(rotating).onSuccess(this::renew).onFailure(EndpointWatch::failed);
    }
  }

  private void renew(List<EndpointStates.Read> read) {
    for (EndpointStates.Read one : read) {
      queues
          .find(one.endpoint().id())
          .ifPresent(queue -> queue.signsWith(one.endpoint().secrets()));
    }
  }

  private static void failed(Throwable error) {
    LOG.warn("Endpoints can't be read now: {}", error.getMessage());
  }
}
