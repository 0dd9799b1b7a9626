package dev.shopwire.benchmarks.measure;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.FreshData;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the service with embedded stores in its own directory, or with other stores, and puts load
 * on it. Load generator, service and stores share the machine. Blocking: not for event loops.
 */
public final class Installation implements AutoCloseable {
  private static final String ADMIN_TOKEN = "admin-token-for-benchmarks";
  private static final String WEBHOOK_KEY = "Zm9yLWJlbmNobWFya3MtYWxvbmUtZm9yLW1lYXN1cmU=";
  private static final String POSTGRES_URI = "SHOPWIRE_POSTGRES_URI";
  private static final String REDIS_URI = "SHOPWIRE_REDIS_URI";
  private static final Pattern SETUP_TOKEN = Pattern.compile("/console/setup#token=(\\w+)");
  private static final String NOT_AGGREGATED = "select count(*) from usage_event_backlog";
  private static final Duration SETTLING_TIME = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final String OWN_APP =
      """
      select coalesce((select workspace_id || ' ' || id from apps where slug like 'app-%'
        order by id limit 1), '')
      """;
  private static final String UNLIMITED =
      "{\"requestsPerSecond\":1000000,\"eventsPerSecond\":100000000}";

  private final Vertx vertx = Vertx.vertx();
  private final Path directory;
  private final boolean kept;
  private final ServiceProcess service;
  private final Postgres postgres;
  private final Tenants.App app;

  /** Starts in a temporary directory, which is deleted at the end. */
  public Installation() throws IOException {
    this(TemporaryFiles.directory("benchmark"), false, Map.of());
  }

  private Installation(Path directory, boolean kept, Map<String, String> settings)
      throws IOException {
    this.directory = directory;
    this.kept = kept;
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("SHOPWIRE_ADMIN_TOKEN", ADMIN_TOKEN);
    environment.put("SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true");
    environment.put("SHOPWIRE_MAIL_ALLOW_PRIVATE", "true");
    environment.put("SHOPWIRE_SOURCES_ALLOW_PRIVATE", "true");
    environment.put("SHOPWIRE_LIMITS_WEBHOOK_ENDPOINTS", "1000000");
    if (!environment.containsKey(POSTGRES_URI)
        && !Files.exists(directory.resolve(FreshData.DATA))) {
      FreshData.copy(directory);
    }
    service = ServiceProcess.start(directory, environment);
    try {
      String uri = environment.get(POSTGRES_URI);
      postgres = new Postgres(uri == null ? Files.readString(data("postgres.uri")).trim() : uri);
      app = findOrCreateApp(tenants());
    } catch (IOException | RuntimeException e) {
      service.close();
      throw e;
    }
  }

  /** Starts in {@code directory}, which is kept, so that the next run finds its app and data. */
  public static Installation kept(Path directory) throws IOException {
    return new Installation(Files.createDirectories(directory.toAbsolutePath()), true, Map.of());
  }

  /**
   * Starts on a database that is kept, always with the same key for signing secrets.
   *
   * @param postgres its URI
   */
  public static Installation on(String postgres) throws IOException {
    return new Installation(
        TemporaryFiles.directory("benchmark"),
        false,
        Map.of(POSTGRES_URI, postgres, "SHOPWIRE_WEBHOOK_SECRET_KEYS", WEBHOOK_KEY));
  }

  /**
   * Starts on stores that are already running.
   *
   * @param postgres the URI of an empty database, which is not deleted
   */
  public static Installation on(String postgres, String redis) throws IOException {
    return new Installation(
        TemporaryFiles.directory("benchmark"),
        false,
        Map.of(POSTGRES_URI, postgres, REDIS_URI, redis));
  }

  /** Creates workspaces and apps through the console. */
  public Tenants tenants() {
    return Tenants.withRetries(service.consoleUrl(), service.httpUrl(), ADMIN_TOKEN);
  }

  /** The lines of the service's metrics that contain {@code part}. */
  public List<String> metrics(String part) {
    String all =
        new Http(service.managementUrl()).send("GET", "/metrics", Map.of(), new byte[0]).body();
    return all.lines().filter(line -> !line.startsWith("#") && line.contains(part)).toList();
  }

  /** That of an earlier run on the same data, if there was one. */
  private Tenants.App findOrCreateApp(Tenants tenants) {
    String ids = sql().text(OWN_APP);
    if (ids.isEmpty()) {
      return tenants.app();
    }
    String[] parts = ids.split(" ", 2);
    return tenants.key(parts[0], parts[1], UNLIMITED);
  }

  /** The token that the service printed for creating the first user. */
  public String setupToken() {
    Matcher token = SETUP_TOKEN.matcher(service.output());
    if (!token.find()) {
      throw new IllegalStateException("the service printed no set-up token");
    }
    return token.group(1);
  }

  /** Writes what is in the server's buffers to disk, if its superuser is known. */
  public void checkpoint() {
    try {
      if (Files.exists(data("postgres.secret"))) {
        superuser().run("checkpoint");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until all events are aggregated, and writes what is in the server's buffers to disk, so
   * that what is measured next does not pay for what was measured before.
   *
   * @throws IllegalStateException if that takes longer than ten minutes
   */
  public void settle() {
    long end = System.nanoTime() + SETTLING_TIME.toNanos();
    while (sql().number(NOT_AGGREGATED) > 0) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("events are still not aggregated after " + SETTLING_TIME);
      }
      Waiting.sleep(LOOK);
    }
    checkpoint();
    Waiting.sleep(Duration.ofSeconds(1));
  }

  /** The process of the service. */
  public ServiceProcess service() {
    return service;
  }

  /** A file of the embedded stores. */
  public Path data(String file) {
    return directory.resolve("data").resolve(file);
  }

  public Sql sql() {
    return new Sql(postgres.uri());
  }

  /** Accesses the embedded PostgreSQL as its superuser. */
  public Sql superuser() throws IOException {
    Properties secrets = new Properties();
    try (Reader reader = Files.newBufferedReader(data("postgres.secret"))) {
      secrets.load(reader);
    }
    String credentials = "//postgres:" + secrets.getProperty("postgres") + "@";
    return new Sql(postgres.uri().replaceFirst("//[^@]*@", credentials));
  }

  public String postgresUri() {
    return postgres.uri();
  }

  public Database database() {
    return new Database(vertx, postgres.uri());
  }

  /** An app whose key has limits that no benchmark reaches. */
  public Tenants.App app() {
    return app;
  }

  public Target publicTarget() {
    return new Target(service.httpUrl(), "X-Api-Key", app.key());
  }

  public Target consoleTarget() {
    return new Target(service.consoleUrl(), "Authorization", "Bearer " + ADMIN_TOKEN);
  }

  /** Posts in closed loops; fails on an unexpected response. */
  public Slice post(PostRequests posts, int connections, double seconds) {
    return post(publicTarget(), posts, connections, seconds);
  }

  /** Does the same with the key of another app. */
  public Slice post(Target target, PostRequests posts, int connections, double seconds) {
    return Loops.run(
        vertx,
        connections,
        seconds,
        () -> HttpLoad.connect(vertx, target, posts::next, Pace.closedLoop()));
  }

  /**
   * Posts at a fixed pace, with send times for each connection.
   *
   * @param perSecond requests per second on all connections together
   */
  public Slice post(PostRequests posts, int connections, double seconds, double perSecond) {
    return post(publicTarget(), posts, connections, seconds, perSecond);
  }

  /** Does the same with the key of another app. */
  public Slice post(
      Target target, PostRequests posts, int connections, double seconds, double perSecond) {
    long interval = (long) (TimeUnit.SECONDS.toNanos(1) * connections / perSecond);
    return Loops.run(
        vertx,
        connections,
        seconds,
        () -> HttpLoad.connect(vertx, target, posts::next, Pace.every(interval)));
  }

  /**
   * Sends reads at a fixed pace, with send times for each connection.
   *
   * @param perSecond requests per second on all connections together
   */
  public Slice read(
      Target target, GetRequests gets, int connections, double seconds, double perSecond) {
    Supplier<Supplier<Request>> requests = gets.connections();
    long interval = (long) (TimeUnit.SECONDS.toNanos(1) * connections / perSecond);
    return Loops.run(
        vertx,
        connections,
        seconds,
        () -> HttpLoad.connect(vertx, target, requests.get(), Pace.every(interval)));
  }

  /** Sends reads to the console in closed loops. */
  public Slice read(GetRequests gets, int connections, double seconds) {
    Supplier<Supplier<Request>> requests = gets.connections();
    return Loops.run(
        vertx,
        connections,
        seconds,
        () -> HttpLoad.connect(vertx, consoleTarget(), requests.get(), Pace.closedLoop()));
  }

  /**
   * Executes {@code sql} directly on the database, in closed loops.
   *
   * @param operations how many operations one statement counts as
   */
  public Slice execute(
      String sql, Supplier<Tuple> parameters, int operations, int connections, double seconds) {
    SqlLoad load = new SqlLoad(sql, parameters, operations);
    return Loops.run(vertx, connections, seconds, () -> load.connect(vertx, postgres));
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
    service.close();
    if (!kept) {
      TemporaryFiles.delete(directory);
    }
  }
}
