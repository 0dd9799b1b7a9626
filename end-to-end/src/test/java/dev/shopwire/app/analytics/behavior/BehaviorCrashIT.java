package dev.shopwire.app.analytics.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.analytics.behavior.ReportOracle.Request;
import dev.shopwire.app.analytics.behavior.TimeRangeOracle.Range;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two processes on the same stores receive events and reads, while one of them is repeatedly killed
 * with kill -9: in the end all reads match the events in the database.
 */
@Tag("full")
class BehaviorCrashIT {
  private static final int EVENTS = RunSize.of("behaviorCrash.posts", 2_000, 20_000);
  private static final int KILLS = RunSize.of("behaviorCrash.kills", 2, 3);
  private static final int PAGE_SIZE = 1_000;
  private static final int CLIENTS = 6;
  private static final long MAX_KILL_DELAY_MILLIS = 500;

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final RandomEvents random = new RandomEvents(seed);
  private final RandomReadRequests requests = new RandomReadRequests(random);
  private final List<BehaviorEvent> events = random.events(EVENTS);
  private final Range allTime = requests.allTime(events);
  private final RunningService first = RunningService.shared();
  private final Tenants.App app = first.tenants().app();
  private final AtomicReference<@Nullable ServiceProcess> second = new AtomicReference<>();
  private final AtomicBoolean isDone = new AtomicBoolean();
  private final AtomicLong reads = new AtomicLong();

  /** The highest count that either process has reported. */
  private final AtomicLong maxCount = new AtomicLong();

  @Test
  void readsMatchTheEventsInTheDatabase() throws Exception {
    Path directory = TemporaryFiles.directory("killed");
    try {
      second.set(start(directory));
      postReadAndKill(directory);
      check(first.tenants(), app);
      Tenants onSecond =
          new Tenants(process().consoleUrl(), process().httpUrl(), RunningService.ADMIN_TOKEN);
      check(
          onSecond,
          new Tenants.App(
              app.workspaceId(),
              app.appId(),
              app.keyId(),
              app.key(),
              onSecond.as(Map.of("X-Api-Key", app.key()))));
    } catch (AssertionError e) {
      throw new AssertionError("repeat the events with -Dshopwire.seed=" + seed, e);
    } finally {
      process().close();
      TemporaryFiles.delete(directory);
    }
    System.out.printf("%d events, %d reads, %d kills%n", events.size(), reads.get(), KILLS);
  }

  private static ServiceProcess start(Path directory) {
    return ServiceProcess.start(directory, RunningService.onSharedStores(Map.of()));
  }

  private ServiceProcess process() {
    return Objects.requireNonNull(second.get());
  }

  private void postReadAndKill(Path directory) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> reading = new ArrayList<>();
      reading.add(threads.submit(() -> read(first::process)));
      reading.add(threads.submit(() -> read(this::process)));
      List<String> bodies = random.batches(events, 40).stream().map(BehaviorApp::body).toList();
      for (int kill = 0; kill <= KILLS; kill++) {
        int from = kill * bodies.size() / (KILLS + 1);
        int to = (kill + 1) * bodies.size() / (KILLS + 1);
        Future<?> posting = threads.submit(() -> postAll(bodies.subList(from, to)));
        if (kill < KILLS) {
          long pause = random.random().nextLong(MAX_KILL_DELAY_MILLIS);
          LockSupport.parkNanos(Duration.ofMillis(pause).toNanos());
          process().kill();
          second.set(start(directory));
        }
        posting.get();
      }
      isDone.set(true);
      for (Future<?> reader : reading) {
        reader.get();
      }
    } finally {
      isDone.set(true);
      threads.shutdownNow();
    }
  }

  private void postAll(List<String> bodies) {
    AtomicLong turn = new AtomicLong();
    String url = first.process().httpUrl();
    new RetryingClients(
            () -> new Http(turn.getAndIncrement() % 2 == 0 ? url : process().httpUrl()), app.key())
        .run(bodies, CLIENTS);
  }

  /** Reads from {@code process}; the count must never decrease. */
  private void read(Supplier<ServiceProcess> process) {
    while (!isDone.get()) {
      long previous = maxCount.get();
      long count = count(process.get());
      assertTrue(count < 0 || count >= previous, () -> previous + " events became " + count);
      maxCount.accumulateAndGet(count, Math::max);
    }
  }

  /** The event count that a process reports; -1 if it is stale or there is no response. */
  private long count(ServiceProcess process) {
    String path =
        "/v1/usage_events/report"
            + BehaviorApp.query(request("count", Optional.empty(), "yearly").parameters());
    try {
      Http.Response response =
          new Http(process.httpUrl())
              .send("GET", path, Map.of("X-Api-Key", app.key()), new byte[0]);
      if (response.status() == 200 && !response.json().path("report").has("asOf")) {
        reads.incrementAndGet();
        return response.json().at("/report/value").asLong();
      }
      assertTrue(List.of(200, 503).contains(response.status()), response::body);
    } catch (UncheckedIOException e) {
      Poll.until(
          Duration.ofSeconds(60),
          () -> "the second process is ready again",
          () -> isDone.get() || new Http(process().managementUrl()).isUp("/health/ready"));
    }
    return -1;
  }

  private Request request(String calculation, Optional<String> over, String interval) {
    return new Request(
        calculation,
        over,
        Optional.empty(),
        Optional.empty(),
        allTime,
        interval,
        Optional.empty(),
        1,
        false);
  }

  private void check(Tenants tenants, Tenants.App reader) {
    Set<String> storedIds =
        new HashSet<>(
            List.of(
                first
                    .sql()
                    .text(
                        "select string_agg(coalesce(event_id, event_key::text), ' ') from usage_events where app_id = ?",
                        Long.parseLong(app.appId()))
                    .split(" ")));
    assertEquals(events.size(), storedIds.size(), "stored events");
    BehaviorApp stored = new BehaviorApp(tenants, reader);
    stored.addStored(events.stream().filter(event -> storedIds.contains(event.id())).toList());
    PublicReadComparison comparison = new PublicReadComparison(stored);
    ConsoleReadComparison console = new ConsoleReadComparison(stored);
    comparison.report(request("count", Optional.empty(), "daily"));
    comparison.report(request("sum", Optional.of("amount"), "daily"));
    comparison.report(request("max", Optional.of("amount"), "daily"));
    for (int i = 0; i < 10; i++) {
      comparison.report(requests.report("count", events));
      comparison.report(requests.report("sum", events));
    }
    console.sessions(allTime, () -> PAGE_SIZE);
    console.sessionsSummary(allTime, "weekly");
    console.pageViews(allTime, () -> PAGE_SIZE);
    comparison.list(EventListOracle.Filter.ALL, () -> PAGE_SIZE, () -> {});
  }
}
