package dev.shopwire.app.support;

import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.FreshData;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.InstalledPostgres;
import dev.shopwire.testing.InstalledStores;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.redis.SingleRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs a service with its own embedded PostgreSQL, data directory and Redis, which a test may
 * break.
 */
public final class OwnService implements AutoCloseable {
  /** Enough for two processes and for the test itself. */
  private static final Map<String, String> POSTGRES = Map.of("max_connections", "250");

  private static final Duration POSTGRES_TIME = Duration.ofSeconds(20);

  private final Path directory = FreshData.copy("own");
  private final Optional<InstalledPostgres> installed;
  private final SingleRedis redis = new SingleRedis();
  private final Map<String, String> environment;
  private ServiceProcess process;

  public OwnService(Map<String, String> more) {
    this(more, false);
  }

  /**
   * The same with the PostgreSQL of the distribution, where tests run on {@link InstalledStores}:
   * for tests with the tag {@code stores}, which leave PostgreSQL alone.
   */
  public static OwnService onTestStores(Map<String, String> more) {
    return new OwnService(more, InstalledStores.areRequested());
  }

  private OwnService(Map<String, String> more, boolean onInstalled) {
    this.installed =
        onInstalled
            ? Optional.of(InstalledPostgres.create(directory.resolve("installed"), POSTGRES))
            : Optional.empty();
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_REDIS_URI", redis.uri(),
                "SHOPWIRE_ADMIN_TOKEN", RunningService.ADMIN_TOKEN,
                "SHOPWIRE_HTTP_PORT", Integer.toString(FreePorts.next()),
                "SHOPWIRE_CONSOLE_PORT", Integer.toString(FreePorts.next()),
                "SHOPWIRE_MANAGEMENT_PORT", Integer.toString(FreePorts.next())));
    installed.ifPresent(server -> settings.put("SHOPWIRE_POSTGRES_URI", server.uri()));
    settings.putAll(more);
    this.environment = settings;
    try {
      this.process = ServiceProcess.start(directory, environment);
    } catch (AssertionError | IllegalStateException e) {
      redis.close();
      installed.ifPresent(InstalledPostgres::close);
      throw e;
    }
  }

  public ServiceProcess process() {
    return process;
  }

  public Path directory() {
    return directory;
  }

  public Tenants tenants() {
    return new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  /**
   * For tests that cause no outage: their clients send again, once, what a busy machine was too
   * slow for.
   */
  public Tenants tenantsWithRetries() {
    return Tenants.withRetries(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  /** Restarts on the same data and ports; the previous process must have ended. */
  public void startAgain() {
    process = ServiceProcess.start(directory, environment);
  }

  /** Restarts with changed settings, which are kept for later restarts. */
  public void startAgain(Map<String, String> more) {
    environment.putAll(more);
    startAgain();
  }

  public Sql sql() {
    return new Sql(postgresUri());
  }

  public SingleRedis redis() {
    return redis;
  }

  /** The URI of PostgreSQL. */
  public String postgresUri() {
    if (installed.isPresent()) {
      return installed.get().uri();
    }
    try {
      return Files.readString(directory.resolve("data/postgres.uri")).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The process id of the embedded PostgreSQL. */
  public long postgresPid() {
    return process
        .process()
        .children()
        .filter(child -> child.info().command().orElse("").endsWith("/postgres"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("PostgreSQL is not running"))
        .pid();
  }

  /** kill -9 of the embedded PostgreSQL; returns once the service has started it again. */
  public void killPostgres() {
    long killedPid = postgresPid();
    Signals.kill(killedPid);
    Poll.until(POSTGRES_TIME, () -> "PostgreSQL runs again", () -> isRestarted(killedPid));
  }

  private boolean isRestarted(long killedPid) {
    try {
      return postgresPid() != killedPid
          && sql().number("select 1") == 1
          && new Http(process.managementUrl()).isUp("/health/ready");
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.close();
    redis.close();
    installed.ifPresent(InstalledPostgres::close);
    TemporaryFiles.delete(directory);
  }
}
