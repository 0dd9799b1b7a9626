package dev.shopwire.common.postgres;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Where PostgreSQL is, and how its clients connect.
 *
 * @param uri {@code postgresql://user:password@host:port/database?sslmode=…}
 */
public record Postgres(String uri) {
  private static final int CONNECT_MILLIS = 1_500;
  private static final int WAIT_SECONDS = 2;
  private static final int IDLE_SECONDS = 10;

  /**
   * @throws IllegalArgumentException without the value, which holds a password, if {@code uri} is
   *     not of that form
   */
  public Postgres {
    if (!uri.startsWith("postgresql://") && !uri.startsWith("postgres://")) {
      throw new IllegalArgumentException("not a postgresql:// URI");
    }
    URI parsed = parse(uri);
    String userInfo = parsed.getRawUserInfo();
    String path = parsed.getPath();
    if (parsed.getHost() == null
        || userInfo == null
        || userInfo.isEmpty()
        || userInfo.startsWith(":")
        || path == null
        || path.length() < 2) {
      throw new IllegalArgumentException("user, host or database is missing");
    }
    if (parsed.getPort() == 0 || parsed.getPort() > 65_535) {
      throw new IllegalArgumentException("the port is not from 1 to 65535");
    }
    try {
      clientOptions(parsed);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("not a URI that the client understands", null);
    }
  }

  private static URI parse(String uri) {
    try {
      return URI.create(uri);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("not a valid URI", null);
    }
  }

  public PgConnectOptions options() {
    return clientOptions(URI.create(uri))
        .setUser(user())
        .setPassword(password())
        .setCachePreparedStatements(true);
  }

  /** Without the user: the client's own parser doesn't know all that RFC 3986 allows there. */
  private static PgConnectOptions clientOptions(URI parsed) {
    String port = parsed.getPort() < 0 ? "" : ":" + parsed.getPort();
    String query = parsed.getRawQuery() == null ? "" : "?" + parsed.getRawQuery();
    return PgConnectOptions.fromUri(
        "postgresql://" + parsed.getHost() + port + parsed.getRawPath() + query);
  }

  /** A pool for the verticle instance that makes it; waits 2 s at most for a connection. */
  public Pool pool(Vertx vertx, int size) {
    return pool(vertx, poolOptions(size));
  }

  /**
   * The same for all verticle instances of the process that ask by this name; each closes its own.
   */
  public Pool sharedPool(Vertx vertx, int size, String name) {
    return pool(vertx, poolOptions(size).setShared(true).setName(name));
  }

  private static PoolOptions poolOptions(int size) {
    return new PoolOptions()
        .setMaxSize(size)
        .setConnectionTimeout(WAIT_SECONDS)
        .setConnectionTimeoutUnit(TimeUnit.SECONDS)
        .setMaxWaitQueueSize(size * 64);
  }

  private Pool pool(Vertx vertx, PoolOptions options) {
    return PgBuilder.pool()
        .with(options)
        .with(transport())
        .connectingTo(options())
        .using(vertx)
        .build();
  }

  /**
   * A connection that says nothing for a while may lead to a host that is gone, so it is closed.
   */
  private static NetClientOptions transport() {
    return new NetClientOptions()
        .setConnectTimeout(CONNECT_MILLIS)
        .setIdleTimeout(IDLE_SECONDS)
        .setIdleTimeoutUnit(TimeUnit.SECONDS);
  }

  /** The same address for JDBC, which the migrations use. */
  public String jdbcUrl() {
    URI parsed = URI.create(uri);
    String port = parsed.getPort() < 0 ? "" : ":" + parsed.getPort();
    String query = parsed.getRawQuery() == null ? "" : "?" + parsed.getRawQuery();
    return "jdbc:postgresql://" + parsed.getHost() + port + parsed.getRawPath() + query;
  }

  public String user() {
    return userInfo(0);
  }

  public String password() {
    return userInfo(1);
  }

  private String userInfo(int part) {
    String[] parts = String.valueOf(URI.create(uri).getRawUserInfo()).split(":", 2);
    // URLDecoder reads forms, where a plus is a space; in a URI it is itself.
    return part < parts.length
        ? URLDecoder.decode(parts[part].replace("+", "%2B"), StandardCharsets.UTF_8)
        : "";
  }

  /** Without the user and the password. */
  @Override
  public String toString() {
    URI parsed = URI.create(uri);
    String port = parsed.getPort() < 0 ? "" : ":" + parsed.getPort();
    return "postgresql://" + parsed.getHost() + port + parsed.getPath();
  }
}
