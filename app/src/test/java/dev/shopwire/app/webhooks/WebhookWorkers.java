package dev.shopwire.app.webhooks;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RedisCommands;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Two processes that deliver webhooks, on stores of their own, all of which can be killed. */
final class WebhookWorkers implements AutoCloseable {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final int PROCESSES = 2;

  private final Path directory = TemporaryFiles.directory("workers");
  private final DataDirectory data = DataDirectory.open(directory.resolve("stores"));
  private final EmbeddedPostgres postgres = EmbeddedPostgres.start(data, line -> {});
  private final SingleRedis redis = new SingleRedis();
  private final List<ServiceProcess> processes = new CopyOnWriteArrayList<>();

  /** The workers of each process, as the table of them knows them. */
  private final List<Set<String>> ids = new ArrayList<>();

  private int turn;

  WebhookWorkers() {
    for (int number = 0; number < PROCESSES; number++) {
      Set<String> before = known();
      processes.add(start(number));
      ids.add(awaitNew(before));
    }
  }

  private ServiceProcess start(int number) {
    return ServiceProcess.start(
        made(directory.resolve("process-" + number)),
        Map.of(
            "SHOPWIRE_POSTGRES_URI",
            postgres.uri(),
            "SHOPWIRE_REDIS_URI",
            redis.uri(),
            "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE",
            "true",
            "SHOPWIRE_WEBHOOK_SECRET_KEYS",
            RunningService.WEBHOOK_KEY,
            "SHOPWIRE_ADMIN_TOKEN",
            RunningService.ADMIN_TOKEN));
  }

  private static Path made(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Sql sql() {
    return new Sql(postgres.uri());
  }

  private Set<String> known() {
    try {
      String all =
          sql().text("select coalesce(string_agg(id::text, ' '), '') from webhook_workers");
      return new HashSet<>(Arrays.asList(all.split(" ", -1)));
    } catch (IllegalStateException e) {
      return Set.of(); // there is no such table yet
    }
  }

  private Set<String> awaitNew(Set<String> before) {
    Poll.until(TIME, () -> "a new worker", () -> !before.containsAll(known()));
    Set<String> fresh = known();
    fresh.removeAll(before);
    return fresh;
  }

  Tenants tenants() {
    return new Tenants(
        processes.get(0).consoleUrl(), processes.get(0).httpUrl(), RunningService.ADMIN_TOKEN);
  }

  /** Of the processes in turn. */
  String httpUrl(long number) {
    return processes.get((int) (number % PROCESSES)).httpUrl();
  }

  long due() {
    return sql()
        .number(
            """
            select (select count(*) from webhook_due) + (select count(*) from webhook_fan_outs)
            """);
  }

  long settled() {
    return sql().number("select count(*) from webhook_deliveries where status = 'delivered'");
  }

  /** Kills one process, the next of them each time, and starts it again. */
  void killWorker() {
    int number = turn++ % PROCESSES;
    processes.get(number).kill();
    startAgain(number);
  }

  /**
   * The same, but starts it again only when all of its lanes are another's.
   *
   * @return after how many milliseconds they were
   */
  long killWorkerUntilLanesMove() {
    int number = turn++ % PROCESSES;
    String lanes =
        "select count(*) from webhook_lanes where owner is null or owner::text in ('"
            + String.join("','", ids.get(number))
            + "')";
    processes.get(number).kill();
    long killedAt = System.nanoTime();
    Poll.until(TIME, () -> "its lanes move", () -> sql().number(lanes) == 0);
    long millis = (System.nanoTime() - killedAt) / 1_000_000;
    startAgain(number);
    return millis;
  }

  private void startAgain(int number) {
    Set<String> before = known();
    processes.set(number, start(number));
    ids.set(number, awaitNew(before));
  }

  void killPostgres() {
    Signals.kill(postgres.pid());
    postgres.restart();
    for (ServiceProcess process : processes) {
      Poll.until(
          TIME,
          () -> "a process is ready again",
          () -> new Http(process.managementUrl()).isUp("/health/ready"));
    }
  }

  void emptyRedis() {
    try {
      new RedisCommands(redis.uri()).say("FLUSHALL");
    } catch (UncheckedIOException e) {
      throw new AssertionError("Redis is not to be away", e);
    }
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
