package dev.shopwire.common.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The address of a PostgreSQL database and how clients connect to it.
 *
 * @param uri {@code postgresql://user:password@host:port/database?parameters}, with the parameters
 *     {@code sslmode}, {@code sslrootcert}, {@code sslcert}, {@code sslkey}, {@code
 *     application_name} and {@code options}, with their libpq meanings
 * @param prepared whether prepared statements may be reused by later transactions: not through a
 *     transaction pooler
 * @param directUri direct URI of the same database, for work that needs a session, where {@code
 *     uri} leads to a transaction pooler
 * @param pooled whether {@code uri} leads to a pooler that rejects or ignores {@link
 *     SessionSettings}
 */
public record Postgres(String uri, boolean prepared, Optional<String> directUri, boolean pooled) {
  private static final int CONNECT_MILLIS = 1_500;
  private static final int WAIT_SECONDS = 2;
  private static final int DEFAULT_PORT = 5_432;
  private static final int LONG_STATEMENT = 8_192;
  private static final int LONG_STATEMENTS = 40;
  private static final Set<String> PARAMETERS =
      Set.of("sslmode", "sslrootcert", "sslcert", "sslkey", "application_name", "options");
  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

  /** A database without a pooler. */
  public Postgres(String uri) {
    this(uri, true, Optional.empty());
  }

  public Postgres(String uri, boolean prepared, Optional<String> directUri) {
    this(uri, prepared, directUri, false);
  }

  /**
   * @throws IllegalArgumentException naming the problem but not the value, which contains a
   *     password
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
        || path.length() < 2
        || parsed.getRawFragment() != null) {
      throw new IllegalArgumentException("the user, host or database is missing");
    }
    if (parsed.getPort() == 0 || parsed.getPort() > 65_535) {
      throw new IllegalArgumentException("the port must be from 1 to 65535");
    }
    tls(parsed);
    directUri.ifPresent(Postgres::new);
  }

  private static URI parse(String uri) {
    try {
      return URI.create(uri);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("not a valid URI", null);
    }
  }

  private static PostgresTls tls(URI parsed) {
    return PostgresTls.of(parameters(parsed), LOCAL.contains(parsed.getHost()));
  }

  private static Map<String, String> parameters(URI parsed) {
    Map<String, String> parameters = new LinkedHashMap<>();
    String query = parsed.getRawQuery() == null ? "" : parsed.getRawQuery();
    for (String parameter : query.split("&", -1)) {
      String[] parts = parameter.split("=", 2);
      if (!parameter.isEmpty()) {
        if (!PARAMETERS.contains(parts[0])) {
          throw new IllegalArgumentException(
              "unknown parameter; allowed: " + String.join(", ", new TreeSet<>(PARAMETERS)));
        }
        parameters.put(parts[0], parts.length < 2 ? "" : decoded(parts[1]));
      }
    }
    return parameters;
  }

  /** Options without {@link SessionSettings}, for databases that aren't Shopwire's. */
  public PgConnectOptions options() {
    return options(givenOptions());
  }

  public PgConnectOptions options(SessionSettings settings) {
    return options(serverOptions(settings));
  }

  private PgConnectOptions options(Optional<String> options) {
    URI parsed = URI.create(uri);
    PostgresTls tls = tls(parsed);
    Map<String, String> parameters = parameters(parsed);
    // Poolers track these three per client; many of them reject "options".
    Map<String, String> startup = new LinkedHashMap<>();
    startup.put("application_name", parameters.getOrDefault("application_name", "shopwire"));
    startup.put("client_encoding", "utf8");
    startup.put("DateStyle", "ISO");
    options.ifPresent(value -> startup.put("options", value));
    return new PgConnectOptions()
        .setHost(parsed.getHost().replaceAll("[\\[\\]]", ""))
        .setPort(parsed.getPort() < 0 ? DEFAULT_PORT : parsed.getPort())
        .setDatabase(parsed.getPath().substring(1))
        .setUser(user())
        .setPassword(password())
        .setProperties(startup)
        .setSslMode(tls.mode())
        .setSslOptions(tls.clientOptions())
        .setCachePreparedStatements(prepared)
        .setUseLayer7Proxy(!prepared);
  }

  private Optional<String> givenOptions() {
    return Optional.ofNullable(parameters(URI.create(uri)).get("options"));
  }

  private Optional<String> serverOptions(SessionSettings settings) {
    Optional<String> given = givenOptions();
    return pooled ? given : Optional.of(settings.options(given.orElse("")));
  }

  /** The same database through a pooler that rejects or ignores session settings. */
  public Postgres throughPooler() {
    return new Postgres(uri, prepared, directUri, true);
  }

  /** The same database for work that needs a session that outlives its transactions. */
  public Postgres direct() {
    return directUri.map(Postgres::new).orElse(this);
  }

  /** A pool for the calling verticle instance; it waits up to 2 s for a connection. */
  public Pool pool(Vertx vertx, int size, SessionSettings settings) {
    return pool(vertx, poolOptions(size, settings), options(settings), settings);
  }

  /**
   * As {@link #pool}, but connections keep prepared statements of up to 8,192 characters, not only
   * of 2,048, for statements that take longer to plan than to run. The server keeps the plans: with
   * 17 partitions of events up to 3.5 MB each. So a connection keeps 40 statements at most.
   */
  public Pool poolForLongStatements(Vertx vertx, int size, SessionSettings settings) {
    PgConnectOptions options =
        options(settings)
            .setPreparedStatementCacheSqlLimit(LONG_STATEMENT)
            .setPreparedStatementCacheMaxSize(LONG_STATEMENTS);
    return pool(vertx, poolOptions(size, settings), options, settings);
  }

  /**
   * A pool shared by all verticle instances of the process that use this name; each closes its own
   * reference.
   */
  public Pool sharedPool(Vertx vertx, int size, String name, SessionSettings settings) {
    return pool(
        vertx,
        poolOptions(size, settings).setShared(true).setName(name),
        options(settings),
        settings);
  }

  private static PoolOptions poolOptions(int size, SessionSettings settings) {
    return new PoolOptions()
        .setMaxSize(size)
        .setIdleTimeout((int) settings.idle().toMillis())
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
        .setConnectionTimeout(WAIT_SECONDS)
        .setConnectionTimeoutUnit(TimeUnit.SECONDS)
        .setMaxWaitQueueSize(size * 64);
  }

  private static Pool pool(
      Vertx vertx, PoolOptions options, PgConnectOptions server, SessionSettings settings) {
    return PgBuilder.pool()
        .with(options)
        .with(transport(settings))
        .connectingTo(server)
        .using(vertx)
        .build();
  }

  /** Closes connections without traffic for a while, since their host may be unreachable. */
  private static NetClientOptions transport(SessionSettings settings) {
    return new NetClientOptions()
        .setConnectTimeout(CONNECT_MILLIS)
        .setIdleTimeout((int) settings.socketTimeout().toMillis())
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  /** The JDBC URL, without {@link SessionSettings}. */
  public String jdbcUrl() {
    return jdbcUrl(givenOptions());
  }

  public String jdbcUrl(SessionSettings settings) {
    return jdbcUrl(serverOptions(settings));
  }

  private String jdbcUrl(Optional<String> options) {
    URI parsed = URI.create(uri);
    String port = parsed.getPort() < 0 ? "" : ":" + parsed.getPort();
    Map<String, String> parameters = new LinkedHashMap<>(tls(parsed).jdbcParameters());
    Map<String, String> given = parameters(parsed);
    parameters.put("ApplicationName", given.getOrDefault("application_name", "shopwire"));
    options.ifPresent(value -> parameters.put("options", value));
    if (!prepared) {
      parameters.put("prepareThreshold", "0");
    }
    return "jdbc:postgresql://"
        + parsed.getHost()
        + port
        + parsed.getRawPath()
        + parameters.entrySet().stream()
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
            .collect(Collectors.joining("&", "?", ""));
  }

  /** Host and port. */
  public String address() {
    URI parsed = URI.create(uri);
    return parsed.getHost() + ":" + (parsed.getPort() < 0 ? DEFAULT_PORT : parsed.getPort());
  }

  /**
   * Whether connections to another machine fall back to plain text when the server offers no TLS,
   * as with {@code sslmode=prefer}, the default.
   */
  public boolean allowsUnencryptedFallback() {
    URI parsed = URI.create(uri);
    boolean loopback = LOCAL.contains(parsed.getHost()) || parsed.getHost().startsWith("127.");
    return !loopback && tls(parsed).mode() == SslMode.PREFER;
  }

  public String user() {
    return userInfo(0);
  }

  public String password() {
    return userInfo(1);
  }

  private String userInfo(int part) {
    String[] parts = String.valueOf(URI.create(uri).getRawUserInfo()).split(":", 2);
    return part < parts.length ? decoded(parts[part]) : "";
  }

  /** URLDecoder decodes forms, where a plus is a space; in a URI it is a literal plus. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
  }

  /** Without the user and the password. */
  @Override
  public String toString() {
    URI parsed = URI.create(uri);
    String port = parsed.getPort() < 0 ? "" : ":" + parsed.getPort();
    return "postgresql://" + parsed.getHost() + port + parsed.getPath();
  }
}
