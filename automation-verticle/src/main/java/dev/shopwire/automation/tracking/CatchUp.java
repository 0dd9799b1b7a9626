package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.Members.Evaluated;
import dev.shopwire.automation.tracking.QueuedCustomers.Queued;
import dev.shopwire.automation.tracking.TrackedSegments.Advance;
import dev.shopwire.automation.tracking.TrackedSegments.Lag;
import dev.shopwire.automation.tracking.TrackedSegments.Taken;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * One transaction that evaluates customers of a segment that is behind. Customers are evaluated at
 * the current moment only: first all whom time may have changed until then are queued, in steps if
 * that takes too long. For one attempt; not thread-safe.
 */
final class CatchUp {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int MIN_BATCH = 10;
  private static final int MAX_BATCH = 2_000;
  private static final Duration SHORT = Duration.ofMillis(250);
  private static final Duration LONG = Duration.ofSeconds(1);

  /** Whom time may have changed during a longer span is queued before anything is evaluated. */
  private static final Duration LONG_SPAN = Duration.ofMinutes(1);

  private final SqlConnection connection;
  private final Definitions definitions;
  private final TrackedKey key;
  private final long startNanos = System.nanoTime();

  CatchUp(SqlConnection connection, Definitions definitions, TrackedKey key) {
    this.connection = connection;
    this.definitions = definitions;
    this.key = key;
  }

  /**
   * What it did.
   *
   * @param done rows of the queue, to be deleted after the commit
   * @param isMore whether the segment is still behind
   */
  record Result(List<Queued> done, boolean isMore, long entered, long exited, long deliveries) {
    static final Result NOTHING = new Result(List.of(), false, 0, 0, 0);
    static final Result AGAIN = new Result(List.of(), true, 0, 0, 0);
  }

  /** Runs within the connection's transaction, which has had no statement yet. */
  Future<Result> run() {
    Evaluations.isolate(connection);
    return TrackedSegments.takeCurrent(connection, key)
        .compose(
            taken -> taken.map(this::run).orElseGet(() -> Future.succeededFuture(Result.NOTHING)));
  }

  private Future<Result> run(Taken taken) {
    Tracked segment = taken.segment();
    if (!segment.isBehind()) {
      // Rounds must leave it alone first.
      return TrackedSegments.fallBehind(
              connection, key.workspaceId(), List.of(new Lag(key.segmentId(), null)))
          .map(Result.AGAIN);
    }
    Evaluations.limit(connection, LIMIT);
    return definitions
        .of(connection, key.workspaceId(), Map.of(key.segmentId(), segment.definitionVersion()))
        .compose(
            defined ->
                isLong(segment.timeCheckedAt(), taken.moment().now())
                    ? queueDue(taken, Definitions.require(defined, key))
                    : evaluate(taken, Definitions.require(defined, key)));
  }

  private static boolean isLong(OffsetDateTime one, OffsetDateTime other) {
    return Duration.between(one, other).abs().compareTo(LONG_SPAN) > 0;
  }

  private Future<Result> evaluate(Taken taken, Defined defined) {
    Tracked segment = taken.segment();
    return QueuedCustomers.read(connection, key, segment.batch())
        .compose(
            queued ->
                new Evaluations(connection, taken.moment())
                    .evaluate(
                        segment,
                        defined,
                        queued.stream().map(Queued::look).toList(),
                        segment.batch())
                    .compose(
                        evaluated ->
                            evaluated.isOverflow()
                                ? queueDue(taken, defined)
                                : finish(taken, queued, evaluated)));
  }

  private Future<Result> finish(Taken taken, List<Queued> done, Evaluated evaluated) {
    int batch = taken.segment().batch();
    boolean isMore = done.size() == batch;
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    int next =
        took.compareTo(LONG) > 0
            ? Math.max(MIN_BATCH, batch / 2)
            : took.compareTo(SHORT) < 0 ? Math.min(MAX_BATCH, batch * 2) : batch;
    return TrackedSegments.catchUp(
            connection,
            key,
            taken.moment().now(),
            new Advance(
                key.segmentId(), evaluated.entered() - evaluated.exited(), evaluated.timeDueAt()),
            isMore,
            next)
        .map(
            written ->
                new Result(
                    done, isMore, evaluated.entered(), evaluated.exited(), evaluated.deliveries()));
  }

  /** After a failure only a part of the span is read, the shorter the more failures there were. */
  private Future<Result> queueDue(Taken taken, Defined defined) {
    Tracked segment = taken.segment();
    OffsetDateTime from = segment.timeCheckedAt();
    Duration span =
        Duration.between(from, taken.moment().now())
            .dividedBy(1L << Math.min(segment.failures(), 20));
    OffsetDateTime to = from.plus(span).truncatedTo(ChronoUnit.MICROS);
    SegmentScope scope =
        SegmentScope.of(key.workspaceId(), defined, taken.moment().now(), taken.moment().apps());
    return scope
        .due(from, to)
        .map(due -> QueuedCustomers.addDue(connection, scope, due))
        .orElseGet(Future::succeededFuture)
        .compose(added -> TrackedSegments.checkTime(connection, key, to))
        .map(Result.AGAIN);
  }
}
