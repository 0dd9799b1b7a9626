package dev.shopwire.webhook.purging;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the indexes that partitions of an earlier version lack, one after the other and without
 * blocking writers: at startup, and hourly until none is missing. Partitions that are created later
 * have them. Several processes may run it at once. Not thread-safe; use from one event loop.
 */
public final class PartitionIndexes {
  /** How many connections it uses, while indexes are missing. */
  public static final int CONNECTIONS = 1;

  private static final Logger LOG = LoggerFactory.getLogger(PartitionIndexes.class);
  private static final Duration PERIOD = Duration.ofHours(1);

  /** For one index, with the transactions that it waits for. */
  private static final SessionSettings SETTINGS =
      SessionSettings.withStatementTimeout(Duration.ofHours(2));

  private static final String MISSING =
      "select index_name, definition, broken from webhook_missing_indexes()";

  /** Otherwise the client logs that an index to be dropped does not exist. */
  private static final String QUIET = "set client_min_messages = warning";

  private static final String DROP = "drop index concurrently if exists ";
  private static final String CREATE = "create index concurrently if not exists ";

  private final BackgroundTaskLog runs =
      new BackgroundTaskLog(LOG, "Creation of the indexes of webhook partitions");
  private final Vertx vertx;
  private final SqlClient client;
  private final Postgres postgres;
  private long timer;
  private boolean closed;

  /**
   * @param client looks for missing indexes
   */
  public PartitionIndexes(Vertx vertx, SqlClient client, Postgres postgres) {
    this.vertx = vertx;
    this.client = client;
    this.postgres = postgres;
  }

  /**
   * @param isBroken whether an attempt to create it failed and left it unusable
   */
  private record Missing(String name, String definition, boolean isBroken) {}

  /** Starts immediately and does not block the caller. */
  public void start() {
    runs.watch(missing(client).compose(this::createAll).compose(created -> missing(client)))
        .onComplete(
            left -> {
              if (!closed && (left.failed() || !left.result().isEmpty())) {
                timer = vertx.setTimer(PERIOD.toMillis(), passed -> start());
              }
            });
  }

  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }

  private static Future<List<Missing>> missing(SqlClient client) {
    return client
        .preparedQuery(MISSING)
        .execute()
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Missing(
                            row.getString("index_name"),
                            row.getString("definition"),
                            row.getBoolean("broken"))));
  }

  private Future<Void> createAll(List<Missing> missing) {
    if (missing.isEmpty()) {
      return Future.succeededFuture();
    }
    LOG.info("Creating {} indexes of webhook partitions in the background", missing.size());
    return PgConnection.connect(vertx, postgres.direct().options(SETTINGS))
        .compose(
            connection ->
                connection
                    .query(QUIET)
                    .execute()
                    .compose(set -> createNext(connection, missing.iterator()))
                    .eventually(connection::close));
  }

  private Future<Void> createNext(SqlClient connection, Iterator<Missing> missing) {
    if (closed || !missing.hasNext()) {
      return Future.succeededFuture();
    }
    Missing index = missing.next();
    return dropIfBroken(connection, index)
        .compose(dropped -> connection.query(CREATE + index.definition()).execute())
        .compose(created -> createNext(connection, missing));
  }

  private static Future<?> dropIfBroken(SqlClient connection, Missing index) {
    return index.isBroken()
        ? connection.query(DROP + index.name()).execute()
        : Future.succeededFuture();
  }
}
