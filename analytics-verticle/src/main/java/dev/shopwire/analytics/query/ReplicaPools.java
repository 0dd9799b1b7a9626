package dev.shopwire.analytics.query;

import dev.shopwire.analytics.replica.Replica;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.TimeUnit;

/**
 * The connections of a process to the replica for reads. Not thread-safe; use from one event loop.
 */
record ReplicaPools(
    Vertx vertx, Replica replica, ReadConnections lookups, ReadConnections scans, Pool statusPool) {
  private static final String WRITTEN =
      "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as place";
  private static final String HOLDS =
      "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= $1 as holds";

  /** How long a read waits for the replica to replay everything committed before the read. */
  private static final long CATCH_UP_MILLIS = 200;

  private static final long PAUSE_MILLIS = 10;
  private static final int STATUS_CONNECTIONS = 2;

  static ReplicaPools of(Vertx vertx, Replica replica, SharedReadState shared) {
    Reads.Limits limits = shared.limits();
    return new ReplicaPools(
        vertx,
        replica,
        connections(vertx, replica, shared, Reads.Kind.LOOKUP, limits.lookups(), "replica.lookups"),
        connections(vertx, replica, shared, Reads.Kind.SCAN, limits.scans(), "replica.scans"),
        replica
            .postgres()
            .sharedPool(vertx, STATUS_CONNECTIONS, "replica.pulse", SessionSettings.CALLS));
  }

  private static ReadConnections connections(
      Vertx vertx,
      Replica replica,
      SharedReadState shared,
      Reads.Kind kind,
      int size,
      String name) {
    Pool pool = replica.postgres().sharedPool(vertx, size, name, SessionSettings.READS);
    return new ReadConnections(vertx, pool, kind, shared.replicaScheduler(kind), shared);
  }

  ReadConnections of(Reads.Kind kind) {
    return kind == Reads.Kind.LOOKUP ? lookups : scans;
  }

  /**
   * Whether the replica has everything committed before this call, after a short wait.
   *
   * @return fails if the replica or the primary does not respond
   */
  Future<Boolean> isCurrent(SqlClient primary) {
    return primary
        .query(WRITTEN)
        .execute()
        .compose(
            rows ->
                hasReplayed(
                    rows.iterator().next().getLong("place"),
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CATCH_UP_MILLIS)));
  }

  private Future<Boolean> hasReplayed(long position, long deadline) {
    return statusPool
        .preparedQuery(HOLDS)
        .execute(Tuple.of(position))
        .timeout(CATCH_UP_MILLIS, TimeUnit.MILLISECONDS)
        .compose(
            rows -> {
              boolean holds = rows.iterator().next().getBoolean("holds");
              return holds || System.nanoTime() > deadline
                  ? Future.succeededFuture(holds)
                  : vertx.timer(PAUSE_MILLIS).compose(waited -> hasReplayed(position, deadline));
            });
  }

  Future<?> close() {
    return Future.join(lookups.pool().close(), scans.pool().close(), statusPool.close());
  }
}
