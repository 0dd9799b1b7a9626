package dev.shopwire.sources.fence;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A connection to PostgreSQL. Every statement is prepared, so that it can only be one. */
final class PostgresLink implements Link {
  /** Of a session whose client has vanished, where the server notices that by itself. */
  private static final String CLIENT_CHECK_MILLIS = "2000";

  private static final Duration LOCK = Duration.ofSeconds(2);
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final String BEGIN = "begin read only";
  // Once a query has run, the transaction can't be made writable any more.
  private static final String SETTLE = "select 1";
  private static final String LIMIT =
      """
      select pg_catalog.set_config('statement_timeout', $1, true),
        pg_catalog.set_config('lock_timeout', $2, true),
        pg_catalog.set_config('idle_in_transaction_session_timeout', $3, true),
        pg_catalog.set_config('tcp_keepalives_idle', '10', true),
        pg_catalog.set_config('tcp_keepalives_interval', '5', true),
        pg_catalog.set_config('tcp_keepalives_count', '3', true),
        pg_catalog.set_config('timezone', 'UTC', true),
        pg_catalog.set_config('datestyle', 'ISO', true),
        pg_catalog.set_config('intervalstyle', 'iso_8601', true),
        pg_catalog.set_config('extra_float_digits', '1', true),
        pg_catalog.set_config('bytea_output', 'hex', true)
      """;
  // PostgreSQL 14 has it, where the operating system reports that a client has closed its
  // connection.
  private static final String CHECK_CLIENT =
      """
      select pg_catalog.set_config(name, $1, true) from pg_catalog.pg_settings
      where name = 'client_connection_check_interval' and max_val <> '0'
      """;
  private static final String TERMINATE = "select pg_catalog.pg_terminate_backend($1)";

  private final Vertx vertx;
  private final ConnectionFactory<PgConnectOptions> factory;
  private final PgConnectOptions options;
  private final SqlConnection connection;

  private PostgresLink(
      Vertx vertx,
      ConnectionFactory<PgConnectOptions> factory,
      PgConnectOptions options,
      SqlConnection connection) {
    this.vertx = vertx;
    this.factory = factory;
    this.options = options;
    this.connection = connection;
  }

  /**
   * Connects to an address that was checked.
   *
   * @return fails with the driver's error
   */
  static Future<Link> open(
      Vertx vertx, DatabaseUri uri, SocketAddress address, NetClientOptions transport) {
    PgConnectOptions options = new Pinned(uri.postgresOptions(), address);
    ConnectionFactory<PgConnectOptions> factory =
        PgDriver.INSTANCE.createConnectionFactory(vertx, transport);
    return factory
        .connect(vertx.getOrCreateContext(), options)
        .timeout(transport.getConnectTimeout(), TimeUnit.MILLISECONDS)
        .<Link>map(connection -> new PostgresLink(vertx, factory, options, connection))
        .recover(error -> close(factory).transform(closed -> Future.failedFuture(error)));
  }

  /**
   * Options whose address isn't looked up again; the host's name is what certificates must have.
   */
  private static final class Pinned extends PgConnectOptions {
    private final SocketAddress address;

    Pinned(PgConnectOptions options, SocketAddress address) {
      super(options);
      this.address = address;
    }

    @Override
    public SocketAddress getSocketAddress() {
      return address;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Pinned pinned
          && pinned.address.equals(address)
          && super.equals(other);
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }
  }

  private static Future<Void> close(ConnectionFactory<PgConnectOptions> factory) {
    Promise<Void> closed = Promise.promise();
    factory.close(closed);
    return closed.future().otherwiseEmpty();
  }

  @Override
  public SqlConnection connection() {
    return connection;
  }

  @Override
  public Future<Void> begin(Runner runner, Limits limits) {
    Tuple values =
        Tuple.of(
            Long.toString(limits.statement().toMillis()),
            Long.toString(Math.min(LOCK.toMillis(), limits.statement().toMillis())),
            Long.toString(IDLE.toMillis()));
    return runner
        .run(BEGIN, Tuple.tuple())
        .compose(begun -> runner.run(SETTLE, Tuple.tuple()))
        .compose(settled -> runner.run(LIMIT, values))
        .compose(limited -> runner.run(CHECK_CLIENT, Tuple.of(CLIENT_CHECK_MILLIS)))
        .mapEmpty();
  }

  @Override
  public Future<Void> cancel() {
    return PgConnection.cast(connection).cancelRequest();
  }

  @Override
  public Future<Void> terminate() {
    int process = PgConnection.cast(connection).processId();
    return factory
        .connect(vertx.getOrCreateContext(), options)
        .compose(
            second ->
                second
                    .preparedQuery(TERMINATE)
                    .execute(Tuple.of(process))
                    .eventually(second::close))
        .mapEmpty();
  }

  @Override
  public Future<Void> destroy() {
    return close(factory);
  }
}
