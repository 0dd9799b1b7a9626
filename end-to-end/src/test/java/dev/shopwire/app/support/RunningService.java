package dev.shopwire.app.support;

import dev.shopwire.testing.ClusterRoles;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one service for all tests that don't break it; started once, stopped with the JVM. With
 * {@code -Dshopwire.topology=cluster} it is a cluster of six processes, two of them ingest, which
 * tests use in turn.
 */
public final class RunningService {
  public static final String ADMIN_TOKEN = "admin-token-for-tests-alone";

  /** All processes on the same stores must share this key. */
  public static final String WEBHOOK_KEY = "Zm9yLXRlc3RzLWFsb25lLWZvci10ZXN0cy1hbG9uZS4=";

  /** Likewise, for TOTP secrets. */
  public static final String CONSOLE_KEY = "Y29uc29sZS1mb3ItdGVzdHMtYWxvbmUtZm9yLXRlc3Q=";

  private static final class Shared {
    static final RunningService SERVICE = new RunningService();
  }

  private final List<ServiceProcess> ingests;
  private final ServiceProcess console;
  private final AtomicInteger turn = new AtomicInteger();
  private final Sql sql;

  private RunningService() {
    sql = new Sql(postgresUri());
    if (System.getProperty("shopwire.topology", "one").equals("cluster")) {
      ClusterProcesses cluster = new ClusterProcesses(ClusterRoles.OF_TESTS);
      Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
      ingests = List.of(cluster.node(0), cluster.node(1));
      console = cluster.node(2);
    } else {
      Path directory = TemporaryFiles.directory("service");
      console = ServiceProcess.start(directory, onSharedStores(Map.of()));
      ingests = List.of(console);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    console.kill();
                    TemporaryFiles.delete(directory);
                  }));
    }
  }

  public static RunningService shared() {
    return Shared.SERVICE;
  }

  /** The environment of a process on the stores that all tests share. */
  public static Map<String, String> onSharedStores(Map<String, String> more) {
    Stores stores = Stores.shared();
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_POSTGRES_URI",
                stores.postgresUri(),
                "SHOPWIRE_REDIS_URI",
                stores.redisUri(),
                // Any process may own any endpoint's lane, and receivers run on this machine.
                "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_SOURCES_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_PARTNER_DIALECTS",
                PartnerDialects.shared().toString(),
                "SHOPWIRE_ADMIN_TOKEN",
                ADMIN_TOKEN,
                "SHOPWIRE_SECRET_KEYS",
                WEBHOOK_KEY,
                "SHOPWIRE_CONSOLE_SECRET_KEYS",
                CONSOLE_KEY));
    // Clients of the console choose their address.
    environment.put("SHOPWIRE_CONSOLE_TRUSTED_PROXIES", "127.0.0.1");
    environment.put(
        "SHOPWIRE_POSTGRES_PREPARED_STATEMENTS",
        System.getenv().getOrDefault("SHOPWIRE_TEST_POSTGRES_PREPARED", "true"));
    environment.putAll(more);
    return environment;
  }

  /** The only process; not for tests tagged {@code everywhere}. */
  public ServiceProcess process() {
    if (ingests.size() > 1) {
      throw new IllegalStateException("this test needs the one-process topology");
    }
    return console;
  }

  public String httpUrl() {
    return ingests.get(Math.floorMod(turn.getAndIncrement(), ingests.size())).httpUrl();
  }

  public String managementUrl() {
    return ingests.get(0).managementUrl();
  }

  public String consoleUrl() {
    return console.consoleUrl();
  }

  /** The sum over all ingest processes. */
  public double metric(String name) {
    return ingests.stream().mapToDouble(ingest -> Metric.value(ingest.managementUrl(), name)).sum();
  }

  public boolean isAlive() {
    return ingests.stream().allMatch(ingest -> ingest.process().isAlive());
  }

  /** Their clients send again, once, what a busy machine was too slow for. */
  public Tenants tenants() {
    return Tenants.withRetries(consoleUrl(), httpUrl(), ADMIN_TOKEN);
  }

  /** For tests that make the service respond with 503. */
  public Tenants tenantsWithoutRetries() {
    return new Tenants(consoleUrl(), httpUrl(), ADMIN_TOKEN);
  }

  /** The URI of PostgreSQL. */
  public String postgresUri() {
    return Stores.shared().postgresUri();
  }

  public Sql sql() {
    return sql;
  }
}
