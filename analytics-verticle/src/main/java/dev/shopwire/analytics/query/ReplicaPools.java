package dev.shopwire.analytics.query;

import dev.shopwire.analytics.replica.Replica;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.TimeUnit;

/** The connections to the replica that reads may use, shared by the process. For one event loop. */
record ReplicaPools(
    Vertx vertx, Replica replica, ReadConnections lookups, ReadConnections scans, Pool pulse) {
  private static final String WRITTEN =
      "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as place";
  private static final String HOLDS =
      "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= $1 as holds";

  /** How long a read waits for the replica to have all that was committed before it. */
  private static final long PATIENCE_MILLIS = 200;

  private static final long PAUSE_MILLIS = 10;
  private static final int PULSE_CONNECTIONS = 2;

  static ReplicaPools of(Vertx vertx, Replica replica, SharedReads shared) {
    Reads.Limits limits = shared.limits();
    return new ReplicaPools(
        vertx,
        replica,
        lane(vertx, replica, shared, Reads.Kind.LOOKUP, limits.lookups(), "replica.lookups"),
        lane(vertx, replica, shared, Reads.Kind.SCAN, limits.scans(), "replica.scans"),
        replica
            .postgres()
            .sharedPool(vertx, PULSE_CONNECTIONS, "replica.pulse", SessionSettings.CALLS));
  }

  private static ReadConnections lane(
      Vertx vertx, Replica replica, SharedReads shared, Reads.Kind kind, int size, String name) {
    Pool pool = replica.postgres().sharedPool(vertx, size, name, SessionSettings.READS);
    return new ReadConnections(vertx, pool, kind, shared.replicaTurns(kind), shared.metrics());
  }

  ReadConnections of(Reads.Kind kind) {
    return kind == Reads.Kind.LOOKUP ? lookups : scans;
  }

  /**
   * Whether the replica holds all that was committed before this call, waiting for it a moment.
   *
   * @return fails if the replica, or the primary, doesn't answer
   */
  Future<Boolean> isCurrent(SqlClient primary) {
    return primary
        .query(WRITTEN)
        .execute()
        .compose(
            rows ->
                holds(
                    rows.iterator().next().getLong("place"),
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS)));
  }

  private Future<Boolean> holds(long place, long until) {
    return pulse
        .preparedQuery(HOLDS)
        .execute(Tuple.of(place))
        .timeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .compose(
            rows -> {
              boolean holds = rows.iterator().next().getBoolean("holds");
              return holds || System.nanoTime() > until
                  ? Future.succeededFuture(holds)
                  : vertx.timer(PAUSE_MILLIS).compose(waited -> holds(place, until));
            });
  }

  Future<?> close() {
    return Future.join(lookups.pool().close(), scans.pool().close(), pulse.close());
  }
}
