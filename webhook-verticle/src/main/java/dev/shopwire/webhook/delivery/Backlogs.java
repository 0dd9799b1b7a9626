package dev.shopwire.webhook.delivery;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the queues of endpoints that have more in PostgreSQL than in memory, and what waits for a
 * time of its own. One read asks for many endpoints. For one event loop.
 */
final class Backlogs {
  private static final Logger LOG = LoggerFactory.getLogger(Backlogs.class);
  private static final int ENDPOINTS = 200;
  private static final int RETRIES = 16;

  private final DueDeliveries due;
  private final Consumer<EndpointQueue> ready;
  private final Set<EndpointQueue> behind = new LinkedHashSet<>();
  private final Map<EndpointQueue, Long> retryAtNanos = new HashMap<>();
  private boolean reading;
  private boolean readingRetries;

  /**
   * @param ready is told of each endpoint for which something was found
   */
  Backlogs(DueDeliveries due, Consumer<EndpointQueue> ready) {
    this.due = due;
    this.ready = ready;
  }

  /**
   * Looks whether the endpoint's queue wants reading, and reads if nothing else is being read. To
   * be called now and then too: after a failure nothing is read by itself.
   */
  void note(EndpointQueue queue) {
    if (queue.health().status() == Health.Status.ENABLED
        && (queue.live().wantsReading() || queue.replays().wantsReading())) {
      behind.add(queue);
      read();
    }
  }

  /** Something of the endpoint is to be tried again then, by the nano clock. */
  void retryAt(EndpointQueue queue, long nanos) {
    retryAtNanos.merge(queue, nanos, (a, b) -> a - b < 0 ? a : b);
  }

  void forget(EndpointQueue queue) {
    behind.remove(queue);
    retryAtNanos.remove(queue);
  }

  private void read() {
    if (reading) {
      return;
    }
    List<EndpointQueue> plain = new ArrayList<>();
    Future<?> ordered = null;
    for (Iterator<EndpointQueue> next = behind.iterator();
        next.hasNext() && plain.size() < ENDPOINTS && ordered == null; ) {
      EndpointQueue queue = next.next();
      next.remove();
      if (queue.endpoint().ordered() && queue.live().wantsReading()) {
        ordered = readOrdered(queue);
      }
      plain.add(queue);
    }
    List<DueDeliveries.Question> questions = questions(plain);
    if (questions.isEmpty() && ordered == null) {
      return;
    }
    reading = true;
    Future<?> all = questions.isEmpty() ? Future.succeededFuture() : ask(plain, questions);
    Future.join(all, ordered == null ? Future.succeededFuture() : ordered)
        .onComplete(
            done -> {
              reading = false;
              plain.forEach(ready);
              if (done.succeeded()) {
                plain.forEach(this::note);
                read();
              }
            });
  }

  private static List<DueDeliveries.Question> questions(List<EndpointQueue> queues) {
    List<DueDeliveries.Question> questions = new ArrayList<>();
    for (EndpointQueue queue : queues) {
      if (!queue.endpoint().ordered() && queue.live().wantsReading()) {
        questions.add(question(queue, queue.live(), true));
      }
      if (queue.replays().wantsReading()) {
        questions.add(question(queue, queue.replays(), false));
      }
    }
    return questions;
  }

  private static DueDeliveries.Question question(
      EndpointQueue queue, Backlog backlog, boolean live) {
    backlog.beginReading();
    queue.beginRead();
    return new DueDeliveries.Question(
        queue.endpoint().workspaceId(),
        queue.endpoint().id(),
        backlog.cursor(),
        live,
        Backlog.MOST - backlog.size());
  }

  private Future<Void> ask(
      List<EndpointQueue> queues, List<DueDeliveries.Question> questions) {
    Map<Long, EndpointQueue> byId = new HashMap<>();
    queues.forEach(queue -> byId.put(queue.endpoint().id(), queue));
    return due.after(questions)
        .onComplete(
            found -> {
              Map<DueDeliveries.Question, Integer> counts = new HashMap<>();
              Map<String, DueDeliveries.Question> asked = new HashMap<>();
              questions.forEach(q -> asked.put(q.endpointId() + "/" + q.live(), q));
              for (Due one : found) {
                DueDeliveries.Question question =
                    asked.get(one.endpointId() + "/" + (one.kind() == Due.Kind.LIVE));
                counts.merge(question, 1, Integer::sum);
                byId.get(one.endpointId()).found(one);
              }
              for (DueDeliveries.Question question : questions) {
                EndpointQueue queue = byId.get(question.endpointId());
                Backlog backlog = question.live() ? queue.live() : queue.replays();
                backlog.endReading(counts.getOrDefault(question, 0) >= question.most());
                queue.endRead();
              }
            },
            error -> {
              LOG.warn("Backlogs can't be read now: {}", error.getMessage());
              for (DueDeliveries.Question question : questions) {
                EndpointQueue queue = byId.get(question.endpointId());
                (question.live() ? queue.live() : queue.replays()).failedReading();
                queue.endRead();
              }
            })
        .mapEmpty();
  }

  private Future<Void> readOrdered(EndpointQueue queue) {
    int most = Backlog.MOST - queue.live().size();
    queue.live().beginReading();
    queue.beginRead();
    return due.ofOtherCustomers(
            queue.endpoint().workspaceId(),
            queue.endpoint().id(),
            queue.order().leaveOut(queue.live()),
            most)
        .onComplete(
            found -> {
              found.forEach(queue::found);
              queue.live().endReading(found.size() >= most);
              queue.endRead();
            },
            error -> {
              LOG.warn("A backlog can't be read now: {}", error.getMessage());
              queue.live().failedReading();
              queue.endRead();
            })
        .mapEmpty();
  }

  /** Reads what is to be tried again by now; to be called now and then. */
  void readRetries() {
    long now = System.nanoTime();
    Instant clock = Instant.now();
    List<EndpointQueue> queues =
        retryAtNanos.entrySet().stream()
            .filter(entry -> entry.getValue() - now <= 0)
            .map(Map.Entry::getKey)
            .filter(queue -> queue.isOpen(clock) && queue.hasRoomToRetry())
            .limit(ENDPOINTS)
            .toList();
    if (queues.isEmpty() || readingRetries) {
      return;
    }
    readingRetries = true;
    queues.forEach(retryAtNanos::remove);
    queues.forEach(EndpointQueue::beginRead);
    Future.all(due.toRetry(queues, RETRIES), due.nextRetries(queues))
        .onComplete(
            both -> foundToRetry(queues, both.resultAt(0), both.resultAt(1)),
            error -> {
              LOG.warn("What is to be tried again can't be read now: {}", error.getMessage());
              queues.forEach(queue -> retryAt(queue, System.nanoTime() + 1_000_000_000));
            })
        .onComplete(
            done -> {
              readingRetries = false;
              queues.forEach(EndpointQueue::endRead);
            });
  }

  private void foundToRetry(List<EndpointQueue> queues, List<Due> found, Map<Long, Long> next) {
    Map<Long, EndpointQueue> byId = new HashMap<>();
    queues.forEach(queue -> byId.put(queue.endpoint().id(), queue));
    Map<Long, Integer> counts = new HashMap<>();
    for (Due one : found) {
      counts.merge(one.endpointId(), 1, Integer::sum);
      byId.get(one.endpointId()).foundToRetry(one);
    }
    long now = System.nanoTime();
    next.forEach((id, millis) -> retryAt(byId.get(id), now + millis * 1_000_000));
    counts.forEach(
        (id, count) -> {
          if (count >= RETRIES) {
            retryAt(byId.get(id), now);
          }
        });
    queues.forEach(ready);
  }
}
