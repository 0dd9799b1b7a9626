package dev.shopwire.webhook.delivery;

import dev.shopwire.common.background.BackgroundTaskLog;
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
 * Keeps the queues of the lanes' endpoints complete and up to date with their endpoints. Not
 * thread-safe; use from one event loop.
 */
final class EndpointWatch {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointWatch.class);

  /** Notified of changes. */
  interface Listener {
    void added(EndpointQueue queue);

    void changed(EndpointQueue queue);

    void removed(EndpointQueue queue);
  }

  private final BackgroundTaskLog laneReads =
      new BackgroundTaskLog(LOG, "Reading the endpoints of gained lanes");
  private final BackgroundTaskLog newEndpointReads =
      new BackgroundTaskLog(LOG, "Reading new endpoints");
  private final BackgroundTaskLog changeReads =
      new BackgroundTaskLog(LOG, "Reading changed endpoints");
  private final BackgroundTaskLog secretReads =
      new BackgroundTaskLog(LOG, "Reading rotated signing secrets");
  private final Vertx vertx;
  private final EndpointStates states;
  private final Settlements settlements;
  private final Queues queues;
  private final Lanes lanes;
  private final long retryMillis;
  private final Listener listener;
  private final Set<Long> loading = new HashSet<>();

  /**
   * @param retryMillis after which a failed read of lanes is repeated
   */
  EndpointWatch(
      Vertx vertx,
      EndpointStates states,
      Settlements settlements,
      Queues queues,
      Lanes lanes,
      long retryMillis,
      Listener listener) {
    this.vertx = vertx;
    this.states = states;
    this.settlements = settlements;
    this.queues = queues;
    this.lanes = lanes;
    this.retryMillis = retryMillis;
    this.listener = listener;
  }

  /** Adds queues for the endpoints of lanes that this worker has gained. */
  void loadLanes(Set<Integer> gained) {
    laneReads
        .watch(states.ofLanes(gained).compose(read -> unscheduleOrdered(read).map(read)))
        .onSuccess(read -> read.forEach(this::add))
        .onFailure(
            error ->
                vertx.setTimer(
                    retryMillis,
                    timer ->
                        loadLanes(
                            gained.stream().filter(lanes::owns).collect(Collectors.toSet()))));
  }

  /** Which customers have messages waiting for a retry isn't in memory: they are sent at once. */
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

  /** Loads endpoints created after their lane was gained; completes when their queues exist. */
  Future<Void> load(Set<Long> unknown) {
    unknown.removeAll(loading);
    if (unknown.isEmpty()) {
      return Future.succeededFuture();
    }
    loading.addAll(unknown);
    return newEndpointReads
        .watch(states.ofIds(unknown))
        .onSuccess(read -> read.forEach(this::add))
        .onComplete(done -> loading.removeAll(unknown))
        .mapEmpty();
  }

  /** Finds and applies changes of endpoints; to be called periodically. */
  void refresh(Collection<Integer> owned) {
    changeReads
        .watch(states.changes(owned).compose(this::readChanged))
        .onSuccess(read -> read.forEach(this::change));
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
      queue.update(read.endpoint(), read.health());
      listener.changed(queue);
    }
  }

  /** Drops secrets whose overlap ended, which changes no endpoint; to be called periodically. */
  void refreshSecrets() {
    List<Long> rotating =
        queues.all().stream()
            .map(EndpointQueue::endpoint)
            .filter(endpoint -> endpoint.secrets().size() > 1)
            .map(DeliveryEndpoint::id)
            .toList();
    if (!rotating.isEmpty()) {
      secretReads.watch(states.ofIds(rotating)).onSuccess(this::renew);
    }
  }

  private void renew(List<EndpointStates.Read> read) {
    for (EndpointStates.Read one : read) {
      queues
          .find(one.endpoint().id())
          .ifPresent(queue -> queue.setSecrets(one.endpoint().secrets()));
    }
  }
}
