package dev.shopwire.benchmarks.scale;

import dev.shopwire.benchmarks.measure.Target;
import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.redis.SingleRedis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs, on the same stores, one process with all roles and a cluster of three: one with analytics,
 * enrichment, attribution, automation, webhook and console, and two with only ingest.
 */
final class Deployment implements AutoCloseable {
  private static final String ADMIN_TOKEN = "admin-token-for-benchmarks";
  private static final String WEBHOOK_KEY = "Zm9yLWJlbmNobWFya3MtYWxvbmUtZm9yLW1lYXN1cmU=";

  private final Path directory = TemporaryFiles.directory("scale");
  private final DataDirectory data = DataDirectory.open(directory.resolve("stores"));
  private final EmbeddedPostgres postgres = EmbeddedPostgres.start(data, line -> {});
  private final SingleRedis redis = new SingleRedis();
  private final List<ServiceProcess> processes = new ArrayList<>();
  private final Tenants tenants;
  private final Tenants.App app;

  Deployment() {
    int first = FreePorts.next();
    String members = "127.0.0.1:" + first;
    start("", Map.of());
    start("analytics,enrichment,attribution,automation,webhook,console", clustered(first, members));
    start("ingest", clustered(FreePorts.next(), members));
    start("ingest", clustered(FreePorts.next(), members));
    ServiceProcess singleProcess = processes.get(0);
    tenants = new Tenants(singleProcess.consoleUrl(), singleProcess.httpUrl(), ADMIN_TOKEN);
    app = tenants.app();
  }

  private static Map<String, String> clustered(int port, String members) {
    return Map.of(
        "SHOPWIRE_CLUSTER",
        "true",
        "SHOPWIRE_CLUSTER_HOST",
        "127.0.0.1",
        "SHOPWIRE_CLUSTER_PORT",
        Integer.toString(port),
        "SHOPWIRE_CLUSTER_MEMBERS",
        members);
  }

  private void start(String roles, Map<String, String> more) {
    Map<String, String> environment = new TreeMap<>(more);
    environment.put("SHOPWIRE_POSTGRES_URI", postgres.uri());
    environment.put("SHOPWIRE_REDIS_URI", redis.uri());
    environment.put("SHOPWIRE_ADMIN_TOKEN", ADMIN_TOKEN);
    environment.put("SHOPWIRE_WEBHOOK_SECRET_KEYS", WEBHOOK_KEY);
    if (!roles.isEmpty()) {
      environment.put("SHOPWIRE_VERTICLES", roles);
    }
    processes.add(ServiceProcess.start(directory, environment));
  }

  Tenants tenants() {
    return tenants;
  }

  Tenants.App app() {
    return app;
  }

  /** The app's slug. */
  String slug() {
    return new Sql(postgres.uri())
        .text("select slug from apps where id = ?", Long.parseLong(app.appId()));
  }

  /** The public API of the process with all roles. */
  Target singleProcess() {
    return target(0);
  }

  /** The public APIs of the processes with only ingest. */
  List<Target> ingestProcesses() {
    return List.of(target(2), target(3));
  }

  private Target target(int process) {
    return new Target(processes.get(process).httpUrl(), "X-Api-Key", app.key());
  }

  List<Long> pids() {
    return processes.stream().map(process -> process.process().pid()).toList();
  }

  @Override
  public void close() {
    processes.forEach(ServiceProcess::close);
    redis.close();
    postgres.close();
    data.close();
    TemporaryFiles.delete(directory);
  }
}
