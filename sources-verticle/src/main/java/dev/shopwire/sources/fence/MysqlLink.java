package dev.shopwire.sources.fence;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.mysqlclient.spi.MySQLDriver;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A connection to MySQL or MariaDB. Every statement is prepared: it can only be one, and the client
 * sends no file, which a server may ask for in its response to a statement that isn't prepared.
 */
final class MysqlLink implements Link {
  /** The statement can't be prepared. */
  private static final int UNSUPPORTED = 1_295;

  private static final String IDENTIFY = "select connection_id() as id, version() as version";
  private static final List<String> SESSION =
      List.of(
          "set session transaction read only",
          "set session time_zone = '+00:00'",
          "set session lock_wait_timeout = 2",
          "set session innodb_lock_wait_timeout = 2",
          "set session wait_timeout = 30",
          "set session net_write_timeout = 30");
  private static final String LIMIT_MARIADB = "set session max_statement_time = %d.%03d";
  private static final String LIMIT_MYSQL = "set session max_execution_time = %d";
  private static final String BEGIN = "start transaction read only";
  // Where that can't be prepared: the next statement begins a transaction, which is read-only.
  private static final String BEGIN_IMPLICITLY = "set session autocommit = 0";
  private static final String SETTLE = "select 1";

  private final Vertx vertx;
  private final ConnectionFactory<MySQLConnectOptions> factory;
  private final MySQLConnectOptions options;
  private final SqlConnection connection;
  private final long id;
  private final boolean isMariaDb;

  private MysqlLink(
      Vertx vertx,
      ConnectionFactory<MySQLConnectOptions> factory,
      MySQLConnectOptions options,
      SqlConnection connection,
      long id,
      boolean isMariaDb) {
    this.vertx = vertx;
    this.factory = factory;
    this.options = options;
    this.connection = connection;
    this.id = id;
    this.isMariaDb = isMariaDb;
  }

  /**
   * Connects to an address that was checked.
   *
   * @return fails with the driver's error
   */
  static Future<Link> open(
      Vertx vertx, DatabaseUri uri, SocketAddress address, NetClientOptions transport) {
    MySQLConnectOptions options = new Pinned(uri.mysqlOptions(), address);
    ConnectionFactory<MySQLConnectOptions> factory =
        MySQLDriver.INSTANCE.createConnectionFactory(vertx, transport);
    return factory
        .connect(vertx.getOrCreateContext(), options)
        .compose(connection -> identify(vertx, factory, options, connection))
        .timeout(transport.getConnectTimeout(), TimeUnit.MILLISECONDS)
        .recover(error -> close(factory).transform(closed -> Future.failedFuture(error)));
  }

  private static Future<Link> identify(
      Vertx vertx,
      ConnectionFactory<MySQLConnectOptions> factory,
      MySQLConnectOptions options,
      SqlConnection connection) {
    return connection
        .preparedQuery(IDENTIFY)
        .execute()
        .map(
            rows -> {
              var row = rows.iterator().next();
              return new MysqlLink(
                  vertx,
                  factory,
                  options,
                  connection,
                  row.getLong("id"),
                  row.getString("version").contains("MariaDB"));
            });
  }

  /**
   * Options whose address isn't looked up again; the host's name is what certificates must have.
   */
  private static final class Pinned extends MySQLConnectOptions {
    private final SocketAddress address;

    Pinned(MySQLConnectOptions options, SocketAddress address) {
      super(options);
      this.address = address;
    }

    @Override
    public SocketAddress getSocketAddress() {
      return address;
    }
  }

  private static Future<Void> close(ConnectionFactory<MySQLConnectOptions> factory) {
    Promise<Void> closed = Promise.promise();
    factory.close(closed);
    return closed.future().otherwiseEmpty();
  }

  @Override
  public SqlConnection connection() {
    return connection;
  }

  boolean isMariaDb() {
    return isMariaDb;
  }

  @Override
  public Future<Void> begin(Runner runner, Limits limits) {
    Future<Void> set = Future.succeededFuture();
    for (String statement : SESSION) {
      set = set.compose(before -> runner.run(statement, Tuple.tuple()).mapEmpty());
    }
    long millis = limits.statement().toMillis();
    String limit =
        isMariaDb
            ? LIMIT_MARIADB.formatted(millis / 1_000, millis % 1_000)
            : LIMIT_MYSQL.formatted(millis);
    return set.compose(done -> runner.run(limit, Tuple.tuple()))
        .compose(
            limited ->
                connection
                    .preparedQuery(BEGIN)
                    .execute()
                    .recover(
                        error ->
                            error instanceof MySQLException refused
                                    && refused.getErrorCode() == UNSUPPORTED
                                ? runner.run(BEGIN_IMPLICITLY, Tuple.tuple())
                                : Future.failedFuture(error)))
        .compose(begun -> runner.run(SETTLE, Tuple.tuple()))
        .mapEmpty();
  }

  @Override
  public Future<Void> cancel() {
    return kill("kill query " + id);
  }

  @Override
  public Future<Void> terminate() {
    return kill("kill connection " + id);
  }

  private Future<Void> kill(String statement) {
    return factory
        .connect(vertx.getOrCreateContext(), options)
        .compose(second -> second.preparedQuery(statement).execute().eventually(second::close))
        .mapEmpty();
  }

  @Override
  public Future<Void> destroy() {
    return close(factory);
  }
}
