package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.Members.Built;
import dev.shopwire.automation.tracking.TrackedSegments.Taken;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Finds the members of a definition and makes them the members of the segment, in one transaction:
 * killed at any point, it leaves everything as it was, and is started again. For one attempt; not
 * thread-safe.
 *
 * <p>Its snapshot is taken once all transactions have ended that were open when the save was
 * committed: those may not have seen what the segment reads. Customers that change later are
 * pending or queued, and looked at afterwards. If the snapshot was taken before the save was
 * answered, all in it are members silently; a later one leaves out who is pending or queued, so
 * that changes after the response are announced.
 */
final class Build {
  private static final long POLL_MILLIS = 20;

  private static final String REQUEST =
      """
      select requested_at, pg_snapshot_xmax(pg_current_snapshot())::text as horizon
      from segment_tracking
      where workspace_id = $1 and segment_id = $2 and status = 'building'
      """;

  // Waits for open transactions leave out those with this lock.
  private static final String MARK =
      """
      select pg_advisory_xact_lock_shared(hashtext('segment_builds'), 0),
        set_config('work_mem', '64MB', true), set_config('client_connection_check_interval', '1s', true)
      """;
  private static final String ANNOUNCE_REBUILT =
      "select announce_segment_rebuilt($1, $2, $3, $4, $5) as deliveries";

  private final SqlConnection connection;
  private final BuildStarts starts;
  private final TrackedKey key;
  private final Duration limit;

  /**
   * @param limit how long one of its statements may take
   */
  Build(SqlConnection connection, BuildStarts starts, TrackedKey key, Duration limit) {
    this.connection = connection;
    this.starts = starts;
    this.key = key;
    this.limit = limit;
  }

  /**
   * What it did.
   *
   * @param isAnnounced whether what it added and removed was announced
   * @param deliveries how many webhook deliveries are due
   */
  record Result(long members, Built built, boolean isAnnounced, long deliveries) {}

  /**
   * Completes when every transaction has ended that was open when the save was committed.
   *
   * @return when the segment was saved; empty if it is built
   */
  static Future<Optional<OffsetDateTime>> awaitOpenTransactions(
      Vertx vertx, SqlClient client, TrackedKey key) {
    return client
        .preparedQuery(REQUEST)
        .execute(Tuple.of(key.workspaceId(), key.segmentId()))
        .map(rows -> Rows.first(rows, row -> row))
        .compose(
            request ->
                request
                    .map(
                        row ->
                            awaitUntil(vertx, client, row.getString("horizon"))
                                .map(Optional.of(row.getOffsetDateTime("requested_at"))))
                    .orElseGet(() -> Future.succeededFuture(Optional.empty())));
  }

  private static Future<Void> awaitUntil(Vertx vertx, SqlClient client, String horizon) {
    return OpenTransactions.areOpen(client, horizon)
        .compose(
            isOpen -> {
              if (!isOpen) {
                return Future.succeededFuture();
              }
              Promise<Void> later = Promise.promise();
              vertx.setTimer(POLL_MILLIS, passed -> later.complete());
              return later.future().compose(poll -> awaitUntil(vertx, client, horizon));
            });
  }

  /**
   * Runs within the connection's transaction, which has had no statement yet.
   *
   * @param requestedAt of the save whose open transactions have ended
   * @return empty if another process builds it, it is built, or it was saved again
   */
  Future<Optional<Result>> run(OffsetDateTime requestedAt) {
    Evaluations.isolate(connection);
    return TrackedSegments.takeBuilding(connection, key)
        .compose(
            taken ->
                taken
                    .filter(found -> found.segment().requestedAt().isEqual(requestedAt))
                    .map(found -> build(found, !starts.taken(key)).map(Optional::of))
                    .orElseGet(() -> Future.succeededFuture(Optional.empty())));
  }

  private Future<Result> build(Taken taken, boolean isLate) {
    Tracked segment = taken.segment();
    connection.query(MARK).execute();
    Evaluations.limit(connection, limit);
    return Definitions.read(connection, key.workspaceId(), List.of(key.segmentId()))
        .map(defined -> Definitions.require(defined, key))
        .compose(
            defined ->
                Members.build(
                    connection,
                    SegmentScope.of(
                        key.workspaceId(), defined, segment.requestedAt(), taken.moment().apps()),
                    taken.moment().now(),
                    segment.requestedAt(),
                    segment.isAnnounced(),
                    isLate))
        .compose(built -> finish(taken, built));
  }

  private Future<Result> finish(Taken taken, Built built) {
    Tracked segment = taken.segment();
    return Members.count(connection, key)
        .compose(
            members ->
                TrackedSegments.finishBuild(connection, segment, taken.moment().now(), members)
                    .compose(finished -> announce(taken))
                    .compose(due -> announceRebuilt(members, built).map(more -> due + more))
                    .map(due -> new Result(members, built, segment.isAnnounced(), due)));
  }

  private Future<Long> announce(Taken taken) {
    return taken.segment().isAnnounced()
        ? new Announcements(connection, key, taken.moment()).send()
        : Future.succeededFuture(0L);
  }

  private Future<Long> announceRebuilt(long members, Built built) {
    return connection
        .preparedQuery(ANNOUNCE_REBUILT)
        .execute(
            Tuple.of(key.workspaceId(), key.segmentId(), members, built.entered(), built.exited()))
        .map(rows -> rows.iterator().next().getLong("deliveries"));
  }
}
