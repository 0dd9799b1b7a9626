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
import org.junit.jupiter.api.Test;

/**
 * Two processes on the same stores take events and are read from; one of them is killed by kill -9
 * again and again: in the end every figure is that of the events that the database holds.
 */
class BehaviorCrashIT {
  private static final int EVENTS = RunSize.of("behaviorCrash.posts", 3_000, 20_000);
  private static final int KILLS = 3;
  private static final int MOST = 1_000;
  private static final int CLIENTS = 6;
  private static final long LATEST_KILL_MILLIS = 500;

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

  /** The most that any reader of either process was told. */
  private final AtomicLong counted = new AtomicLong();

  @Test
  void figuresAreThoseOfTheEventsThatTheDatabaseHolds() throws Exception {
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
      throw new AssertionError("the events of -Dshopwire.seed=" + seed, e);
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
        Future<?> posting = threads.submit(() -> replay(bodies.subList(from, to)));
        if (kill < KILLS) {
          long pause = random.random().nextLong(LATEST_KILL_MILLIS);
          LockSupport.parkNanos(Duration.ofMillis(pause).toNanos());
          process().kill();
          second.set(start(directory));
        }
        posting.get();
      }
      isDone.set(true);
      for (Future<?> one : reading) {
        one.get();
      }
    } finally {
      isDone.set(true);
      threads.shutdownNow();
    }
  }

  private void replay(List<String> bodies) {
    AtomicLong turn = new AtomicLong();
    String url = first.process().httpUrl();
    new RetryingClients(
            () -> new Http(turn.getAndIncrement() % 2 == 0 ? url : process().httpUrl()), app.key())
        .run(bodies, CLIENTS);
  }

  /** From {@code process}; what was counted once must not get less. */
  private void read(Supplier<ServiceProcess> process) {
    while (!isDone.get()) {
      long least = counted.get();
      long count = count(process.get());
      assertTrue(count < 0 || count >= least, () -> least + " events became " + count);
      counted.accumulateAndGet(count, Math::max);
    }
  }

  /** How many events a process says there are; -1 if it says nothing, or of an earlier moment. */
  private long count(ServiceProcess process) {
    String path =
        "/v1/usage_events/report"
            + BehaviorApp.query(request("count", Optional.empty(), "yearly").parameters());
    try {
      Http.Answer answer =
          new Http(process.httpUrl())
              .send("GET", path, Map.of("X-Api-Key", app.key()), new byte[0]);
      if (answer.status() == 200 && !answer.json().path("report").has("asOf")) {
        reads.incrementAndGet();
        return answer.json().at("/report/value").asLong();
      }
      assertTrue(List.of(200, 503).contains(answer.status()), answer::body);
    } catch (UncheckedIOException e) {
      Poll.until(
          Duration.ofSeconds(60),
          () -> "the second process is back",
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
    Set<String> held =
        new HashSet<>(
            List.of(
                first
                    .sql()
                    .text(
                        "select string_agg(coalesce(event_id, event_key::text), ' ') from usage_events where app_id = ?",
                        Integer.parseInt(app.appId()))
                    .split(" ")));
    assertEquals(events.size(), held.size(), "every batch was answered in the end");
    BehaviorApp known = new BehaviorApp(tenants, reader);
    known.know(events.stream().filter(event -> held.contains(event.id())).toList());
    PublicReadComparison comparison = new PublicReadComparison(known);
    ConsoleReadComparison console = new ConsoleReadComparison(known);
    comparison.report(request("count", Optional.empty(), "daily"));
    comparison.report(request("sum", Optional.of("amount"), "daily"));
    comparison.report(request("max", Optional.of("amount"), "daily"));
    for (int i = 0; i < 10; i++) {
      comparison.report(requests.report("count", events));
      comparison.report(requests.report("sum", events));
    }
    console.sessions(allTime, () -> MOST);
    console.sessionsSummary(allTime, "weekly");
    console.pageViews(allTime, () -> MOST);
    comparison.list(EventListOracle.Filter.ALL, () -> MOST, () -> {});
  }
}
