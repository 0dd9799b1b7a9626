package dev.shopwire.app;

import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** One service for all tests that don't break it; started once, ended with the JVM. */
final class RunningService {
  static final String ADMIN_TOKEN = "admin-token-for-tests-alone";

  /** Processes on the same stores need the same one. */
  static final String WEBHOOK_KEY = "Zm9yLXRlc3RzLWFsb25lLWZvci10ZXN0cy1hbG9uZS4=";

  private static final class Shared {
    static final RunningService SERVICE = new RunningService();
  }

  private final ServiceProcess process;
  private final Tenants tenants;
  private final Sql sql;

  private RunningService() {
    Path directory = TemporaryFiles.directory("service");
    process = ServiceProcess.start(directory, onSharedStores(Map.of()));
    tenants = new Tenants(process.consoleUrl(), process.httpUrl(), ADMIN_TOKEN);
    sql = new Sql(Stores.shared().postgresUri());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  process.kill();
                  TemporaryFiles.delete(directory);
                }));
  }

  static RunningService shared() {
    return Shared.SERVICE;
  }

  /** The environment of a process on the stores that all tests share. */
  static Map<String, String> onSharedStores(Map<String, String> more) {
    Stores stores = Stores.shared();
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_POSTGRES_URI",
                stores.postgresUri(),
                "SHOPWIRE_REDIS_URI",
                stores.redisUri(),
                // Whoever runs here may get any endpoint's lane, and receivers are on this machine.
                "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_ADMIN_TOKEN",
                ADMIN_TOKEN,
                "SHOPWIRE_WEBHOOK_SECRET_KEYS",
                WEBHOOK_KEY));
    environment.put(
        "SHOPWIRE_POSTGRES_PREPARED_STATEMENTS",
        System.getenv().getOrDefault("SHOPWIRE_TEST_POSTGRES_PREPARED", "true"));
    environment.putAll(more);
    return environment;
  }

  ServiceProcess process() {
    return process;
  }

  Tenants tenants() {
    return tenants;
  }

  Sql sql() {
    return sql;
  }
}
