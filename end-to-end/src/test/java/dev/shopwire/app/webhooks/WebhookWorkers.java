package dev.shopwire.app.webhooks;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RedisCommands;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Two processes that deliver webhooks, on their own stores; all of them can be killed. */
final class WebhookWorkers implements AutoCloseable {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final int PROCESSES = 2;

  /** Killed workers' lanes move after this time, which the build shortens. */
  private static final int LEASE_MILLIS = RunSize.of("webhookCrash.leaseMillis", 5_000, 10_000);

  private final OwnStores stores = new OwnStores("workers");
  private final List<ServiceProcess> processes = new CopyOnWriteArrayList<>();

  /** Ids of the workers of each process in {@code webhook_workers}. */
  private final List<Set<String>> ids = new ArrayList<>();

  private int turn;

  WebhookWorkers() {
    for (int number = 0; number < PROCESSES; number++) {
      Set<String> before = workerIds();
      processes.add(start(number));
      ids.add(awaitNewWorkers(before));
    }
  }

  private ServiceProcess start(int number) {
    return ServiceProcess.start(
        created(stores.directory().resolve("process-" + number)),
        stores.settings(
            Map.of(
                "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_WEBHOOK_LEASE_MILLIS",
                Integer.toString(LEASE_MILLIS),
                "SHOPWIRE_WEBHOOK_SECRET_KEYS",
                RunningService.WEBHOOK_KEY)));
  }

  private static Path created(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Set<String> workerIds() {
    try {
      String all =
          stores.sql().text("select coalesce(string_agg(id::text, ' '), '') from webhook_workers");
      return new HashSet<>(Arrays.asList(all.split(" ", -1)));
    } catch (IllegalStateException e) {
      return Set.of(); // the table does not exist yet
    }
  }

  private Set<String> awaitNewWorkers(Set<String> before) {
    Poll.until(TIME, () -> "a new worker", () -> !before.containsAll(workerIds()));
    Set<String> added = workerIds();
    added.removeAll(before);
    return added;
  }

  Tenants tenants() {
    return new Tenants(
        processes.get(0).consoleUrl(), processes.get(0).httpUrl(), RunningService.ADMIN_TOKEN);
  }

  Sql sql() {
    return stores.sql();
  }

  /** The URLs of the processes in turn. */
  String httpUrl(long number) {
    return processes.get((int) (number % PROCESSES)).httpUrl();
  }

  long due() {
    return stores
        .sql()
        .number(
            """
            select (select count(*) from webhook_due) + (select count(*) from webhook_fan_outs)
            """);
  }

  long settled() {
    return stores
        .sql()
        .number("select count(*) from webhook_deliveries where status = 'delivered'");
  }

  /** Kills and restarts one process, the next one each time. */
  void killWorker() {
    int number = turn++ % PROCESSES;
    processes.get(number).kill();
    restart(number);
  }

  /**
   * Like {@link #killWorker}, but restarts it only when all of its lanes have another owner.
   *
   * @return how many milliseconds that took
   */
  long killWorkerUntilLanesMove() {
    int number = turn++ % PROCESSES;
    String lanes =
        "select count(*) from webhook_lanes where owner is null or owner::text in ('"
            + String.join("','", ids.get(number))
            + "')";
    processes.get(number).kill();
    long killedAt = System.nanoTime();
    Poll.until(TIME, () -> "its lanes move", () -> stores.sql().number(lanes) == 0);
    long millis = (System.nanoTime() - killedAt) / 1_000_000;
    restart(number);
    return millis;
  }

  private void restart(int number) {
    Set<String> before = workerIds();
    processes.set(number, start(number));
    ids.set(number, awaitNewWorkers(before));
  }

  void killPostgres() {
    Signals.kill(stores.postgres().pid());
    stores.postgres().restart();
    for (ServiceProcess process : processes) {
      Poll.until(
          TIME,
          () -> "a process is ready again",
          () -> new Http(process.managementUrl()).isUp("/health/ready"));
    }
  }

  void emptyRedis() {
    try {
      new RedisCommands(stores.redis().uri()).send("FLUSHALL");
    } catch (UncheckedIOException e) {
      throw new AssertionError("Redis must be available", e);
    }
  }

  @Override
  public void close() {
    processes.forEach(ServiceProcess::close);
    stores.close();
  }
}
