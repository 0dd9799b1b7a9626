package dev.shopwire.benchmarks.measure;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The service with its embedded stores in a directory of its own, or other ones, and load upon it.
 * Load, service and stores share the machine. Blocks: for threads that are no event loops.
 */
public final class Installation implements AutoCloseable {
  private static final String ADMIN_TOKEN = "admin-token-for-benchmarks";
  private static final String POSTGRES_URI = "SHOPWIRE_POSTGRES_URI";
  private static final String REDIS_URI = "SHOPWIRE_REDIS_URI";
  private static final String UNREACHED =
      "{\"requestsPerSecond\":1000000,\"eventsPerSecond\":100000000}";

  private final Vertx vertx = Vertx.vertx();
  private final Path directory;
  private final boolean kept;
  private final ServiceProcess service;
  private final Postgres postgres;
  private final Tenants.App app;

  /** Leaves nothing behind. */
  public Installation() throws IOException {
    this(TemporaryFiles.directory("benchmark"), false, Map.of());
  }

  private Installation(Path directory, boolean kept, Map<String, String> settings)
      throws IOException {
    this.directory = directory;
    this.kept = kept;
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("SHOPWIRE_ADMIN_TOKEN", ADMIN_TOKEN);
    service = ServiceProcess.start(directory, environment);
    // Who interrupts a long run leaves no service behind; after a whole run it has ended already.
    Runtime.getRuntime().addShutdownHook(new Thread(service::close));
    try {
      String uri = environment.get(POSTGRES_URI);
      postgres = new Postgres(uri == null ? Files.readString(data("postgres.uri")).trim() : uri);
      app = enter(tenants());
    } catch (IOException | RuntimeException e) {
      service.close();
      throw e;
    }
  }

  /** Stays in {@code directory}, where the next run finds its app and all that is stored. */
  public static Installation kept(Path directory) throws IOException {
    return new Installation(Files.createDirectories(directory.toAbsolutePath()), true, Map.of());
  }

  /** Leaves nothing behind; sends webhooks to this machine, to any number of endpoints. */
  public static Installation withReceiversHere() throws IOException {
    return withReceiversHere(Map.of());
  }

  /**
   * The same on stores that run already.
   *
   * @param postgres where an empty database is; nothing of it is deleted
   */
  public static Installation withReceiversHere(String postgres, String redis) throws IOException {
    return withReceiversHere(Map.of(POSTGRES_URI, postgres, REDIS_URI, redis));
  }

  private static Installation withReceiversHere(Map<String, String> stores) throws IOException {
    Map<String, String> settings = new HashMap<>(stores);
    settings.put("SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true");
    settings.put("SHOPWIRE_LIMITS_WEBHOOK_ENDPOINTS", "1000000");
    return new Installation(TemporaryFiles.directory("benchmark"), false, settings);
  }

  /** What the console makes. */
  public Tenants tenants() {
    return new Tenants(service.consoleUrl(), service.httpUrl(), ADMIN_TOKEN);
  }

  /** The service's own figures whose names contain {@code part}, as it prints them. */
  public List<String> metrics(String part) {
    String all =
        new Http(service.managementUrl()).send("GET", "/metrics", Map.of(), new byte[0]).body();
    return all.lines().filter(line -> !line.startsWith("#") && line.contains(part)).toList();
  }

  private Tenants.App enter(Tenants tenants) throws IOException {
    Path known = directory.resolve("app");
    if (!Files.exists(known)) {
      Tenants.App made = tenants.app();
      Files.writeString(known, made.workspaceId() + " " + made.appId());
      return made;
    }
    String[] ids = Files.readString(known).split(" ", 2);
    return tenants.key(ids[0], ids[1], UNREACHED);
  }

  /** A file of the embedded stores. */
  public Path data(String file) {
    return directory.resolve("data").resolve(file);
  }

  public Sql sql() {
    return new Sql(postgres.uri());
  }

  /** The same as a role that may do what only operators of PostgreSQL may. */
  public Sql superuser() throws IOException {
    Properties secrets = new Properties();
    try (Reader reader = Files.newBufferedReader(data("postgres.secret"))) {
      secrets.load(reader);
    }
    String credentials = "//postgres:" + secrets.getProperty("postgres") + "@";
    return new Sql(postgres.uri().replaceFirst("//[^@]*@", credentials));
  }

  public Database database() {
    return new Database(vertx, postgres.uri());
  }

  /** An app whose key has limits that nobody reaches. */
  public Tenants.App app() {
    return app;
  }

  public Edge publicEdge() {
    return new Edge(service.httpUrl(), "X-Api-Key", app.key());
  }

  public Edge consoleEdge() {
    return new Edge(service.consoleUrl(), "Authorization", "Bearer " + ADMIN_TOKEN);
  }

  /** Posts on so many connections for so many seconds; fails if an answer is not as expected. */
  public Slice post(Posts posts, int connections, int seconds) {
    return Loops.run(
        vertx,
        connections,
        seconds,
        () -> HttpLoad.connect(vertx, publicEdge(), posts::next, Pace.closedLoop()));
  }

  /**
   * The same at a pace: each connection has its times to send at.
   *
   * @param perSecond requests that are due in a second, of all connections
   */
  public Slice post(Posts posts, int connections, int seconds, double perSecond) {
    long interval = (long) (TimeUnit.SECONDS.toNanos(1) * connections / perSecond);
    return Loops.run(
        vertx,
        connections,
        seconds,
        () -> HttpLoad.connect(vertx, publicEdge(), posts::next, Pace.every(interval)));
  }

  /** Reads of the console on so many connections for so many seconds, each in a closed loop. */
  public Slice read(Gets gets, int connections, int seconds) {
    Supplier<Supplier<Request>> each = gets.connections();
    return Loops.run(
        vertx,
        connections,
        seconds,
        () -> HttpLoad.connect(vertx, consoleEdge(), each.get(), Pace.closedLoop()));
  }

  /**
   * Executes {@code sql} on so many connections for so many seconds, past the service.
   *
   * @param operations that one statement counts for
   */
  public Slice execute(
      String sql, Supplier<Tuple> parameters, int operations, int connections, int seconds) {
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
