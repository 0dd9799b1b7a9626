package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.sending.LaneLeases.Lease;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.batching.SerialBatches;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores marks and results of a lane, those of all connections that wait in one statement. Results
 * are kept while PostgreSQL is unavailable, and stored when it is back; marks fail then, and are
 * taken back later, since they may have been stored. Not thread-safe; use from one event loop.
 */
final class Commits {
  private static final Logger LOG = LoggerFactory.getLogger(Commits.class);
  private static final BackgroundTaskLog FAILURES =
      new BackgroundTaskLog(LOG, "Recording of sent mails");
  private static final int MAX = 200;
  private static final int CONFLICTS = 3;
  private static final long RETRY_MILLIS = 300;

  /** What is stored at once. */
  private record Batch(List<Result> results, List<Mark> marks) {}

  private final Vertx vertx;
  private final SendingLog log;
  private final Lease lease;
  private final UUID owner;
  private final SendingMetrics metrics;
  private final LongConsumer settled;
  private final Deque<Result> results = new ArrayDeque<>();
  private final Deque<Mark> marks = new ArrayDeque<>();
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>(0);
  private final SerialBatches<Batch> batches =
      new SerialBatches<>(this::collect, this::store, this::failed);
  private boolean isWaiting;
  private int limit = MAX;

  /**
   * @param settled called with the id of each mail of which nothing is left to store
   */
  Commits(
      Vertx vertx,
      SendingLog log,
      Lease lease,
      UUID owner,
      SendingMetrics metrics,
      LongConsumer settled) {
    this.vertx = vertx;
    this.log = log;
    this.lease = lease;
    this.owner = owner;
    this.metrics = metrics;
    this.settled = settled;
  }

  /** Stores it as soon as possible. */
  void add(Result result) {
    results.add(result);
    batches.added();
  }

  /**
   * Completes once the mail is {@code sending}. Fails with {@link NotSent} if it must not be sent,
   * or if that could not be stored.
   */
  Future<Void> mark(Mail mail, String subject, Buffer source) {
    Promise<Void> done = Promise.promise();
    marks.add(new Mark(mail, subject, source, done));
    batches.added();
    return done.future();
  }

  /** Whether PostgreSQL could not store something that waits. */
  boolean isWaiting() {
    return isWaiting;
  }

  /** Completes when nothing waits; the caller adds nothing any more. */
  Future<Void> idle() {
    if (isIdle()) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    awaitingIdle.add(idle);
    return idle.future();
  }

  private boolean isIdle() {
    return results.isEmpty() && marks.isEmpty() && batches.inFlight().isEmpty();
  }

  private Optional<Batch> collect() {
    if (isWaiting) {
      marks.forEach(mark -> mark.done().tryFail(new NotSent()));
      marks.forEach(mark -> settled.accept(mark.mail().id()));
      marks.clear();
      return Optional.empty();
    }
    if (results.isEmpty() && marks.isEmpty()) {
      vertx.runOnContext(later -> completeIdle());
      return Optional.empty();
    }
    return Optional.of(new Batch(take(results), take(marks)));
  }

  private void completeIdle() {
    if (isIdle()) {
      awaitingIdle.forEach(Promise::tryComplete);
      awaitingIdle.clear();
    }
  }

  private <T> List<T> take(Deque<T> from) {
    List<T> taken = new ArrayList<>(Math.min(from.size(), limit));
    while (taken.size() < limit && !from.isEmpty()) {
      taken.add(from.remove());
    }
    return taken;
  }

  private Future<Void> store(Batch batch) {
    return store(batch, CONFLICTS).onSuccess(stored -> stored(batch, stored)).mapEmpty();
  }

  private Future<List<SendingLog.Stored>> store(Batch batch, int conflicts) {
    return log.commit(lease.senderId(), owner, lease.epoch(), batch.results(), batch.marks())
        .recover(
            error ->
                conflicts > 0 && PostgresFailures.isConflict(error)
                    ? store(batch, conflicts - 1)
                    : Future.failedFuture(error));
  }

  private void stored(Batch batch, List<SendingLog.Stored> stored) {
    FAILURES.succeeded();
    limit = MAX;
    Map<Long, String> states =
        stored.stream()
            .collect(
                Collectors.toMap(SendingLog.Stored::id, SendingLog.Stored::state, (a, b) -> b));
    metrics.recordStates(states.values());
    batch.results().forEach(result -> settled.accept(result.mail().id()));
    for (Mark mark : batch.marks()) {
      if ("sending".equals(states.get(mark.mail().id()))) {
        mark.done().tryComplete();
      } else {
        settled.accept(mark.mail().id());
        mark.done().tryFail(new NotSent());
      }
    }
  }

  /** The statement may have been committed or not. */
  private void failed(Batch batch, Throwable error) {
    FAILURES.failed(error);
    boolean isAlone = batch.results().size() == 1;
    boolean isLost = PostgresFailures.isDataError(error) && isAlone && limit == 1;
    if (isLost) {
      LOG.error("A result of mail {} can't be stored", batch.results().get(0).mail().id());
      settled.accept(batch.results().get(0).mail().id());
    } else {
      for (int i = batch.results().size() - 1; i >= 0; i--) {
        results.addFirst(batch.results().get(i));
      }
    }
    limit = PostgresFailures.isDataError(error) ? 1 : MAX;
    batch.marks().forEach(mark -> results.add(Result.unmark(mark.mail())));
    isWaiting = true;
    batch.marks().forEach(mark -> mark.done().tryFail(new NotSent()));
    vertx.setTimer(
        RETRY_MILLIS,
        passed -> {
          isWaiting = false;
          batches.added();
        });
  }
}
