package dev.shopwire.sources.fence;

import dev.shopwire.common.addresses.HostSyntax;
import dev.shopwire.common.postgres.Postgres;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.SslMode;
import io.vertx.pgclient.PgConnectOptions;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The URI of a user's database: {@code postgresql://} or {@code mysql://}, with a user, a password,
 * and the TLS parameters that {@code postgres.uri} has, for both engines. Immutable. Reading one
 * opens the files that it names, so it must not be done on an event loop.
 *
 * @param host as it is resolved: in lower case, without brackets
 * @param text with the password; never shown
 */
public record DatabaseUri(
    Engine engine, String host, int port, String database, String user, String text) {
  /** Of the text, in characters. */
  public static final int MAX_LENGTH = 2_000;

  /** Under which clients of users' databases are counted, apart from those of Shopwire's own. */
  public static final String METRICS_NAME = "linked-database";

  private static final String POSTGRESQL = "postgresql://";
  private static final String MYSQL = "mysql://";
  private static final String FILES =
      "sslrootcert, sslcert and sslkey must name PEM files that Shopwire can read; sslcert and"
          + " sslkey belong together, and sslmode verify-ca and verify-full need sslrootcert";
  private static final List<String> POSTGRESQL_ONLY = List.of("options=", "application_name=");
  private static final Map<io.vertx.pgclient.SslMode, SslMode> TLS =
      Map.of(
          io.vertx.pgclient.SslMode.DISABLE, SslMode.DISABLED,
          io.vertx.pgclient.SslMode.ALLOW, SslMode.PREFERRED,
          io.vertx.pgclient.SslMode.PREFER, SslMode.PREFERRED,
          io.vertx.pgclient.SslMode.REQUIRE, SslMode.REQUIRED,
          io.vertx.pgclient.SslMode.VERIFY_CA, SslMode.VERIFY_CA,
          io.vertx.pgclient.SslMode.VERIFY_FULL, SslMode.VERIFY_IDENTITY);

  /**
   * @throws IllegalArgumentException if it can't be used; the message is a clause without any part
   *     of the URI
   */
  public static DatabaseUri of(String text) {
    Engine engine = engine(text);
    Postgres checked = checked(engine, text);
    URI uri = URI.create(text);
    if (engine == Engine.MYSQL && uri.getRawQuery() != null) {
      for (String parameter : POSTGRESQL_ONLY) {
        if (uri.getRawQuery().contains(parameter)) {
          throw new IllegalArgumentException(
              "a mysql URI may only have the parameters sslmode, sslrootcert, sslcert and sslkey");
        }
      }
    }
    int port = uri.getPort() < 0 ? engine.port() : uri.getPort();
    return new DatabaseUri(
        engine,
        HostSyntax.plain(uri.getHost()),
        port,
        uri.getPath().substring(1),
        checked.user(),
        text);
  }

  private static Engine engine(String text) {
    if (text.startsWith(POSTGRESQL)) {
      return Engine.POSTGRESQL;
    }
    if (text.startsWith(MYSQL)) {
      return Engine.MYSQL;
    }
    throw new IllegalArgumentException("it must begin with postgresql:// or mysql://");
  }

  /** Both engines have the same form of URI, so that one class reads it. */
  private static Postgres checked(Engine engine, String text) {
    try {
      return new Postgres(
          engine == Engine.MYSQL ? POSTGRESQL + text.substring(MYSQL.length()) : text);
    } catch (IllegalArgumentException e) {
      // What is wrong with a file would let users look for files of this machine.
      String problem = String.valueOf(e.getMessage());
      throw new IllegalArgumentException(
          problem.startsWith("ssl") && !problem.startsWith("sslmode must") ? FILES : problem, null);
    }
  }

  public String password() {
    return checked(engine, text).password();
  }

  /** Host and port as in a URI. */
  String address() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /** Without reconnecting and without reusing statements: a connection serves one use. */
  PgConnectOptions postgresOptions() {
    PgConnectOptions options = checked(engine, text).options();
    options
        .setHost(host)
        .setPort(port)
        .setCachePreparedStatements(false)
        .setTracingPolicy(TracingPolicy.IGNORE)
        .setMetricsName(METRICS_NAME);
    return options;
  }

  MySQLConnectOptions mysqlOptions() {
    Postgres checked = checked(engine, text);
    PgConnectOptions tls = checked.options();
    MySQLConnectOptions options = new MySQLConnectOptions();
    options
        .setSslMode(TLS.getOrDefault(tls.getSslMode(), SslMode.REQUIRED))
        .setSslOptions(tls.getSslOptions())
        .setHost(host)
        .setPort(port)
        .setDatabase(database)
        .setUser(user)
        .setPassword(checked.password())
        .setCachePreparedStatements(false)
        .setTracingPolicy(TracingPolicy.IGNORE)
        .setMetricsName(METRICS_NAME);
    return options;
  }

  /** Without user and password. */
  @Override
  public String toString() {
    return engine.id() + "://" + address() + "/" + database;
  }
}
