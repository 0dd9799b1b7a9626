package dev.shopwire.app.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many codes for one shop, sent to two processes at once: exactly one is credited. */
class FirstTouchRaceIT {
  private static final int ROUNDS = RunSize.of("firstTouchRace.rounds", 4, 80);
  private static final int POSTS = 200;
  private static final int CODES = 50;
  private static final int CALLERS = 64;

  private static final Path DIRECTORY = TemporaryFiles.directory("second");
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(CALLERS);
  private static final Sql SQL = RunningService.shared().sql();
  private static ServiceProcess second;
  private static List<Http> processes;

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  @BeforeAll
  static void startASecondProcess() {
    second =
        ServiceProcess.start(
            DIRECTORY,
            RunningService.onSharedStores(Map.of("SHOPWIRE_VERTICLES", "ingest,attribution")));
    processes = List.of(new Http(RunningService.shared().httpUrl()), new Http(second.httpUrl()));
  }

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
    second.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  private Response post(int process, String shop, String code) {
    return processes
        .get(process)
        .send(
            "POST",
            "/v1/attribution",
            Map.of("X-Api-Key", app.app().key(), "Content-Type", "application/json"),
            app.body(shop, code).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void exactlyOneOfManyConcurrentCodesIsCredited() throws Exception {
    for (int i = 0; i < CODES; i++) {
      app.affiliate("Affiliate " + i, "CODE" + i);
    }
    Set<String> winners = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      String shop = "s" + round + ".example.com";
      List<Response> responses = postAtOnce(shop, round);
      winners.add(check(shop, responses));
    }
    assertTrue(
        ROUNDS == 1 || winners.size() > 1, "one code won every round: nothing was concurrent");
    System.out.println(ROUNDS + " rounds, won by " + winners.size() + " codes");
  }

  private List<Response> postAtOnce(String shop, int round)
      throws InterruptedException, ExecutionException {
    List<Callable<Response>> calls = new ArrayList<>();
    for (int i = 0; i < POSTS; i++) {
      // Both processes get every code; each round starts with another one.
      int process = (i / CODES) % 2;
      String code = "code" + (i + 7 * round) % CODES;
      calls.add(() -> post(process, shop, code));
    }
    return ConcurrentCalls.call(THREADS, calls);
  }

  /** Checks the round and returns the credited code. */
  private String check(String shop, List<Response> responses) {
    List<String> credited = new ArrayList<>();
    int answered = 0;
    for (Response response : responses) {
      if (response.status() == 503) {
        continue; // it took longer than allowed: it may have been processed or not
      }
      answered++;
      assertEquals(200, response.status(), response::body);
      if (response.json().path("attributed").booleanValue()) {
        credited.add(response.json().at("/affiliate/code").asText());
      } else {
        assertEquals("already attributed", response.json().path("reason").asText());
      }
    }
    String of = " where l.workspace_id = ? and s.domain = ?";
    String from = " from attribution_log l join customers s on s.id = l.customer_id";
    long workspaceId = Long.parseLong(app.app().workspaceId());
    long logged = SQL.number("select count(*)" + from + of, workspaceId, shop);
    assertTrue(logged >= answered && logged <= POSTS, logged + " rows, " + answered + " answers");
    String code =
        SQL.text(
            "select upper(string_agg(l.code, ','))" + from + of + " and l.outcome = 'attributed'",
            workspaceId,
            shop);
    // A lost response may be the winner's.
    assertTrue(
        credited.equals(List.of(code)) || (credited.isEmpty() && answered < POSTS),
        () -> shop + " was credited by " + credited + ", logged: " + code);
    assertEquals(
        code.replace("CODE", "Affiliate "),
        SQL.text(
            "select string_agg(l.winner_name, ',')" + from + of + " and l.outcome = 'attributed'",
            workspaceId,
            shop));
    assertEquals(
        1, SQL.number("select count(distinct l.winner_id)" + from + of, workspaceId, shop));
    assertEquals(
        0,
        SQL.number(
            "select count(*) from (select l.logged_at < lag(l.logged_at) over (order by l.id) as back"
                + from
                + of
                + ") entry where back",
            workspaceId,
            shop),
        "rows whose times are not in the order of the decisions");
    assertEquals(code.replace("CODE", "Affiliate ") + "/" + code + "/api", app.credit(shop));
    return code;
  }

  @Test
  void aCorrectionConcurrentWithFirstTouchesWins() throws Exception {
    String jane = app.affiliate("Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    for (int round = 0; round < Math.min(ROUNDS, 20); round++) {
      String shop = "c" + round + ".example.com";
      assertEquals(200, post(0, shop, "unknown's").status());
      String customerId = app.customerId(shop);
      List<Callable<Response>> calls = new ArrayList<>();
      IntStream.range(0, 16).forEach(i -> calls.add(() -> post(i % 2, shop, "JOHN10")));
      calls.add(8, () -> app.correct(customerId, jane, "hers"));
      for (Response response : ConcurrentCalls.call(THREADS, calls)) {
        assertEquals(200, response.status());
      }
      assertEquals("Jane/null/manual", app.credit(shop));
      assertEquals(18, app.log("&shop=" + shop).size());
    }
  }

  @Test
  void reevaluationsRaceWithCodesAndCorrections() throws Exception {
    String jane = app.affiliate("Jane", "JANE10");
    int credits = 0;
    for (int round = 0; round < Math.min(ROUNDS, 20); round++) {
      String shop = "r" + round + ".example.com";
      String late = "LATE" + round;
      for (String code : List.of("unknown's", late, late)) {
        assertEquals(200, post(0, shop, code).status());
      }
      String customerId = app.customerId(shop);
      app.affiliate("Late " + round, late);
      boolean isCorrected = round % 2 == 1;
      List<Callable<Response>> calls = new ArrayList<>();
      IntStream.range(0, 3).forEach(i -> calls.add(() -> app.tryReevaluate("{}")));
      IntStream.range(0, 6).forEach(i -> calls.add(() -> post(i % 2, shop, "JANE10")));
      if (isCorrected) {
        calls.add(4, () -> app.correct(customerId, jane, "hers"));
      }
      for (Response response : ConcurrentCalls.call(THREADS, calls)) {
        assertEquals(200, response.status(), response::body);
      }
      String credit = app.credit(shop);
      assertTrue(
          isCorrected
              ? credit.equals("Jane/null/manual")
              : credit.equals("Jane/JANE10/api")
                  || credit.equals("Late " + round + "/" + late + "/reevaluation"),
          credit);
      List<JsonNode> log = app.log("&shop=" + shop);
      long attributed =
          log.stream().filter(row -> row.path("outcome").asText().equals("attributed")).count();
      assertTrue(isCorrected ? attributed <= 1 : attributed == 1, log::toString);
      long reevaluated =
          log.stream().filter(row -> row.path("carrier").asText().equals("reevaluation")).count();
      // The first two rows at most once each, the third never: the shop is credited by then.
      assertTrue(reevaluated <= 2, log::toString);
      credits += credit.endsWith("reevaluation") ? 1 : 0;
    }
    System.out.println(credits + " shops were credited by reevaluation");
  }
}
