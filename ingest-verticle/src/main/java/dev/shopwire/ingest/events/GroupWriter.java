package dev.shopwire.ingest.events;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.telemetry.SharedWork;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import dev.shopwire.ingest.events.Submission.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group commit: while one write is under way, events collect; the next write takes them all, and
 * every request is answered after the commit that holds its events. No timer makes anybody wait.
 * The queue is bounded, and who has waited for {@code timeout} gets a 503, whatever PostgreSQL does
 * meanwhile. For one event loop.
 */
public final class GroupWriter {
  private static final Logger LOG = LoggerFactory.getLogger(GroupWriter.class);
  private static final long TICK_MILLIS = 100;

  /** Of properties in one statement, which is encoded as a whole; a request is never divided. */
  private static final int GROUP_CHARACTERS = 1 << 20;

  /** How long a write may hang before both ends give it up, in timeouts. */
  private static final int HANGING_TIMEOUTS = 5;

  /**
   * @param groupEvents the most events of one statement (a request is never divided)
   * @param queueEvents the most events that may wait
   * @param timeout from arrival to answer
   */
  public record Limits(int groupEvents, int queueEvents, Duration timeout) {}

  /** What one statement writes. Who gives it up lets go of it: its connection may hang for long. */
  private static final class Group {
    List<Submission> submissions;
    List<GroupedEvent> events;
    final long since = System.nanoTime();

    Group(List<Submission> submissions, List<GroupedEvent> events) {
      this.submissions = submissions;
      this.events = events;
    }

    boolean isEmpty() {
      return submissions.isEmpty();
    }

    void letGo() {
      submissions = List.of();
      events = List.of();
    }
  }

  private final Vertx vertx;
  private final WriteConnection connection;
  private final CustomerIds customers = new CustomerIds();
  private final DatabaseEpoch epoch;
  private String writtenIn = "";
  private final Limits limits;
  private final Duration hanging;
  private final LastSeen lastSeen;
  private final IngestMetrics metrics;
  private final long timer;
  private final ArrayDeque<Submission> queue = new ArrayDeque<>();
  private final SharedWork waiting = new SharedWork();
  private int queuedEvents;
  private Group writing = new Group(List.of(), List.of());
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>();

  public GroupWriter(
      Vertx vertx,
      Postgres postgres,
      Limits limits,
      DatabaseEpoch epoch,
      LastSeen lastSeen,
      IngestMetrics metrics) {
    this.vertx = vertx;
    this.hanging = limits.timeout().multipliedBy(HANGING_TIMEOUTS);
    this.connection =
        new WriteConnection(
            vertx, postgres, SessionSettings.within(hanging), epoch, customers::forget);
    this.limits = limits;
    this.epoch = epoch;
    this.lastSeen = lastSeen;
    this.metrics = metrics;
    metrics.capacity(limits.queueEvents());
    this.timer = vertx.setPeriodic(TICK_MILLIS, id -> expire());
  }

  /**
   * Stores {@code events}; done when they are durable.
   *
   * @param arrivedAtNanos when the request was whole, on the nano clock: the timeout counts from
   *     there
   * @return fails with 503 when that can't be promised: the caller may send the same ids again
   */
  Future<Outcome> write(ApiKeyGrant grant, List<UsageEvent> events, long arrivedAtNanos) {
    if (queuedEvents + events.size() > limits.queueEvents() && !queue.isEmpty()) {
      return Future.failedFuture(Failure.unavailable("Too many events wait to be written"));
    }
    Submission submission =
        new Submission(grant, events, arrivedAtNanos + limits.timeout().toNanos());
    queue.add(submission);
    queuedEvents += events.size();
    metrics.queued(events.size());
    if (writing.isEmpty()) {
      writeNext();
    } else {
      waiting.note();
    }
    return submission.outcome();
  }

  private void writeNext() {
    List<Submission> taken = new ArrayList<>();
    List<GroupedEvent> events = new ArrayList<>();
    long characters = 0;
    while (!queue.isEmpty()
        && (taken.isEmpty()
            || (events.size() + queue.peek().events.size() <= limits.groupEvents()
                && characters + queue.peek().characters <= GROUP_CHARACTERS))) {
      Submission next = queue.remove();
      taken.add(next);
      events.addAll(next.events);
      characters += next.characters;
    }
    Group group = new Group(taken, events);
    writing = group;
    queuedEvents -= events.size();
    metrics.queued(-events.size());
    if (group.isEmpty()) {
      awaitingIdle.forEach(Promise::complete);
      awaitingIdle.clear();
      return;
    }
    noticeEpoch();
    connection
        .get()
        .compose(open -> write(open, group))
        .onComplete(wanted -> settle(group, wanted), error -> fail(group, error));
  }

  /** A pooler may lead an open connection to another server. */
  private void noticeEpoch() {
    String now = epoch.current().orElse(writtenIn);
    if (!now.equals(writtenIn)) {
      writtenIn = now;
      customers.forget();
      connection.giveUp();
    }
  }

  private Future<Boolean> write(SqlConnection open, Group group) {
    return group.isEmpty()
        ? Future.failedFuture(Failure.unavailable("The database does not answer in time"))
        : new GroupWrite(open, customers).write(group.events);
  }

  private void settle(Group group, boolean wanted) {
    if (wanted) {
      Outbox.nudgeStored(vertx);
    }
    metrics.written(group.events.size(), System.nanoTime() - group.since);
    Instant now = Instant.now();
    for (GroupedEvent event : group.events) {
      if (event.fate == GroupedEvent.Fate.ACCEPTED) {
        Instant occurred = event.event.occurredAt();
        lastSeen.seen(
            event.grant.workspaceId(), event.customerId, occurred.isAfter(now) ? now : occurred);
      }
    }
    group.submissions.forEach(Submission::settle);
    next(group);
  }

  private void fail(Group group, Throwable error) {
    Throwable told = PostgresFailures.asFailure(error);
    if (told instanceof Failure) {
      LOG.warn("A group of events was not written: {}", error.getMessage());
    }
    group.submissions.forEach(submission -> submission.fail(told));
    if (writing == group) {
      connection.giveUp();
    }
    next(group);
  }

  /** Nothing, if the group was given up and another one is under way. */
  private void next(Group group) {
    if (writing == group) {
      waiting.run(this::writeNext);
    }
  }

  /**
   * Answers who has waited long enough. A write that hangs keeps its place, since PostgreSQL may
   * come back and finish it, but not for ever.
   */
  private void expire() {
    long now = System.nanoTime();
    Failure late = Failure.unavailable("The database does not answer in time");
    for (Submission submission : writing.submissions) {
      if (submission.expiresAtNanos - now < 0) {
        submission.fail(late);
      }
    }
    while (!queue.isEmpty() && queue.peek().expiresAtNanos - now < 0) {
      Submission submission = queue.remove();
      queuedEvents -= submission.events.size();
      metrics.queued(-submission.events.size());
      submission.fail(late);
    }
    if (!writing.isEmpty() && now - writing.since > hanging.toNanos()) {
      LOG.warn("A write hangs, its connection is given up");
      connection.giveUp();
      writing.letGo();
      writeNext();
    }
  }

  /** Done when nothing waits any more; whoever calls sees to it that nothing more comes. */
  public Future<Void> drain() {
    if (writing.isEmpty() && queue.isEmpty()) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    awaitingIdle.add(idle);
    return idle.future();
  }

  /** Closes without waiting. */
  public void close() {
    vertx.cancelTimer(timer);
    connection.giveUp();
  }
}
