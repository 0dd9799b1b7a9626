package dev.shopwire.webhook.delivery;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.telemetry.SharedWork;
import dev.shopwire.webhook.fanout.FanOut;
import dev.shopwire.webhook.fanout.FanOutMetrics;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers webhooks for the lanes that it holds, at least once each, until they are delivered or
 * have visibly failed (docs/api/webhooks.md). Not thread-safe; use from one event loop.
 */
public final class Worker implements Lanes.Holder, EndpointWatch.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final long TICK_MILLIS = 100;
  private static final long REPLAY_MILLIS = 500;
  private static final long ROTATION_MILLIS = 1_000;
  private static final long ORPHAN_CHECK_MILLIS = 15_000;

  private final Vertx vertx;
  private final Pool pool;
  private final DeliveryConfig config;
  private final Queues queues = new Queues();
  private final WorkerGauges gauges;
  private final EndpointWatch watch;
  private final Lanes lanes;
  private final Dispatcher dispatcher;
  private final SettlementBatches settlementBatches;
  private final DueDeliverySweep dueSweep;
  private final FanOut fanOut;
  private final Backlogs backlogs;
  private final OrphanedDeliveries orphaned;
  private final Retries retries;
  private final Probes probes;
  private final BackgroundTaskLog replays = new BackgroundTaskLog(LOG, "Replay step");
  private final List<Long> timers = new ArrayList<>();
  private final Map<Promise<Void>, Set<Integer>> finishing = new HashMap<>();
  private MessageConsumer<Object> dueWakeUps;
  private MessageConsumer<Object> storedWakeUps;
  private boolean replaying;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public Worker(
      Vertx vertx,
      Pool pool,
      DeliveryConfig config,
      SigningSecrets secrets,
      Signatures signatures,
      Sender sender,
      DeliveryMetrics metrics,
      FanOutMetrics fanOutMetrics) {
    this.vertx = vertx;
    this.pool = pool;
    this.config = config;
    UUID id = UUID.randomUUID();
    DueDeliveryReads due = new DueDeliveryReads(pool);
    EndpointStates states = new EndpointStates(pool, secrets);
    Settlements settlements = new Settlements(pool, id);
    gauges = new WorkerGauges(metrics);
    lanes = new Lanes(vertx, pool, id, config.lanes(), this);
    watch =
        new EndpointWatch(
            vertx, states, settlements, queues, lanes, config.lanes().heartbeat().toMillis(), this);
    settlementBatches = new SettlementBatches(vertx, settlements, states, this::handleSettled);
    dispatcher =
        new Dispatcher(
            lanes, sender, signatures, metrics, config.inFlight(), settlementBatches::add);
    backlogs = new Backlogs(due, dispatcher::offer);
    orphaned = new OrphanedDeliveries(due, backlogs::readIfNeeded);
    retries = new Retries(due, dispatcher::offer);
    probes = new Probes(vertx, due, dispatcher::mayProbe, dispatcher::probe);
    dueSweep =
        new DueDeliverySweep(
            vertx, new QueuePlacement(pool, id), lanes, this::handlePlaced, orphaned::suspect);
    fanOut =
        new FanOut(vertx, pool, fanOutMetrics, dueSweep::isFull, () -> Outbox.wakeDelivery(vertx));
  }

  public Future<Void> start() {
    storedWakeUps =
        vertx.eventBus().consumer(Outbox.STORED, message -> SharedWork.runDetached(fanOut::wake));
    dueWakeUps =
        vertx.eventBus().consumer(Outbox.DUE, message -> SharedWork.runDetached(dueSweep::wake));
    timers.add(vertx.setPeriodic(config.sweep().toMillis(), timer -> sweep()));
    timers.add(vertx.setPeriodic(TICK_MILLIS, timer -> tick()));
    timers.add(vertx.setPeriodic(REPLAY_MILLIS, timer -> replay()));
    timers.add(vertx.setPeriodic(ROTATION_MILLIS, timer -> watch.refreshSecrets()));
    timers.add(vertx.setPeriodic(ORPHAN_CHECK_MILLIS, timer -> orphaned.checkEmpty(ownQueues())));
    return lanes.start();
  }

  /** Finds what lost wake-ups should have announced. */
  private void sweep() {
    fanOut.wake();
    dueSweep.wake();
    orphaned.checkIfSuspected(ownQueues());
    dueSweep.setClosed(
        queues.all().stream()
            .filter(queue -> !queue.acceptsNew())
            .map(queue -> queue.endpoint().id())
            .toList());
    queues.all().forEach(backlogs::readIfNeeded);
    queues.all().forEach(dispatcher::offer);
    Collection<Integer> owned = lanes.owned();
    gauges.update(queues.all(), owned, dispatcher.inFlight());
    if (!owned.isEmpty()) {
      watch.refresh(owned);
    }
  }

  private void tick() {
    retries.tick();
    probes.tick(ownQueues().toList());
  }

  private void replay() {
    List<Long> endpoints = ownQueues().map(queue -> queue.endpoint().id()).toList();
    if (replaying || endpoints.isEmpty()) {
      return;
    }
    replaying = true;
    replays
        .watch(ReplayJobs.step(pool, endpoints))
        .onSuccess(
            added -> {
              if (added > 0) {
                dueSweep.wake();
              }
            })
        .onComplete(done -> replaying = false);
  }

  private Stream<EndpointQueue> ownQueues() {
    return queues.all().stream().filter(queue -> lanes.owns(queue.endpoint().lane()));
  }

  @Override
  public void gained(Set<Integer> gained) {
    watch.loadLanes(gained);
  }

  @Override
  public void lost(Set<Integer> lost) {
    queues.of(lost).forEach(this::forget);
    queues.removeOf(lost);
    checkFinished();
  }

  private void forget(EndpointQueue queue) {
    queue.drop();
    backlogs.forget(queue);
    retries.forget(queue);
    probes.forget(queue);
    settlementBatches.forget(queue);
  }

  @Override
  public Future<Void> finish(Set<Integer> releasing) {
    Promise<Void> finished = Promise.promise();
    finishing.put(finished, releasing);
    checkFinished();
    return finished
        .future()
        .compose(done -> dueSweep.whenIdle())
        .compose(done -> settlementBatches.whenIdle());
  }

  private void checkFinished() {
    finishing
        .entrySet()
        .removeIf(
            entry ->
                queues.of(entry.getValue()).stream().allMatch(EndpointQueue::isIdle)
                    && entry.getKey().tryComplete());
  }

  private void handlePlaced(QueuePlacement.Placed placed) {
    Set<Long> unknown = new HashSet<>();
    Set<EndpointQueue> touched = new HashSet<>();
    for (DueDelivery due : placed.due()) {
      queues
          .find(due.endpointId())
          .ifPresentOrElse(
              queue -> {
                queue.recordPlace(due.place());
                if (due.kind() == DueDelivery.Kind.TEST) {
                  dispatcher.test(queue, due);
                } else {
                  queue.accept(due);
                  touched.add(queue);
                }
              },
              () -> unknown.add(due.endpointId()));
    }
    for (QueuePlacement.Unread unread : placed.unread()) {
      queues
          .find(unread.endpointId())
          .ifPresentOrElse(
              queue -> {
                queue.recordPlace(unread.place());
                queue.markBehind(unread.kind());
                touched.add(queue);
              },
              () -> unknown.add(unread.endpointId()));
    }
    touched.forEach(dispatcher::offer);
    touched.forEach(backlogs::readIfNeeded);
    watch.load(unknown).onSuccess(loaded -> sendTests(unknown, placed.due()));
  }

  private void sendTests(Set<Long> endpoints, List<DueDelivery> placed) {
    for (DueDelivery due : placed) {
      if (due.kind() == DueDelivery.Kind.TEST && endpoints.contains(due.endpointId())) {
        queues.find(due.endpointId()).ifPresent(queue -> dispatcher.test(queue, due));
      }
    }
  }

  @Override
  public void added(EndpointQueue queue) {
    retries.schedule(queue, System.nanoTime());
    backlogs.readIfNeeded(queue);
  }

  @Override
  public void changed(EndpointQueue queue) {
    settlementBatches.forget(queue);
    backlogs.readIfNeeded(queue);
    dispatcher.offer(queue);
  }

  @Override
  public void removed(EndpointQueue queue) {
    forget(queue);
  }

  private void handleSettled(EndpointQueue queue, Settlement settlement) {
    queue.markSettled(settlement.due(), settlement.result());
    if (!queue.isDropped()) {
      if (settlement.result().action() == AttemptResult.Action.RETRY) {
        retries.schedule(queue, System.nanoTime() + settlement.result().pause().toNanos());
      }
      backlogs.readIfNeeded(queue);
      dispatcher.offer(queue);
    }
    checkFinished();
  }

  /** Stops starting requests and hands the lanes over as {@link Lanes#close} does. */
  public Future<Void> close() {
    timers.forEach(vertx::cancelTimer);
    return storedWakeUps
        .unregister()
        .eventually(dueWakeUps::unregister)
        .eventually(fanOut::close)
        .eventually(lanes::close);
  }
}
