package dev.shopwire.ingest.events;

import dev.shopwire.common.batching.SerialBatches;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import dev.shopwire.ingest.events.Submission.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events with group commit: while one write is in flight, events are queued; the next write
 * takes as many as fit, and each request completes after the commit of its events. No timer delays
 * writes. The queue is bounded, and a request that has waited for {@code timeout} fails with 503
 * whatever PostgreSQL does. Not thread-safe; use from one event loop.
 */
public final class GroupWriter {
  private static final Logger LOG = LoggerFactory.getLogger(GroupWriter.class);
  private static final long TICK_MILLIS = 100;

  /** Limit of properties per statement, which is encoded in memory; a request is never split. */
  private static final int MAX_GROUP_CHARACTERS = 1 << 20;

  /** How long a write may hang before client and server abort it, in multiples of the timeout. */
  private static final int HANG_TIMEOUTS = 5;

  /**
   * @param groupEvents maximum events per statement (a request is never split)
   * @param queueEvents maximum events in the queue
   * @param timeout from a request's arrival to its response
   */
  public record Limits(int groupEvents, int queueEvents, Duration timeout) {}

  /** The events of one write. Released when abandoned, since its connection may hang for long. */
  private static final class Group {
    List<Submission> submissions;
    List<GroupedEvent> events;
    final long startedAtNanos = System.nanoTime();

    Group(List<Submission> submissions, List<GroupedEvent> events) {
      this.submissions = submissions;
      this.events = events;
    }

    boolean isAbandoned() {
      return submissions.isEmpty();
    }

    void failExpired(long now, Failure failure) {
      for (Submission submission : submissions) {
        if (submission.expiresAtNanos - now < 0) {
          submission.fail(failure);
        }
      }
    }

    void abandon() {
      submissions = List.of();
      events = List.of();
    }
  }

  private final Vertx vertx;
  private final WriteConnection connection;
  private final CustomerIds customers = new CustomerIds();
  private final DatabaseEpoch epoch;
  private String lastEpoch = "";
  private final Limits limits;
  private final Duration hangLimit;
  private final LastSeen lastSeen;
  private final IngestMetrics metrics;
  private final long timer;
  private final ArrayDeque<Submission> queue = new ArrayDeque<>();
  private final SerialBatches<Group> writes =
      new SerialBatches<>(this::nextGroup, this::write, this::fail);
  private int queuedEvents;

  public GroupWriter(
      Vertx vertx,
      Postgres postgres,
      Limits limits,
      DatabaseEpoch epoch,
      LastSeen lastSeen,
      IngestMetrics metrics) {
    this.vertx = vertx;
    this.hangLimit = limits.timeout().multipliedBy(HANG_TIMEOUTS);
    this.connection =
        new WriteConnection(
            vertx,
            postgres,
            SessionSettings.withStatementTimeout(hangLimit),
            epoch,
            customers::clear);
    this.limits = limits;
    this.epoch = epoch;
    this.lastSeen = lastSeen;
    this.metrics = metrics;
    metrics.addCapacity(limits.queueEvents());
    this.timer = vertx.setPeriodic(TICK_MILLIS, id -> expire());
  }

  /**
   * Stores {@code events}; completes when they are durable.
   *
   * @param arrivedAtNanos {@link System#nanoTime} when the request was complete; the timeout starts
   *     there
   * @return fails with 503 if durability is not certain; the caller may resend the same ids
   */
  Future<Outcome> write(ApiKeyGrant grant, List<UsageEvent> events, long arrivedAtNanos) {
    if (queuedEvents + events.size() > limits.queueEvents() && !queue.isEmpty()) {
      return Future.failedFuture(Failure.unavailable("Too many events are waiting to be written"));
    }
    Submission submission =
        new Submission(grant, events, arrivedAtNanos + limits.timeout().toNanos());
    queue.add(submission);
    queuedEvents += events.size();
    metrics.addQueued(events.size());
    writes.added();
    long startedAtNanos = System.nanoTime();
    return submission
        .outcome()
        .onComplete(written -> metrics.recordWriting(System.nanoTime() - startedAtNanos));
  }

  private Optional<Group> nextGroup() {
    List<Submission> taken = new ArrayList<>();
    List<GroupedEvent> events = new ArrayList<>();
    long characters = 0;
    while (!queue.isEmpty()
        && (taken.isEmpty()
            || (events.size() + queue.peek().events.size() <= limits.groupEvents()
                && characters + queue.peek().characters <= MAX_GROUP_CHARACTERS))) {
      Submission next = queue.remove();
      taken.add(next);
      events.addAll(next.events);
      characters += next.characters;
    }
    queuedEvents -= events.size();
    metrics.addQueued(-events.size());
    return taken.isEmpty() ? Optional.empty() : Optional.of(new Group(taken, events));
  }

  private Future<?> write(Group group) {
    checkEpoch();
    return connection
        .get()
        .compose(open -> write(open, group))
        .map(
            hasSubscribers -> {
              settle(group, hasSubscribers);
              return null;
            });
  }

  /** Drops the cache and the connection: a pooler may have switched to another server. */
  private void checkEpoch() {
    String current = epoch.current().orElse(lastEpoch);
    if (!current.equals(lastEpoch)) {
      lastEpoch = current;
      customers.clear();
      connection.discard();
    }
  }

  private Future<Boolean> write(SqlConnection open, Group group) {
    return group.isAbandoned()
        ? Future.failedFuture(Failure.unavailable("The database did not respond in time"))
        : new GroupWrite(open, customers).write(group.events);
  }

  private void settle(Group group, boolean hasSubscribers) {
    if (hasSubscribers) {
      Outbox.wakeFanOut(vertx);
    }
    metrics.recordWritten(group.events.size(), System.nanoTime() - group.startedAtNanos);
    Instant now = Instant.now();
    for (GroupedEvent event : group.events) {
      if (event.status == GroupedEvent.Status.ACCEPTED) {
        Instant occurred = event.event.occurredAt();
        lastSeen.record(
            event.grant.workspaceId(), event.customerId, occurred.isAfter(now) ? now : occurred);
      }
    }
    group.submissions.forEach(Submission::settle);
  }

  private void fail(Group group, Throwable error) {
    Failure failure = PostgresFailures.asSharedFailure(LOG, "Group write failed", error);
    group.submissions.forEach(submission -> submission.fail(failure));
    if (writes.isInFlight(group)) {
      connection.discard();
    }
  }

  /**
   * Fails requests that have timed out. A hanging write stays in flight for a limited time, since
   * PostgreSQL may recover and finish it.
   */
  private void expire() {
    long now = System.nanoTime();
    Failure late = Failure.unavailable("The database did not respond in time");
    Optional<Group> writing = writes.inFlight();
    writing.ifPresent(group -> group.failExpired(now, late));
    while (!queue.isEmpty() && queue.peek().expiresAtNanos - now < 0) {
      Submission submission = queue.remove();
      queuedEvents -= submission.events.size();
      metrics.addQueued(-submission.events.size());
      submission.fail(late);
    }
    if (writing.isPresent() && now - writing.get().startedAtNanos > hangLimit.toNanos()) {
      LOG.warn("Group write hangs, closing its connection");
      connection.discard();
      writing.get().abandon();
      writes.abandon();
    }
  }

  /** Completes when the queue is empty; the caller ensures that no more events arrive. */
  public Future<Void> drain() {
    return writes.idle();
  }

  /** Closes without waiting. */
  public void close() {
    vertx.cancelTimer(timer);
    connection.discard();
  }
}
