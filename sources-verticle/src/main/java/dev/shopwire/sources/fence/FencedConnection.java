package dev.shopwire.sources.fence;

import dev.shopwire.sources.fence.SourceFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One use of a user's database, through which nothing can be written: a connection of its own,
 * whose statements are prepared (so one each) and run in a transaction that is read-only past
 * recall and always rolled back. Each statement has a limit in the source, and one of ours, since a
 * query may lift the source's: when it is reached, the statement is canceled, then the session is
 * ended, then the socket closed. Not thread-safe; use from one event loop.
 */
public final class FencedConnection {
  private static final Logger LOG = LoggerFactory.getLogger(FencedConnection.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration CANCEL = Duration.ofSeconds(1);
  private static final Duration TERMINATE = Duration.ofSeconds(2);
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Engine engine;
  private final Link link;
  private final SourceErrors errors;
  private final long end;
  private Limits limits;
  private boolean closed;
  private boolean ended;

  private FencedConnection(
      Vertx vertx, Engine engine, Link link, SourceErrors errors, Limits limits, long end) {
    this.vertx = vertx;
    this.engine = engine;
    this.link = link;
    this.errors = errors;
    this.limits = limits;
    this.end = end;
  }

  /**
   * Connects.
   *
   * @param total how long the whole use may take
   * @return fails with a {@link SourceFailure}
   */
  public static Future<FencedConnection> open(
      Vertx vertx, DatabaseAddresses addresses, DatabaseUri uri, Limits limits, Duration total) {
    long end = System.nanoTime() + total.toNanos();
    SourceErrors errors = new SourceErrors(uri);
    return addresses
        .find(uri.host())
        .compose(address -> connect(vertx, uri, address, limits, total))
        .map(link -> new FencedConnection(vertx, uri.engine(), link, errors, limits, end))
        .recover(error -> Future.failedFuture(errors.ofConnect(error)));
  }

  private static Future<Link> connect(
      Vertx vertx, DatabaseUri uri, InetAddress address, Limits limits, Duration total) {
    int connectMillis = (int) Math.min(CONNECT.toMillis(), total.toMillis());
    // A socket without traffic is closed, whatever became of the other end.
    NetClientOptions transport =
        new NetClientOptions()
            .setConnectTimeout(connectMillis)
            .setTcpKeepAlive(true)
            .setIdleTimeout((int) limits.statement().plus(CONNECT).toMillis())
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    SocketAddress pinned = pinned(uri, address);
    return switch (uri.engine()) {
      case POSTGRESQL -> PostgresLink.open(vertx, uri, pinned, transport);
      case MYSQL -> MysqlLink.open(vertx, uri, pinned, transport);
    };
  }

  /** The checked address, with the name for which the server's certificate must be. */
  private static SocketAddress pinned(DatabaseUri uri, InetAddress address) {
    try {
      InetAddress named = InetAddress.getByAddress(uri.host(), address.getAddress());
      return SocketAddress.inetSocketAddress(new InetSocketAddress(named, uri.port()));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  public Engine engine() {
    return engine;
  }

  /** Whether the server is MariaDB, which speaks the protocol of MySQL. */
  public boolean isMariaDb() {
    return link instanceof MysqlLink mysql && mysql.isMariaDb();
  }

  public Limits limits() {
    return limits;
  }

  /** Begins the transaction. */
  public Future<Void> begin() {
    return begin(limits);
  }

  /** The same with other limits from now on, here and in the source. */
  public Future<Void> begin(Limits other) {
    limits = other;
    return link.begin(this::run, other);
  }

  /** Changes our limits alone. */
  public void limit(Limits other) {
    limits = other;
  }

  /** Ends the transaction; nothing is left of it. */
  public Future<Void> rollback() {
    return run("rollback", Tuple.tuple()).mapEmpty();
  }

  /** Runs one statement. */
  public Future<RowSet<Row>> run(String sql, Tuple parameters) {
    return bounded(() -> link.connection().preparedQuery(sql).execute(parameters));
  }

  /** Has the source parse a statement, which is not run. */
  public Future<Void> parse(String sql) {
    return bounded(() -> link.connection().prepare(sql).compose(parsed -> parsed.close()));
  }

  /** Prepares a statement whose rows are fetched in portions. */
  public Future<Cursor> cursor(String sql) {
    return bounded(() -> link.connection().prepare(sql).map(prepared -> prepared.cursor()));
  }

  /**
   * The next rows of a cursor.
   *
   * @param probe a statement of one row that fails as the cursor's does, for a source that doesn't
   *     say why that one has failed
   */
  public Future<RowSet<Row>> fetch(Cursor cursor, int rows, String probe) {
    return bounded(
        () ->
            cursor
                .read(rows)
                .recover(
                    error ->
                        SourceErrors.isUnexplained(error)
                            ? link.connection()
                                .preparedQuery(probe)
                                .execute()
                                .compose(passed -> Future.failedFuture(error))
                            : Future.failedFuture(error)));
  }

  @FunctionalInterface
  private interface Work<T> {
    Future<T> start();
  }

  private <T> Future<T> bounded(Work<T> work) {
    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    long limit = Math.min(limits.statement().plus(GRACE).toMillis(), left);
    if (closed || limit <= 0) {
      return Future.failedFuture(slow());
    }
    Promise<T> result = Promise.promise();
    long timer = vertx.setTimer(limit, passed -> stop(result));
    work.start()
        .onComplete(
            done -> {
              vertx.cancelTimer(timer);
              if (done.succeeded()) {
                result.tryComplete(done.result());
              } else {
                result.tryFail(ended ? slow() : errors.of(done.cause()));
              }
            });
    return result.future();
  }

  /** Ends a statement, more and more firmly until it has ended. */
  private void stop(Promise<?> result) {
    link.cancel().onFailure(error -> LOG.debug("Canceling a statement failed", error));
    vertx.setTimer(
        CANCEL.toMillis(),
        passed -> {
          if (!result.future().isComplete()) {
            closed = true;
            ended = true;
            link.terminate()
                .timeout(TERMINATE.toMillis(), TimeUnit.MILLISECONDS)
                .otherwiseEmpty()
                .compose(done -> link.destroy())
                .onComplete(done -> result.tryFail(slow()));
          }
        });
  }

  private static SourceFailure slow() {
    return new SourceFailure(Kind.TOO_SLOW, "The database took longer than the limit of this use");
  }

  /** Rolls back and closes the connection; never fails. Nothing of the session is left. */
  public Future<Void> close() {
    if (closed) {
      return link.destroy();
    }
    closed = true;
    return link.connection()
        .preparedQuery("rollback")
        .execute()
        .timeout(CLOSE.toMillis(), TimeUnit.MILLISECONDS)
        .<Void>mapEmpty()
        .otherwiseEmpty()
        .compose(rolledBack -> link.connection().close())
        .timeout(CLOSE.toMillis(), TimeUnit.MILLISECONDS)
        .otherwiseEmpty()
        .compose(done -> link.destroy());
  }

  /** Closes the sockets at once, as after the loss of the right to use the database. */
  public Future<Void> abandon() {
    closed = true;
    return link.cancel()
        .timeout(CLOSE.toMillis(), TimeUnit.MILLISECONDS)
        .otherwiseEmpty()
        .compose(canceled -> link.destroy());
  }
}
