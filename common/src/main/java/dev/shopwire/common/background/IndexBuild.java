package dev.shopwire.common.background;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates indexes of large tables in the background, without blocking writers
 * (docs/operators/upgrades.md), in one process at a time. What needs them works without them, more
 * slowly. Not thread-safe; use from one event loop.
 */
public final class IndexBuild {
  /** Otherwise the client logs that an index to be dropped does not exist. */
  private static final String BEGIN =
      "set client_min_messages = warning; set statement_timeout = 0";

  /** For the next user of a connection of a pool. */
  private static final String END =
      "select pg_advisory_unlock_all(); reset client_min_messages; reset statement_timeout";

  private static final Logger LOG = LoggerFactory.getLogger(IndexBuild.class);
  private static final long RETRY_MILLIS = 60_000;

  /** After another one of the installation was found to create indexes, which seldom takes long. */
  private static final long TURN_MILLIS = 5_000;

  private static final String EXISTING =
      """
      select c.relname::text as name, i.indisvalid as valid
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = any($1::text[]) and pg_table_is_visible(c.oid)
      """;
  private static final String SESSION = "select pg_backend_pid() as session";
  private static final String LOCK =
      "select pg_try_advisory_lock(hashtextextended('index_build', 0)) as taken";

  private final Vertx vertx;
  private final Supplier<Future<PgConnection>> connections;
  private final List<Index> indexes;
  private final BackgroundTaskLog log = new BackgroundTaskLog(LOG, "Creating indexes");
  private @Nullable SqlConnection connection;
  private long timer = -1;
  private boolean isClosed;

  /**
   * @param definition the table and what follows it in {@code create index}
   * @param preparation what must be done before, such as filling a column; done again if it was
   *     interrupted
   */
  public record Index(
      String name, String definition, Function<SqlConnection, Future<Void>> preparation) {
    public Index(String name, String definition) {
      this(name, definition, client -> Future.succeededFuture());
    }
  }

  /** With a connection of its own, while there is something to create. */
  public IndexBuild(Vertx vertx, Postgres postgres, List<Index> indexes) {
    this(vertx, indexes, () -> direct(vertx, postgres));
  }

  private IndexBuild(Vertx vertx, List<Index> indexes, Supplier<Future<PgConnection>> connections) {
    this.vertx = vertx;
    this.connections = connections;
    this.indexes = List.copyOf(indexes);
  }

  /**
   * With one of the pool's connections, which others then wait for; where the pool leads to a
   * pooler and PostgreSQL has a direct address, with one to that.
   */
  public static IndexBuild within(Pool pool, Vertx vertx, Postgres postgres, List<Index> indexes) {
    return postgres.directUri().isPresent()
        ? new IndexBuild(vertx, postgres, indexes)
        : new IndexBuild(vertx, indexes, () -> pool.getConnection().map(PgConnection::cast));
  }

  private static Future<PgConnection> direct(Vertx vertx, Postgres postgres) {
    return PgConnection.connect(
        vertx, postgres.direct().options(SessionSettings.withStatementTimeout(Duration.ZERO)));
  }

  /** Starts, and retries until all indexes exist. */
  public void start() {
    attempt()
        .onComplete(
            done -> {
              if (isClosed) {
                return;
              }
              if (done.failed()) {
                log.failed(done.cause());
              } else {
                log.succeeded();
              }
              if (!Boolean.TRUE.equals(done.result())) {
                timer = vertx.setTimer(done.failed() ? RETRY_MILLIS : TURN_MILLIS, id -> start());
              }
            });
  }

  /** Returns whether there is nothing left to do. */
  private Future<Boolean> attempt() {
    return connections
        .get()
        .compose(
            opened -> {
              connection = opened;
              return buildMissing(opened)
                  .eventually(
                      () -> {
                        connection = null;
                        return opened.close();
                      });
            });
  }

  private Future<Boolean> buildMissing(PgConnection opened) {
    return missing(opened)
        .compose(
            missing ->
                missing.isEmpty()
                    ? Future.succeededFuture(true)
                    : isServer(opened)
                        .compose(
                            isServer ->
                                isServer ? lockAndBuild(opened) : Future.succeededFuture(true)));
  }

  /**
   * Whether this is a connection to the server: a pooler reports other process ids. Through one,
   * the lock could stay with an unknown session.
   */
  private Future<Boolean> isServer(PgConnection opened) {
    return opened
        .query(SESSION)
        .execute()
        .map(
            rows -> {
              boolean isServer = rows.iterator().next().getInteger("session") == opened.processId();
              if (!isServer) {
                LOG.info("Indexes are not created through a pooler: set postgres.direct.uri");
              }
              return isServer;
            });
  }

  private Future<Boolean> lockAndBuild(SqlConnection opened) {
    return opened
        .query(BEGIN)
        .execute()
        .compose(begun -> opened.query(LOCK).execute())
        .compose(
            rows ->
                rows.iterator().next().getBoolean("taken")
                    ? missing(opened).compose(missing -> build(opened, missing)).map(built -> true)
                    : Future.succeededFuture(false))
        .eventually(() -> opened.query(END).execute().otherwiseEmpty());
  }

  /** Those that don't exist, or that an interrupted attempt left incomplete. */
  private Future<List<Index>> missing(SqlConnection opened) {
    String[] names = indexes.stream().map(Index::name).toArray(String[]::new);
    return opened
        .preparedQuery(EXISTING)
        .execute(Tuple.tuple().addArrayOfString(names))
        .map(
            rows -> {
              Set<String> valid = new HashSet<>();
              rows.forEach(
                  row -> {
                    if (row.getBoolean("valid")) {
                      valid.add(row.getString("name"));
                    }
                  });
              return indexes.stream().filter(index -> !valid.contains(index.name())).toList();
            });
  }

  private static Future<Void> build(SqlConnection opened, List<Index> missing) {
    Future<Void> built = Future.succeededFuture();
    for (Index index : missing) {
      built =
          built
              .compose(
                  before ->
                      opened.query("drop index concurrently if exists " + index.name()).execute())
              .compose(dropped -> index.preparation().apply(opened))
              .compose(
                  prepared ->
                      opened
                          .query(
                              "create index concurrently if not exists %s on %s"
                                  .formatted(index.name(), index.definition()))
                          .execute())
              .onSuccess(created -> LOG.info("Created the index {}", index.name()))
              .mapEmpty();
    }
    return built;
  }

  /** Ends without waiting for an index; the next start completes it. */
  public Future<Void> close() {
    isClosed = true;
    vertx.cancelTimer(timer);
    @Nullable SqlConnection open = connection;
    return open == null ? Future.succeededFuture() : open.close().otherwiseEmpty();
  }
}
