package dev.shopwire.analytics.replica;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.nodes.StoreProbes;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures four times a second how far the replica is behind, once per process. */
public final class ReplicaVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaVerticle.class);
  private static final long PAUSE_MILLIS = 250;
  private static final long TIMEOUT_MILLIS = 500;
  private static final String PRIMARY =
      """
      select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as wal_position,
        clock_timestamp() as time
      """;

  // A promoted server, or one of another installation, must not be read.
  private static final String REPLICA =
      """
      select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as wal_position,
        pg_is_in_recovery() as follows, (select id from tenancy_installation) as installation
      """;

  private final BackgroundTaskLog primaryReads =
      new BackgroundTaskLog(LOG, "Reading the primary's position for the replica's lag");
  private final BackgroundTaskLog replicaReads =
      new BackgroundTaskLog(LOG, "Reading the replica's position");
  private final Postgres primary;
  private final Replica replica;
  private final UUID installation;
  private final ReplicaLag lag = new ReplicaLag();
  private Pool primaryPool;
  private Pool replicaPool;
  private boolean stopping;
  private String loggedProblem = "";

  /**
   * @param installation that the replica must belong to
   */
  @SuppressWarnings("NullAway.Init") // start() sets the pools
  public ReplicaVerticle(Postgres primary, Replica replica, UUID installation) {
    this.primary = primary;
    this.replica = replica;
    this.installation = installation;
  }

  /** Does not wait for the replica, which may be unavailable. */
  @Override
  public Future<?> start() {
    primaryPool = primary.pool(vertx, 1, SessionSettings.CALLS);
    replicaPool = replica.postgres().pool(vertx, 1, SessionSettings.CALLS);
    StoreProbes.of(vertx)
        .add(
            "replica",
            vertx,
            () ->
                query(replicaPool, "show server_version")
                    .map(row -> row.getString("server_version")));
    check();
    return Future.succeededFuture();
  }

  private void check() {
    primaryReads
        .watch(query(primaryPool, PRIMARY).map(this::recordPrimary))
        .otherwiseEmpty()
        .compose(done -> query(replicaPool, REPLICA))
        .map(this::update)
        .onComplete(this::logIfChanged, this::replicaFailed)
        .onComplete(
            done -> {
              if (!stopping) {
                vertx.setTimer(PAUSE_MILLIS, timer -> check());
              }
            });
  }

  private Row recordPrimary(Row row) {
    lag.recordPrimary(
        new ReplicaLag.Sample(
            row.getLong("wal_position"),
            row.getOffsetDateTime("time").toInstant(),
            System.nanoTime()));
    return row;
  }

  private void replicaFailed(Throwable error) {
    replica.markUnavailable();
    if (!PostgresFailures.isOutage(error)) {
      replicaReads.failed(error);
    }
    logIfChanged("does not respond: " + error.getMessage());
  }

  private static Future<Row> query(SqlClient client, String sql) {
    return client
        .query(sql)
        .execute()
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .map(rows -> rows.iterator().next());
  }

  /** Updates the replica's state; returns what prevents reads from using it, empty if nothing. */
  private String update(Row row) {
    Long position = row.getLong("wal_position");
    if (!row.getBoolean("follows") || position == null) {
      replica.markUnavailable();
      return "is not a replica";
    }
    if (!installation.equals(row.getUUID("installation"))) {
      replica.markUnavailable();
      return "belongs to another installation";
    }
    replica.update(lag.recordReplica(position, System.nanoTime()), lag.replayedUntil());
    return replica.isUsable() ? "" : "is too far behind";
  }

  private void logIfChanged(String problem) {
    String kind = problem.split(":", 2)[0];
    if (kind.equals(loggedProblem) || stopping) {
      return;
    }
    loggedProblem = kind;
    if (problem.isEmpty()) {
      LOG.info("Reads now use the replica {}", replica.postgres());
    } else {
      LOG.warn("Reads now use the primary: the replica {} {}", replica.postgres(), problem);
    }
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    return Future.join(primaryPool.close(), replicaPool.close());
  }
}
