package dev.shopwire.common.background;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
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
  private static final String QUIET = "set client_min_messages = warning";

  private static final Logger LOG = LoggerFactory.getLogger(IndexBuild.class);
  private static final long RETRY_MILLIS = 60_000;
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
  private final Postgres postgres;
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

  public IndexBuild(Vertx vertx, Postgres postgres, List<Index> indexes) {
    this.vertx = vertx;
    this.postgres = postgres;
    this.indexes = List.copyOf(indexes);
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
                timer = vertx.setTimer(RETRY_MILLIS, id -> start());
              }
            });
  }

  /** Returns whether there is nothing left to do. */
  private Future<Boolean> attempt() {
    return PgConnection.connect(
            vertx, postgres.direct().options(SessionSettings.withStatementTimeout(Duration.ZERO)))
        .compose(
            opened -> {
              connection = opened;
              return opened
                  .query(QUIET)
                  .execute()
                  .compose(set -> buildMissing(opened))
                  .eventually(opened::close);
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
        .query(LOCK)
        .execute()
        .compose(
            rows ->
                rows.iterator().next().getBoolean("taken")
                    ? missing(opened).compose(missing -> build(opened, missing)).map(built -> true)
                    : Future.succeededFuture(false));
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
    return connection == null ? Future.succeededFuture() : connection.close().otherwiseEmpty();
  }
}
