package dev.shopwire.app.support;

import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.RedisCommands;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Processes on their own stores, which a test may kill and restart, each with its ports and
 * directory. Methods block.
 */
public final class OwnProcesses implements AutoCloseable {
  private final OwnStores stores;
  private final Map<String, String> common;
  private final List<Map<String, String>> settings = new CopyOnWriteArrayList<>();
  private final List<ServiceProcess> processes = new CopyOnWriteArrayList<>();
  private final Sql sql;

  /** Starts the processes, and waits until they are ready. */
  public OwnProcesses(String purpose, String... roles) {
    this(purpose, Map.of(), roles);
  }

  /**
   * Starts the processes, and waits until they are ready.
   *
   * @param common settings of all of them
   * @param roles of each process
   */
  public OwnProcesses(String purpose, Map<String, String> common, String... roles) {
    this.stores = new OwnStores(purpose);
    this.sql = stores.sql();
    this.common = common;
    for (String each : roles) {
      settings.add(settings(each));
      processes.add(launch(processes.size()));
    }
    awaitReady();
  }

  private Map<String, String> settings(String roles) {
    Map<String, String> all = new TreeMap<>();
    for (String port : List.of("HTTP", "CONSOLE", "MANAGEMENT")) {
      all.put("SHOPWIRE_" + port + "_PORT", Integer.toString(FreePorts.next()));
    }
    all.put("SHOPWIRE_VERTICLES", roles);
    all.put("SHOPWIRE_SECRET_KEYS", RunningService.WEBHOOK_KEY);
    all.put("SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true");
    all.put("SHOPWIRE_WEBHOOK_LEASE_MILLIS", "5000");
    all.putAll(common);
    return stores.settings(all);
  }

  private ServiceProcess launch(int number) {
    Path directory = stores.directory().resolve("process-" + number);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ServiceProcess.launch(directory, settings.get(number));
  }

  public ServiceProcess process(int number) {
    return processes.get(number);
  }

  public List<ServiceProcess> all() {
    return List.copyOf(processes);
  }

  /** Starts a process that no list has; the caller closes it. */
  public ServiceProcess startAnother(String roles, Map<String, String> more) {
    Map<String, String> all = settings(roles);
    all.putAll(more);
    return ServiceProcess.start(stores.directory(), all);
  }

  public Tenants tenants(int number) {
    return tenants(number, number);
  }

  /** The console of one process and the public API of another. */
  public Tenants tenants(int console, int api) {
    return new Tenants(
        processes.get(console).consoleUrl(),
        processes.get(api).httpUrl(),
        RunningService.ADMIN_TOKEN);
  }

  /** kill -9. */
  public void kill(int number) {
    processes.get(number).kill();
  }

  /** Starts a process that was killed, on the same ports, without waiting until it is ready. */
  public void startAgain(int number) {
    processes.set(number, launch(number));
  }

  /** The same, and waits until it is ready. */
  public void restart(int number) {
    startAgain(number);
    processes.get(number).awaitReady();
  }

  /** Waits until all processes are ready. */
  public void awaitReady() {
    processes.forEach(ServiceProcess::awaitReady);
  }

  /** Kills PostgreSQL, and waits until it and all processes are back. */
  public void killPostgres() {
    Signals.kill(stores.postgres().pid());
    stores.postgres().restart();
    awaitReady();
  }

  /** Deletes all that Redis holds. */
  public void emptyRedis() {
    new RedisCommands(stores.redis().uri()).send("FLUSHALL");
  }

  public String postgresUri() {
    return stores.postgres().uri();
  }

  public Sql sql() {
    return sql;
  }

  @Override
  public void close() {
    processes.forEach(ServiceProcess::kill);
    sql.close();
    stores.close();
  }
}
