package dev.shopwire.analytics.replica;

import dev.shopwire.common.postgres.Postgres;
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

/** Looks four times a second how far the replica is behind, once per process. */
public final class ReplicaVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaVerticle.class);
  private static final long PAUSE_MILLIS = 250;
  private static final long ANSWER_MILLIS = 500;
  private static final String PRIMARY =
      """
      select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as place,
        clock_timestamp() as time
      """;

  // What was promoted, or is of another installation, must not be read.
  private static final String REPLICA =
      """
      select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as place,
        pg_is_in_recovery() as follows, (select id from installation) as installation
      """;

  private final Postgres primary;
  private final Replica replica;
  private final UUID installation;
  private final ReplicaLag lag = new ReplicaLag();
  private Pool primaryPool;
  private Pool replicaPool;
  private boolean stopping;
  private String told = "";

  /**
   * @param installation that the replica must be of, too
   */
  @SuppressWarnings("NullAway.Init") // start() sets the pools
  public ReplicaVerticle(Postgres primary, Replica replica, UUID installation) {
    this.primary = primary;
    this.replica = replica;
    this.installation = installation;
  }

  /** Nobody waits for the replica: it may be away. */
  @Override
  public Future<?> start() {
    primaryPool = primary.pool(vertx, 1, SessionSettings.CALLS);
    replicaPool = replica.postgres().pool(vertx, 1, SessionSettings.CALLS);
    look();
    return Future.succeededFuture();
  }

  private void look() {
    ask(primaryPool, PRIMARY)
        .map(
            row -> {
              lag.primaryIsAt(
                  new ReplicaLag.Sample(
                      row.getLong("place"),
                      row.getOffsetDateTime("time").toInstant(),
                      System.nanoTime()));
              return row;
            })
        .otherwiseEmpty()
        .compose(asked -> ask(replicaPool, REPLICA))
        .onComplete(
            row -> tell(found(row)),
            error -> {
              replica.lost();
              tell("does not answer: " + error.getMessage());
            })
        .onComplete(
            done -> {
              if (!stopping) {
                vertx.setTimer(PAUSE_MILLIS, timer -> look());
              }
            });
  }

  private static Future<Row> ask(SqlClient client, String query) {
    return client
        .query(query)
        .execute()
        .timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS)
        .map(rows -> rows.iterator().next());
  }

  /** What keeps reads from using it; empty if nothing does. */
  private String found(Row row) {
    Long place = row.getLong("place");
    if (!row.getBoolean("follows") || place == null) {
      replica.lost();
      return "is not a replica";
    }
    if (!installation.equals(row.getUUID("installation"))) {
      replica.lost();
      return "is of another installation";
    }
    replica.is(lag.replicaIsAt(place, System.nanoTime()), lag.holdsAllUntil());
    return replica.isUsable() ? "" : "is too far behind";
  }

  private void tell(String obstacle) {
    String kind = obstacle.split(":", 2)[0];
    if (kind.equals(told) || stopping) {
      return;
    }
    told = kind;
    if (obstacle.isEmpty()) {
      LOG.info("Reads use the replica {}", replica.postgres());
    } else {
      LOG.warn("Reads use the primary: the replica {} {}", replica.postgres(), obstacle);
    }
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    return Future.join(primaryPool.close(), replicaPool.close());
  }
}
