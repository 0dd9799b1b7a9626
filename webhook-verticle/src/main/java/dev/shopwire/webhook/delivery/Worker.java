package dev.shopwire.webhook.delivery;

import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.webhook.lanes.Lanes;
import dev.shopwire.webhook.replay.ReplayJobs;
import dev.shopwire.webhook.secrets.SigningSecrets;
import dev.shopwire.webhook.sending.Sender;
import dev.shopwire.webhook.signing.Signatures;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers for the lanes that it holds, at least once each and in the end either delivered or
 * visibly failed (contract §8). For one event loop.
 */
public final class Worker implements Lanes.Holder {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final long TICK_MILLIS = 100;
  private static final long REPLAY_MILLIS = 500;
  private static final long ROTATION_MILLIS = 1_000;

  private final Vertx vertx;
  private final Pool pool;
  private final DeliveryConfig config;
  private final Queues queues = new Queues();
  private final Gauges gauges;
  private final EndpointStates states;
  private final Settlements settlements;
  private final Lanes lanes;
  private final Dispatcher dispatcher;
  private final Bookkeeping bookkeeping;
  private final Intake intake;
  private final Backlogs backlogs;
  private final Retries retries;
  private final Probes probes;
  private final List<Long> timers = new ArrayList<>();
  private final Map<Promise<Void>, Set<Integer>> finishing = new HashMap<>();
  private final Set<Long> loading = new HashSet<>();
  private MessageConsumer<Object> nudges;
  private boolean replaying;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public Worker(
      Vertx vertx,
      Pool pool,
      DeliveryConfig config,
      SigningSecrets secrets,
      Signatures signatures,
      Sender sender,
      DeliveryMetrics metrics) {
    this.vertx = vertx;
    this.pool = pool;
    this.config = config;
    UUID id = UUID.randomUUID();
    DueDeliveries due = new DueDeliveries(pool);
    states = new EndpointStates(pool, secrets);
    settlements = new Settlements(pool, id);
    gauges = new Gauges(metrics);
    lanes = new Lanes(vertx, pool, id, config.lanes(), this);
    bookkeeping = new Bookkeeping(vertx, settlements, states, this::settled);
    dispatcher =
        new Dispatcher(lanes, sender, signatures, metrics, config.inFlight(), bookkeeping::add);
    backlogs = new Backlogs(due, dispatcher::offer);
    retries = new Retries(due, dispatcher::offer);
    probes = new Probes(vertx, due, dispatcher::probe);
    intake = new Intake(vertx, due, id, lanes, this::placed);
  }

  public Future<Void> start() {
    nudges = vertx.eventBus().consumer(Outbox.DUE, message -> intake.wake());
    timers.add(vertx.setPeriodic(config.sweep().toMillis(), timer -> sweep()));
    timers.add(vertx.setPeriodic(TICK_MILLIS, timer -> tick()));
    timers.add(vertx.setPeriodic(REPLAY_MILLIS, timer -> replay()));
    timers.add(vertx.setPeriodic(ROTATION_MILLIS, timer -> endOverlaps()));
    return lanes.start();
  }

  /** What a nudge should have said. */
  private void sweep() {
    intake.wake();
    queues.all().forEach(backlogs::note);
    queues.all().forEach(dispatcher::offer);
    Collection<Integer> owned = lanes.owned();
    gauges.update(queues.all(), owned, dispatcher.inFlight());
    if (!owned.isEmpty()) {
      states
          .changes(owned)
          .compose(this::readChanged)
          .onSuccess(read -> read.forEach(this::changed))
          .onFailure(error -> LOG.warn("Endpoints can't be read now: {}", error.getMessage()));
    }
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

  private void tick() {
    retries.tick();
    probes.tick(ownQueues().toList());
  }

  private void replay() {
    if (replaying) {
      return;
    }
    replaying = true;
    ReplayJobs.step(pool, ownQueues().map(queue -> queue.endpoint().id()).toList())
        .onSuccess(
            made -> {
              if (made > 0) {
                intake.wake();
              }
            })
        .onFailure(error -> LOG.warn("Replays go on later: {}", error.getMessage()))
        .onComplete(done -> replaying = false);
  }

  /** The end of a rotation's overlap is nobody's change: it is looked for. */
  private void endOverlaps() {
    List<Long> rotating =
        ownQueues()
            .filter(queue -> queue.endpoint().secrets().size() > 1)
            .map(queue -> queue.endpoint().id())
            .toList();
    if (!rotating.isEmpty()) {
      states
          .ofIds(rotating)
          .onSuccess(
              read ->
                  read.forEach(
                      one ->
                          queues
                              .find(one.endpoint().id())
                              .ifPresent(queue -> queue.signsWith(one.endpoint().secrets()))))
          .onFailure(error -> LOG.warn("Secrets can't be read now: {}", error.getMessage()));
    }
  }

  private Stream<EndpointQueue> ownQueues() {
    return queues.all().stream().filter(queue -> lanes.owns(queue.endpoint().lane()));
  }

  @Override
  public void gained(Set<Integer> gained) {
    states
        .ofLanes(gained)
        .compose(
            read -> {
              List<DeliveryEndpoint> ordered =
                  read.stream()
                      .map(EndpointStates.Read::endpoint)
                      .filter(DeliveryEndpoint::ordered)
                      .toList();
              // Whose messages wait for a retry is not in memory: they are tried at once.
              return (ordered.isEmpty()
                      ? Future.<Void>succeededFuture()
                      : settlements.unschedule(ordered))
                  .map(read);
            })
        .onSuccess(read -> read.forEach(this::add))
        .onFailure(
            error -> {
              LOG.warn("Endpoints can't be read now: {}", error.getMessage());
              vertx.setTimer(
                  config.lanes().beat().toMillis(),
                  timer -> gained(gained.stream().filter(lanes::owns).collect(Collectors.toSet())));
            });
  }

  private void add(EndpointStates.Read read) {
    if (!read.deleted() && lanes.owns(read.endpoint().lane())) {
      EndpointQueue queue = queues.add(read);
      retries.at(queue, System.nanoTime());
      backlogs.note(queue);
    }
  }

  @Override
  public void lost(Set<Integer> lost) {
    queues.of(lost).forEach(this::forget);
    queues.removeOf(lost);
  }

  private void forget(EndpointQueue queue) {
    backlogs.forget(queue);
    retries.forget(queue);
    probes.forget(queue);
    bookkeeping.forget(queue);
  }

  @Override
  public Future<Void> finish(Set<Integer> leaving) {
    Promise<Void> finished = Promise.promise();
    finishing.put(finished, leaving);
    checkFinished();
    return finished.future().compose(done -> bookkeeping.idle());
  }

  private void checkFinished() {
    finishing
        .entrySet()
        .removeIf(
            entry ->
                queues.of(entry.getValue()).stream().allMatch(EndpointQueue::isIdle)
                    && entry.getKey().tryComplete());
  }

  private void placed(List<Due> placed) {
    Set<Long> unknown = new HashSet<>();
    Set<EndpointQueue> touched = new HashSet<>();
    for (Due due : placed) {
      queues
          .find(due.endpointId())
          .ifPresentOrElse(
              queue -> {
                if (due.kind() == Due.Kind.TEST) {
                  dispatcher.test(queue, due);
                } else {
                  queue.arrived(due);
                  touched.add(queue);
                }
              },
              () -> unknown.add(due.endpointId()));
    }
    touched.forEach(dispatcher::offer);
    touched.forEach(backlogs::note);
    load(unknown, placed);
  }

  /** Endpoints that are newer than the lane is ours. */
  private void load(Set<Long> unknown, List<Due> placed) {
    unknown.removeAll(loading);
    if (unknown.isEmpty()) {
      return;
    }
    loading.addAll(unknown);
    states
        .ofIds(unknown)
        .onSuccess(
            read -> {
              read.forEach(this::add);
              placed.stream()
                  .filter(due -> due.kind() == Due.Kind.TEST && unknown.contains(due.endpointId()))
                  .forEach(
                      due ->
                          queues
                              .find(due.endpointId())
                              .ifPresent(queue -> dispatcher.test(queue, due)));
            })
        .onFailure(error -> LOG.warn("Endpoints can't be read now: {}", error.getMessage()))
        .onComplete(done -> loading.removeAll(unknown));
  }

  private void changed(EndpointStates.Read read) {
    EndpointQueue queue = queues.find(read.endpoint().id()).orElse(null);
    if (queue == null) {
      add(read);
    } else if (read.deleted()) {
      queues.remove(read.endpoint().id());
      forget(queue);
    } else if (!queue.endpoint().updatedAt().equals(read.endpoint().updatedAt())) {
      queue.changed(read.endpoint(), read.health());
      bookkeeping.forget(queue);
      backlogs.note(queue);
      dispatcher.offer(queue);
    }
  }

  private void settled(EndpointQueue queue, Settlement settlement) {
    queue.settled(settlement.due(), settlement.verdict());
    if (settlement.verdict().action() == Verdict.Action.RETRY) {
      retries.at(queue, System.nanoTime() + settlement.verdict().pause().toNanos());
    }
    backlogs.note(queue);
    dispatcher.offer(queue);
    checkFinished();
  }

  /** Begins nothing more, and hands the lanes over when what is under way has ended. */
  public Future<Void> close() {
    timers.forEach(vertx::cancelTimer);
    return nudges.unregister().eventually(lanes::close);
  }
}
