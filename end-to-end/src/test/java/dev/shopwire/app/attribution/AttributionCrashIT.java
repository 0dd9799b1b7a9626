package dev.shopwire.app.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Kills the process with kill -9 while codes are posted: every acknowledged result is stored and
 * logged once.
 */
class AttributionCrashIT {
  private static final int POSTS = RunSize.of("attributionCrash.posts", 400, 6_000);
  private static final int KILLS = RunSize.of("attributionCrash.kills", 2, 4);
  private static final int CLIENTS = 16;
  private static final int POSTS_PER_SHOP = 4;
  private static final long MAX_KILL_DELAY_MILLIS = 50;
  private static final List<String> CODES = List.of("abcdefghijklmnop", "qrstuvwxyzabcdef");

  private final AtomicInteger next = new AtomicInteger();

  /** By the code as it was sent, which is different for each post. */
  private final Map<String, JsonNode> responses = new ConcurrentHashMap<>();

  /** The codes that were credited according to their responses, by shop. */
  private final Map<String, String> credited = new ConcurrentHashMap<>();

  @Test
  void acknowledgedResultsAreStoredAndLoggedOnce() throws Exception {
    try (OwnService service = new OwnService(Map.of())) {
      AttributionFixture app = AttributionFixture.inNewWorkspace(service.tenants());
      app.affiliate("Jane", CODES.get(0));
      app.affiliate("John", CODES.get(1));
      String kills = postAndKill(service, app);
      assertTrue(responses.size() > POSTS / 2, "too few responses: " + responses.size());
      check(service.sql(), Long.parseLong(app.app().workspaceId()));
      System.out.println(
          "%d posts, %d responses, %d credits, killed after %s responses"
              .formatted(POSTS, responses.size(), credited.size(), kills));
    }
  }

  /** Returns the number of responses at each kill. */
  private String postAndKill(OwnService service, AttributionFixture app) throws Exception {
    Random random = new Random();
    List<Integer> kills = new ArrayList<>();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> posting = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        posting.add(clients.submit(() -> postAll(service, app)));
      }
      for (int kill = 1; kill <= KILLS; kill++) {
        int from = kill * POSTS / (KILLS + 1);
        Poll.until(
            Duration.ofMinutes(2), () -> "post " + from + " of " + POSTS, () -> next.get() > from);
        LockSupport.parkNanos(Duration.ofMillis(random.nextLong(MAX_KILL_DELAY_MILLIS)).toNanos());
        service.process().kill();
        kills.add(responses.size());
        service.startAgain();
      }
      for (Future<?> client : posting) {
        client.get();
      }
    } finally {
      clients.shutdownNow();
    }
    return kills.toString();
  }

  private void postAll(OwnService service, AttributionFixture app) {
    Http api = new Http(service.process().httpUrl());
    for (int post = next.getAndIncrement(); post < POSTS; post = next.getAndIncrement()) {
      try {
        post(api, app, "s" + post / POSTS_PER_SHOP + ".example.com", codeOf(post));
      } catch (UncheckedIOException e) {
        Poll.until(
            Duration.ofMinutes(1),
            () -> "the service is ready again",
            () -> new Http(service.process().managementUrl()).isUp("/health/ready"));
      }
    }
  }

  /** A code whose letters are upper case by the bits of {@code post}: no two are alike. */
  private static String codeOf(int post) {
    StringBuilder code = new StringBuilder(CODES.get(post % CODES.size()));
    for (int i = 0; i < code.length(); i++) {
      if ((post & 1 << i) != 0) {
        code.setCharAt(i, Character.toUpperCase(code.charAt(i)));
      }
    }
    return code.toString();
  }

  private void post(Http api, AttributionFixture app, String shop, String code) {
    Response response =
        api.send(
            "POST",
            "/v1/attribution",
            Map.of("X-Api-Key", app.app().key(), "Content-Type", "application/json"),
            app.body(shop, code).getBytes(StandardCharsets.UTF_8));
    if (response.status() != 200) {
      // Only server errors are allowed, which a client retries; they acknowledge nothing.
      assertTrue(response.status() >= 500, response::body);
      return;
    }
    responses.put(code, response.json());
    if (response.json().path("attributed").booleanValue()) {
      assertNull(credited.put(shop, code), () -> shop + " was credited twice");
    }
  }

  private void check(Sql sql, long workspaceId) {
    Map<String, String> outcomes = new HashMap<>();
    Map<String, String> attributed = new HashMap<>();
    for (String[] row :
        rows(
            sql,
            """
            select string_agg(concat_ws(' ', c.domain, l.code, l.outcome, l.winner_name), ';')
            from attribution_log l join customers c on c.id = l.customer_id
            where l.workspace_id = ?
            """,
            workspaceId)) {
      assertNull(outcomes.put(row[1], row[2]), () -> row[1] + " is logged twice");
      if (row[2].equals("attributed")) {
        String winner = row[3] + " " + row[1].toLowerCase(Locale.ROOT);
        assertNull(attributed.put(row[0], winner), () -> row[0] + " has two credits in the log");
      }
    }
    responses.forEach(
        (code, response) -> {
          boolean isAttributed = response.path("attributed").booleanValue();
          assertEquals(
              isAttributed ? "attributed" : "refused", outcomes.get(code), () -> "code " + code);
        });
    Map<String, String> credits = new HashMap<>();
    for (String[] row :
        rows(
            sql,
            """
            select string_agg(concat_ws(' ', c.domain, a.name, r.code), ';')
            from attribution_credits r join customers c on c.id = r.customer_id
            join affiliates a on a.id = r.affiliate_id where r.workspace_id = ?
            """,
            workspaceId)) {
      assertNull(credits.put(row[0], row[1] + " " + row[2]), () -> row[0] + " has two credits");
    }
    assertEquals(attributed, credits, "credits according to the log and the table");
    credited.forEach(
        (shop, code) -> {
          JsonNode response = responses.get(code);
          assertNotNull(response);
          assertEquals(
              response.at("/affiliate/name").asText()
                  + " "
                  + response.at("/affiliate/code").asText(),
              credits.get(shop));
        });
  }

  private static List<String[]> rows(Sql sql, String query, long workspaceId) {
    List<String[]> rows = new ArrayList<>();
    for (String row : sql.text(query, workspaceId).split(";", -1)) {
      rows.add(row.split(" ", -1));
    }
    return rows;
  }
}
