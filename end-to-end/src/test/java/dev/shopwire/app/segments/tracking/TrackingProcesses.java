package dev.shopwire.app.segments.tracking;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
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
 * Processes on their own stores, which a test may kill and restart, each with its ports. Methods
 * block.
 */
public final class TrackingProcesses implements AutoCloseable {

  private static final String ENDPOINT =
      """
      with endpoint as (
        insert into webhook_endpoints (workspace_id, url, topics, status)
        values (%s, 'https://receiver.example', string_to_array('%s', ','), 'disabled')
        returning workspace_id, id, topics
      )
      insert into webhook_subscriptions (workspace_id, topic, app_id, event_name, endpoint_id)
      select workspace_id, topic, 0, '', id from endpoint, unnest(topics) as topic
      """;

  private final OwnStores stores = new OwnStores("tracking");
  private final List<Map<String, String>> settings = new CopyOnWriteArrayList<>();
  private final List<ServiceProcess> processes = new CopyOnWriteArrayList<>();

  /**
   * @param roles of each process
   */
  public TrackingProcesses(String... roles) {
    for (String each : roles) {
      settings.add(settings(each));
      processes.add(launch(processes.size()));
    }
    awaitReady();
  }

  private Map<String, String> settings(String roles) {
    Map<String, String> more =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_VERTICLES",
                roles,
                "SHOPWIRE_HTTP_PORT",
                Integer.toString(FreePorts.next()),
                "SHOPWIRE_CONSOLE_PORT",
                Integer.toString(FreePorts.next()),
                "SHOPWIRE_MANAGEMENT_PORT",
                Integer.toString(FreePorts.next()),
                "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_WEBHOOK_LEASE_MILLIS",
                "5000",
                "SHOPWIRE_WEBHOOK_SECRET_KEYS",
                RunningService.WEBHOOK_KEY));
    return stores.settings(more);
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

  ServiceProcess process(int number) {
    return processes.get(number);
  }

  int count() {
    return processes.size();
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
  void restart(int number) {
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

  /** Adds an endpoint that is disabled: the workspace's messages about segments are kept. */
  void keepMessages(Tenants.App app) {
    keepMessages(app, "segments/entered", "segments/exited", "segments/rebuilt");
  }

  /** Adds an endpoint that is disabled: the workspace's messages of these topics are kept. */
  public void keepMessages(Tenants.App app, String... topics) {
    sql().run(ENDPOINT.formatted(app.workspaceId(), String.join(",", topics)));
  }

  /** Deletes all that Redis holds. */
  public void emptyRedis() {
    new RedisCommands(stores.redis().uri()).send("FLUSHALL");
  }

  public String postgresUri() {
    return stores.postgres().uri();
  }

  public Sql sql() {
    return stores.sql();
  }

  @Override
  public void close() {
    processes.forEach(ServiceProcess::kill);
    stores.close();
  }
}
