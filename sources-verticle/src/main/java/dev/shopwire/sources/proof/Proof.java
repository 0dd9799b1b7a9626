package dev.shopwire.sources.proof;

import dev.shopwire.sources.fence.Engine;
import dev.shopwire.sources.fence.FencedConnection;
import dev.shopwire.sources.fence.Limits;
import dev.shopwire.sources.fence.SourceFailure;
import dev.shopwire.sources.fence.SourceFailure.Kind;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proves that nothing can be written through a connection: by the rights of its role, and by
 * attempts within the transaction of the fence, which must fail. Runs on the caller's event loop.
 */
public final class Proof {
  private static final String RECALL = "set transaction read write";
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration SLEEP = Duration.ofSeconds(5);
  private static final Duration TOLERANCE = Duration.ofSeconds(4);

  private final FencedConnection connection;
  private final String database;
  private final boolean isPostgres;
  private final List<Probe> attempts = new ArrayList<>();

  /**
   * @param connection without a transaction
   * @param database its name, for the statements that make a fit role
   */
  public Proof(FencedConnection connection, String database) {
    this.connection = connection;
    this.database = database;
    this.isPostgres = connection.engine() == Engine.POSTGRESQL;
  }

  /** The rights and the attempts to write; the connection has no transaction afterwards. */
  public Future<Certificate> run() {
    return connection
        .begin()
        .compose(
            begun -> isPostgres ? PostgresRights.read(connection) : MysqlRights.read(connection))
        .compose(
            rights ->
                connection
                    .rollback()
                    .compose(done -> attempt("write_refused", write()))
                    .compose(done -> attempt("read_only_past_recall", RECALL))
                    .map(
                        done ->
                            new Certificate(
                                rights,
                                List.copyOf(attempts),
                                isPostgres
                                    ? PostgresRights.fitRole(database)
                                    : MysqlRights.fitRole(database))));
  }

  /**
   * The same, and whether the source's limit and ours end a statement; takes a second. The
   * connection must not be used afterwards.
   */
  public Future<Certificate> runWithLimits() {
    return run()
        .compose(
            certificate ->
                endsSleep("source_limit", false)
                    .compose(done -> endsSleep("own_limit", true))
                    .map(
                        done ->
                            new Certificate(
                                certificate.rights(),
                                List.copyOf(attempts),
                                certificate.fitRole())));
  }

  /** Does no harm if it isn't refused. */
  private String write() {
    return isPostgres
        ? "create temporary table shopwire_write_probe ()"
        : "drop table if exists shopwire_write_probe";
  }

  /**
   * Sets the source's limit of statements, as a query could too.
   *
   * @param millis 0 for none
   */
  private String sourceLimit(long millis) {
    if (isPostgres) {
      return "select set_config('statement_timeout', '%d', true)".formatted(millis);
    }
    return connection.isMariaDb()
        ? "set session max_statement_time = %d.%03d".formatted(millis / 1_000, millis % 1_000)
        : "set session max_execution_time = %d".formatted(millis);
  }

  private Future<Void> attempt(String name, String sql) {
    return connection
        .begin()
        .compose(begun -> connection.run(sql, Tuple.tuple()))
        .transform(
            done -> {
              if (done.succeeded()) {
                attempts.add(new Probe(name, false, "The database permits: " + sql));
              } else if (done.cause() instanceof SourceFailure refused
                  && refused.kind() == Kind.REFUSED_SQL) {
                attempts.add(new Probe(name, true, refused.message()));
              } else {
                return Future.<Void>failedFuture(done.cause());
              }
              return connection.rollback();
            });
  }

  /** Leaves a short limit of the source, or of ours alone, and looks whether it ends a sleep. */
  private Future<Void> endsSleep(String name, boolean isOurs) {
    Limits usual = connection.limits();
    long[] start = new long[1];
    return connection
        .begin()
        .compose(begun -> connection.run(sourceLimit(isOurs ? 0 : SHORT.toMillis()), Tuple.tuple()))
        .compose(
            set -> {
              if (isOurs) {
                connection.limit(new Limits(SHORT, usual.rows(), usual.bytes()));
              }
              start[0] = System.nanoTime();
              return connection
                  .run(
                      (isPostgres ? "select pg_sleep(%d)" : "select sleep(%d)")
                          .formatted(SLEEP.toSeconds()),
                      Tuple.tuple())
                  .transform(done -> ended(name, done.cause(), start[0]));
            })
        .compose(
            done -> {
              connection.limit(usual);
              // After ours the connection may be closed.
              return isOurs ? Future.succeededFuture() : connection.rollback();
            });
  }

  private Future<Void> ended(String name, @Nullable Throwable error, long start) {
    if (error != null
        && !(error instanceof SourceFailure failure && failure.kind() == Kind.TOO_SLOW)) {
      return Future.failedFuture(error);
    }
    boolean isEnded = System.nanoTime() - start < TOLERANCE.toNanos();
    String detail = "A statement of %d s was %s at its limit";
    attempts.add(
        new Probe(
            name, isEnded, detail.formatted(SLEEP.toSeconds(), isEnded ? "ended" : "not ended")));
    return Future.succeededFuture();
  }
}
