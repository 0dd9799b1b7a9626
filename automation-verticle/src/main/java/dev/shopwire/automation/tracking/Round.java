package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.PendingCustomers.Pending;
import dev.shopwire.automation.tracking.QueuedCustomers.Addition;
import dev.shopwire.automation.tracking.TrackedSegments.Advance;
import dev.shopwire.automation.tracking.TrackedSegments.Lag;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One transaction that evaluates a workspace's pending customers, and those whom time may have
 * changed, for the segments that rounds evaluate. A segment that fails, takes long or has too many
 * customers falls behind, without delaying the others. For one attempt; not thread-safe.
 */
final class Round {
  /** How many customers whom time may have changed a round evaluates for one segment. */
  private static final int MAX_DUE = 500;

  /** Those that have waited for less may wait for the next round, and change once more by then. */
  private static final long LATE_MILLIS = 1_000;

  private final SqlConnection connection;
  private final Definitions definitions;
  private final RoundConfig config;
  private final long workspaceId;
  private final Map<Long, Throwable> failed;
  private final Map<Long, Map<Long, Look>> looks = new HashMap<>();
  private final List<Addition> queued = new ArrayList<>();
  private final List<Advance> advances = new ArrayList<>();
  private final List<Lag> lags = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private long entered;
  private long exited;
  private long deliveries;

  /**
   * @param batch how many pending rows to take
   * @param statement how long the evaluation of one segment may take
   * @param all how long all of them may take; then the others fall behind
   */
  record RoundConfig(int batch, Duration statement, Duration all) {}

  /**
   * What a round did.
   *
   * @param pending the rows that are done, to be deleted after the commit
   * @param isMore whether more rows may be pending that have waited for a while
   * @param deliveries how many webhook deliveries are due
   * @param failures of the segments that failed
   */
  record Result(
      List<Pending> pending,
      boolean isMore,
      long entered,
      long exited,
      long deliveries,
      List<Throwable> failures) {
    static final Result NOTHING = new Result(List.of(), false, 0, 0, 0, List.of());
  }

  /**
   * @param failed why segments failed in earlier attempts: they fall behind without being evaluated
   */
  Round(
      SqlConnection connection,
      Definitions definitions,
      RoundConfig config,
      long workspaceId,
      Map<Long, Throwable> failed) {
    this.connection = connection;
    this.definitions = definitions;
    this.config = config;
    this.workspaceId = workspaceId;
    this.failed = failed;
  }

  /**
   * Runs within the connection's transaction, which has had no statement yet. Fails with {@link
   * SegmentFailed} if a segment can't be evaluated: a failed statement ends the transaction, so
   * that the round must be repeated without it.
   */
  Future<Result> run() {
    Evaluations.isolate(connection);
    return RoundLocks.take(connection, workspaceId)
        .compose(
            moment ->
                moment.map(this::run).orElseGet(() -> Future.succeededFuture(Result.NOTHING)));
  }

  private Future<Result> run(Moment moment) {
    Future<List<Pending>> pending = PendingCustomers.read(connection, workspaceId, config.batch());
    Future<List<Tracked>> tracked = TrackedSegments.ofWorkspace(connection, workspaceId);
    return Transactions.join(List.of(pending, tracked))
        .compose(
            read -> {
              pending.result().forEach(this::add);
              return evaluateAll(moment, tracked.result());
            })
        .compose(done -> write(moment))
        .map(
            written ->
                new Result(
                    pending.result(),
                    isMore(pending.result()),
                    entered,
                    exited,
                    deliveries,
                    failures));
  }

  private boolean isMore(List<Pending> pending) {
    return pending.size() == config.batch()
        && pending.get(pending.size() - 1).waitedMillis() > LATE_MILLIS;
  }

  private void add(Pending pending) {
    Look look = new Look(pending.customerId(), pending.cause());
    for (long segment : pending.segments()) {
      looks
          .computeIfAbsent(segment, none -> new LinkedHashMap<>())
          .merge(
              pending.customerId(),
              look,
              (one, other) -> new Look(one.customerId(), Cause.later(one.cause(), other.cause())));
    }
  }

  private List<Look> looksOf(Tracked segment) {
    return List.copyOf(looks.getOrDefault(segment.segmentId(), Map.of()).values());
  }

  private Future<Void> evaluateAll(Moment moment, List<Tracked> tracked) {
    List<Tracked> evaluated = new ArrayList<>();
    Map<Long, Long> versions = new HashMap<>();
    for (Tracked segment : tracked) {
      if (!segment.isEvaluated()) {
        queue(segment);
      } else if (looks.containsKey(segment.segmentId()) || isDue(segment, moment)) {
        evaluated.add(segment);
        versions.put(segment.segmentId(), segment.definitionVersion());
      }
    }
    if (evaluated.isEmpty()) {
      return Future.succeededFuture();
    }
    return definitions
        .of(connection, workspaceId, versions)
        .compose(
            defined -> {
              Evaluations.limit(connection, config.statement());
              return evaluateNext(
                  new Evaluations(connection, moment),
                  defined,
                  evaluated.iterator(),
                  System.nanoTime());
            })
        .onSuccess(done -> Evaluations.limit(connection, TrackingConfig.STATEMENT));
  }

  private static boolean isDue(Tracked segment, Moment moment) {
    return segment.timeDueAt() != null && !segment.timeDueAt().isAfter(moment.now());
  }

  private Future<Void> evaluateNext(
      Evaluations evaluations,
      Map<Long, Defined> defined,
      Iterator<Tracked> segments,
      long startNanos) {
    if (!segments.hasNext()) {
      return Future.succeededFuture();
    }
    Tracked segment = segments.next();
    Defined definition = defined.get(segment.segmentId());
    Throwable failure = failed.get(segment.segmentId());
    boolean isOutOfTime = System.nanoTime() - startNanos > config.all().toNanos();
    Future<Void> done =
        failure != null
            ? fail(segment, failure)
            : isOutOfTime || definition == null
                ? fallBehind(segment, null)
                : evaluate(evaluations, segment, definition);
    return done.compose(next -> evaluateNext(evaluations, defined, segments, startNanos));
  }

  private Future<Void> evaluate(Evaluations evaluations, Tracked segment, Defined definition) {
    return evaluations
        .evaluate(segment, definition, looksOf(segment), MAX_DUE)
        .compose(
            evaluated -> {
              if (evaluated.isOverflow()) {
                return fallBehind(segment, null);
              }
              entered += evaluated.entered();
              exited += evaluated.exited();
              deliveries += evaluated.deliveries();
              advances.add(
                  new Advance(
                      segment.segmentId(),
                      evaluated.entered() - evaluated.exited(),
                      evaluated.timeDueAt()));
              return Future.succeededFuture();
            },
            error ->
                Future.failedFuture(
                    SegmentFailures.isOfSegment(error)
                        ? new SegmentFailed(segment.segmentId(), error)
                        : error));
  }

  private Future<Void> fail(Tracked segment, Throwable failure) {
    failures.add(failure);
    return fallBehind(segment, SegmentFailures.describe(failure));
  }

  private Future<Void> fallBehind(Tracked segment, @Nullable String error) {
    queue(segment);
    lags.add(new Lag(segment.segmentId(), error));
    return Future.succeededFuture();
  }

  private void queue(Tracked segment) {
    looksOf(segment).forEach(look -> queued.add(new Addition(segment.segmentId(), look)));
  }

  private Future<Void> write(Moment moment) {
    return QueuedCustomers.add(connection, workspaceId, queued)
        .compose(added -> TrackedSegments.advance(connection, workspaceId, moment.now(), advances))
        .compose(advanced -> TrackedSegments.fallBehind(connection, workspaceId, lags));
  }
}
