package dev.shopwire.app.console.audit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.console.FileDownload;
import dev.shopwire.app.console.LargeList;
import dev.shopwire.app.console.audit.AuditChain.Attempt;
import dev.shopwire.app.console.audit.AuditedWriter.Outcome;
import dev.shopwire.app.console.audit.AuditedWriter.Write;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * Kills the service with kill -9 while it is written to at random by pages, in sessions, with API
 * tokens and with the admin token: the audit log has a row for each write that was made and no
 * other, and its rows lead without a gap from what was stored to what is stored.
 */
class AuditCrashIT {
  private static final int WRITES = RunSize.of("auditCrash.writes", 90, 5_000);
  private static final int KILLS = RunSize.of("auditCrash.kills", 2, 25);
  private static final long MAX_KILL_DELAY_MILLIS = 20;
  private static final Duration TIME = Duration.ofMinutes(2);

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final Map<Outcome, Integer> outcomes = new TreeMap<>();

  @Test
  void rowsAreExactlyTheWritesThatWereMade() throws Exception {
    System.out.println("AuditCrashIT: seed " + seed);
    try (OwnService service =
        new OwnService(Map.of("SHOPWIRE_CONSOLE_TRUSTED_PROXIES", "127.0.0.1"))) {
      LargeList list = LargeList.create(service.tenants(), service.sql());
      AuditedObjects objects = new AuditedObjects(service);
      List<AuditedWriter> writers = writers(service, objects);
      AuditChain chain = new AuditChain(service, objects);
      for (int round = 0; round <= KILLS; round++) {
        int until = WRITES * (round + 1) / (KILLS + 1);
        // Some kills are between the writes; after the last writes there is none.
        boolean between = round % 3 == 1 || round == KILLS;
        List<Attempt> attempts =
            between ? write(writers, until) : writeUntilKilled(service, writers, until, list);
        if (round < KILLS) {
          service.process().kill(); // if it is still running
          service.startAgain();
        }
        attempts.forEach(attempt -> outcomes.merge(attempt.outcome(), 1, Integer::sum));
        chain.check(attempts);
      }
      assertTrue(outcomes.getOrDefault(Outcome.DONE, 0) > WRITES / 2, outcomes::toString);
      System.out.printf(
          "%d kills, writes %s, %d rows of the audit log, %d of them of unanswered writes%n",
          KILLS, outcomes, chain.rows(), chain.unansweredRows());
    }
  }

  private List<AuditedWriter> writers(OwnService service, AuditedObjects objects) {
    ConsoleUsers users = new ConsoleUsers(service.sql());
    String console = service.process().consoleUrl();
    User onPages = users.add(objects.workspaceId(), "owner");
    User inSession = users.add(objects.workspaceId(), "owner");
    User byToken = users.add(objects.workspaceId(), "owner");
    String token = users.token(byToken, objects.workspaceId(), "owner");
    long tokenId =
        service.sql().number("select id from console_api_tokens where user_id = ?", byToken.id());
    return List.of(
        new PageWriter(new PageBrowser(console).signedIn(onPages), onPages, objects, newRandom()),
        new ApiWriter(
            new ConsoleBrowser(console).signedIn(inSession),
            Map.of(),
            "user/" + inSession.id(),
            objects,
            newRandom()),
        new ApiWriter(
            new ConsoleBrowser(console), bearer(token), "token/" + tokenId, objects, newRandom()),
        new ApiWriter(
            new ConsoleBrowser(console),
            bearer(RunningService.ADMIN_TOKEN),
            "admin_token/",
            objects,
            newRandom()),
        new SignInWriter(console, users.add(false), users.add(false), newRandom()));
  }

  private Random newRandom() {
    return new Random(random.nextLong());
  }

  private static Map<String, String> bearer(String token) {
    return Map.of("Authorization", "Bearer " + token);
  }

  /** Writes until so many writes have ended since the beginning. */
  private List<Attempt> write(List<AuditedWriter> writers, int until) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(writers.size());
    try {
      List<Attempt> attempts = join(start(threads, writers, () -> ended.get() < until));
      assertTrue(
          attempts.stream().noneMatch(each -> each.outcome() == Outcome.UNKNOWN),
          () -> "all writes are answered: " + attempts);
      return attempts;
    } finally {
      threads.shutdownNow();
    }
  }

  /** Writes, and sends a file, until the service is killed, after about so many writes. */
  private List<Attempt> writeUntilKilled(
      OwnService service, List<AuditedWriter> writers, int until, LargeList list) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(writers.size());
    try (FileDownload file = new FileDownload(service.process().consoleUrl(), list.path("csv"))) {
      assertTrue(file.readChunk());
      List<Future<List<Attempt>>> writing = start(threads, writers, () -> true);
      Poll.until(
          TIME,
          () -> until + " writes",
          () -> ended.get() >= until || writing.stream().allMatch(Future::isDone));
      LockSupport.parkNanos(Duration.ofMillis(random.nextLong(MAX_KILL_DELAY_MILLIS)).toNanos());
      service.process().kill();
      assertFalse(file.readRest().complete(), "a file that was being sent looks complete");
      return join(writing);
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Future<List<Attempt>>> start(
      ExecutorService threads, List<AuditedWriter> writers, BooleanSupplier more) {
    List<Future<List<Attempt>>> running = new ArrayList<>();
    for (AuditedWriter writer : writers) {
      running.add(threads.submit(() -> run(writer, more)));
    }
    return running;
  }

  private static List<Attempt> join(List<Future<List<Attempt>>> running) throws Exception {
    List<Attempt> attempts = new ArrayList<>();
    for (Future<List<Attempt>> each : running) {
      attempts.addAll(each.get());
    }
    return attempts;
  }

  /** Writes until there is no response, or no more to do. */
  private List<Attempt> run(AuditedWriter writer, BooleanSupplier more) {
    List<Attempt> attempts = new ArrayList<>();
    boolean isUp = true;
    while (isUp && more.getAsBoolean()) {
      String requestId = "write-" + requests.incrementAndGet();
      Write write = writer.next();
      Outcome outcome;
      try {
        outcome = write.sending().send(requestId);
      } catch (UncheckedIOException e) {
        outcome = Outcome.UNKNOWN;
        isUp = false;
      }
      attempts.add(new Attempt(requestId, write, outcome));
      ended.incrementAndGet();
    }
    return attempts;
  }
}
