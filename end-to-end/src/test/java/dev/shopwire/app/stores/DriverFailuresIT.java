package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The errors that PostgreSQL's client really reports are those that {@link PostgresFailures} lists:
 * some of them are distinguished only by their texts, which a new version may change.
 */
class DriverFailuresIT {
  private static final String URI = Stores.shared().postgresUri();
  private static final int RETRY_MILLIS = 50;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private static PgConnectOptions options() {
    return new Postgres(URI).options(SessionSettings.CALLS);
  }

  private static Throwable failure(Future<?> call) {
    return call.<Throwable>transform(
            done ->
                done.failed()
                    ? Future.succeededFuture(done.cause())
                    : Future.failedFuture("it succeeded"))
        .await();
  }

  private static void assertOutage(Throwable error) {
    assertTrue(PostgresFailures.isOutage(error), error::toString);
  }

  private Pool poolOfOne() {
    return PgBuilder.pool()
        .with(
            new PoolOptions()
                .setMaxSize(1)
                .setMaxWaitQueueSize(1)
                .setConnectionTimeout(200)
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS))
        .connectingTo(options())
        .using(vertx)
        .build();
  }

  @Test
  void aPoolWithoutAFreeConnection() {
    Pool pool = poolOfOne();
    SqlConnection only = onlyConnection(pool);
    for (Throwable error :
        List.of(failure(pool.getConnection()), failure(pool.query("select 1").execute()))) {
      assertTrue(PostgresFailures.isPoolExhausted(error), error::toString);
      assertOutage(error);
    }
    Future<SqlConnection> waiting = pool.getConnection();
    assertTrue(PostgresFailures.isPoolExhausted(failure(pool.getConnection())));
    assertTrue(PostgresFailures.isPoolExhausted(failure(waiting)));
    only.close().await();
  }

  /** The pool waits so briefly for a connection that opening the first one may take longer. */
  private SqlConnection onlyConnection(Pool pool) {
    Future<SqlConnection> connection = pool.getConnection();
    for (int attempt = 1; attempt < 50; attempt++) {
      connection =
          connection.recover(
              error ->
                  vertx
                      .timer(RETRY_MILLIS, TimeUnit.MILLISECONDS)
                      .compose(elapsed -> pool.getConnection()));
    }
    return connection.await();
  }

  @Test
  void aClosedPool() {
    Pool pool = poolOfOne();
    onlyConnection(pool).close().await();
    pool.close().await();
    for (Throwable error :
        List.of(failure(pool.getConnection()), failure(pool.query("select 1").execute()))) {
      assertTrue(PostgresFailures.isPoolClosed(error), error::toString);
      assertOutage(error);
    }
  }

  @Test
  void aSessionThatTheServerEnds() {
    PgConnection ended = PgConnection.connect(vertx, options().setPipeliningLimit(1)).await();
    Future<?> running = ended.query("select pg_sleep(30)").execute();
    Future<?> notYetSent = ended.query("select 1").execute();
    new Sql(URI).number("select count(pg_terminate_backend(?, 5000))", ended.processId());
    assertOutage(failure(running));
    assertOutage(failure(notYetSent));
    assertOutage(failure(ended.query("select 1").execute()));
  }

  @Test
  void aConnectionThatThisProcessCloses() {
    PgConnection closing = PgConnection.connect(vertx, options()).await();
    closing.close().await();
    assertOutage(failure(closing.query("select 1").execute()));
  }

  @Test
  void aServerThatIsNotThere() {
    int port = serverPort(socket -> {});
    vertx.close().await();
    Vertx other = Vertx.vertx();
    try {
      assertOutage(
          failure(PgConnection.connect(other, options().setHost("127.0.0.1").setPort(port))));
    } finally {
      other.close().await();
    }
  }

  @Test
  void aServerThatClosesConnections() {
    int port = serverPort(NetSocket::close);
    for (String mode : List.of("disable", "prefer", "require")) {
      assertOutage(failure(connect(port, mode)));
    }
  }

  @Test
  void aServerWithoutTls() {
    assertOutage(failure(connect(serverPort(answering("N")), "require")));
  }

  @Test
  void aServerThatSpeaksAnotherProtocol() {
    assertOutage(failure(connect(serverPort(answering("X")), "require")));
    assertOutage(failure(connect(serverPort(answering("S\r\nno TLS at all\r\n")), "require")));
  }

  private Future<PgConnection> connect(int port, String sslMode) {
    Postgres postgres =
        new Postgres(
            "postgresql://user:password@127.0.0.1:%d/database?sslmode=%s".formatted(port, sslMode));
    return PgConnection.connect(vertx, postgres.options());
  }

  private static Consumer<NetSocket> answering(String text) {
    return socket -> socket.handler(request -> socket.write(Buffer.buffer(text)));
  }

  private int serverPort(Consumer<NetSocket> behavior) {
    NetServer server = vertx.createNetServer().connectHandler(behavior::accept);
    return server.listen(0, "127.0.0.1").await().actualPort();
  }

  @Test
  void bugsAreNone() {
    PgConnection connection = PgConnection.connect(vertx, options()).await();
    List<Future<?>> bugs =
        List.of(
            connection.query("select no_such_column from apps").execute(),
            connection.query("selekt 1").execute(),
            connection.query("do $$ begin raise exception 'bug'; end $$").execute(),
            connection.preparedQuery("select $1::int").execute(Tuple.of("no number")),
            connection.preparedQuery("select $1::int").execute(Tuple.of(1, 2)),
            connection
                .query("select 1 as a")
                .execute()
                .map(rows -> rows.iterator().next().getLong("b")));
    bugs.forEach(
        bug -> {
          Throwable error = failure(bug);
          assertFalse(PostgresFailures.isOutage(error), error::toString);
        });
    assertEquals(1, connection.query("select 1").execute().await().size());
  }
}
