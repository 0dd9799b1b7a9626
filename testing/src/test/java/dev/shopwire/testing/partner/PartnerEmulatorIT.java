package dev.shopwire.testing.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartnerEmulatorIT {
  private static final PartnerEmulator EMULATOR =
      new PartnerEmulator(
          0, PartnerEmulator.Settings.FAST, History.ofShops(HistoryOptions.twoYears(1), 60));

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @AfterEach
  void restore() {
    EMULATOR.faults().clear();
    EMULATOR.set(PartnerEmulator.Settings.FAST);
  }

  @AfterAll
  static void close() {
    EMULATOR.close();
  }

  private static HttpRequest request(String token, String organization, @Nullable String after) {
    JsonObject variables =
        new JsonObject()
            .put("app", EMULATOR.appId("historical-events"))
            .put("from", "2024-03-01T00:00:00Z")
            .put("to", "2025-02-01T00:00:00Z")
            .put("first", 50)
            .put("after", after);
    return HttpRequest.newBuilder(
            URI.create(EMULATOR.base("historical-events") + "/" + organization + "/graphql.json"))
        .header("X-Access-Token", token)
        .POST(
            BodyPublishers.ofString(
                new JsonObject()
                    .put("query", PartnerQueries.EVENTS)
                    .put("variables", variables)
                    .encode()))
        .build();
  }

  private static HttpResponse<String> send(@Nullable String after) {
    return send(request("partner-token", "1001", after));
  }

  /** The client's own time limit ends with the headers, and so doesn't end a dripping body. */
  private static HttpResponse<String> send(HttpRequest request) {
    return send(request, 10_000);
  }

  private static HttpResponse<String> send(HttpRequest request, int millis) {
    CompletableFuture<HttpResponse<String>> response =
        CLIENT.sendAsync(request, BodyHandlers.ofString());
    try {
      return response.get(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      response.cancel(true);
      throw new IllegalStateException(e);
    }
  }

  private static JsonObject page(HttpResponse<String> response) {
    return new JsonObject(response.body()).getJsonObject("data").getJsonObject("events");
  }

  private static int read(Set<String> ids) {
    String after = null;
    int nodes = 0;
    while (true) {
      JsonObject page = page(send(after));
      for (Object edge : page.getJsonArray("edges")) {
        ids.add(((JsonObject) edge).getJsonObject("node").getString("id"));
        nodes++;
      }
      if (!page.getJsonObject("pageInfo").getBoolean("hasNextPage")) {
        return nodes;
      }
      after = page.getJsonObject("pageInfo").getString("endCursor");
    }
  }

  @Test
  void shortEmptyAndDuplicatePagesLoseNothing() {
    Set<String> expected = new HashSet<>();
    int nodes = read(expected);
    assertEquals(expected.size(), nodes);
    EMULATOR.faults().share(Fault.SHORT_PAGE, 0.3);
    EMULATOR.faults().share(Fault.EMPTY_PAGE, 0.3);
    EMULATOR.faults().share(Fault.DUPLICATES, 0.3);
    Set<String> read = new HashSet<>();
    assertTrue(read(read) > expected.size());
    assertEquals(expected, read);
  }

  @Test
  void refusesWithoutTokenOfAnotherOrganizationAndAboveTheRate() {
    assertEquals(401, send(request("wrong", "1001", null)).statusCode());
    assertEquals(403, send(request("partner-token", "7", null)).statusCode());
    EMULATOR.set(new PartnerEmulator.Settings("1001", "partner-token", "2026-10", 2));
    assertEquals(List.of(200, 200, 429), List.of(status(), status(), status()));
    assertEquals("2026-10", send((String) null).headers().firstValue("X-Api-Version").orElse(""));
  }

  private static int status() {
    return send((String) null).statusCode();
  }

  @Test
  void servesTheFaultsThatWereSet() {
    EMULATOR.faults().next(Fault.TOO_MANY_REQUESTS_RETRY_AFTER, 1);
    assertEquals("2", send((String) null).headers().firstValue("Retry-After").orElse(""));
    EMULATOR.faults().next(Fault.ERRORS_WITH_DATA, 1);
    JsonObject both = new JsonObject(send((String) null).body());
    assertTrue(both.containsKey("errors") && both.getJsonObject("data") != null);
    EMULATOR.faults().next(Fault.NO_MORE_FLAG, 1);
    assertEquals(null, page(send((String) null)).getJsonObject("pageInfo").getValue("hasNextPage"));
    EMULATOR.faults().next(Fault.WRONG_VERSION, 1);
    assertEquals("2020-01", send((String) null).headers().firstValue("X-Api-Version").orElse(""));
    for (Fault fault : List.of(Fault.STALL, Fault.DRIP, Fault.CUT_BODY, Fault.CLOSE)) {
      EMULATOR.faults().next(fault, 1);
      // The client's time limit for the first two, a broken connection for the others.
      assertThrows(
          IllegalStateException.class,
          () -> send(request("partner-token", "1001", null), 700),
          fault::name);
    }
    assertEquals(1, EMULATOR.faults().count(Fault.STALL));
  }

  @Test
  void peopleCanControlIt() {
    String control = "http://127.0.0.1:" + EMULATOR.port() + "/control";
    HttpRequest fault =
        HttpRequest.newBuilder(URI.create(control + "/faults"))
            .POST(BodyPublishers.ofString("{\"fault\": \"server_error\", \"times\": 1}"))
            .build();
    assertEquals(200, send(fault).statusCode());
    assertEquals(500, send((String) null).statusCode());
    HttpRequest unknown =
        HttpRequest.newBuilder(URI.create(control + "/faults"))
            .POST(BodyPublishers.ofString("{\"fault\": \"earthquake\"}"))
            .build();
    assertEquals(422, send(unknown).statusCode());
    HttpRequest installs =
        HttpRequest.newBuilder(URI.create(control + "/installs"))
            .POST(BodyPublishers.ofString("{\"count\": 3}"))
            .build();
    int before = EMULATOR.log().size();
    send(installs);
    assertEquals(before + 3, EMULATOR.log().size());
    EMULATOR.setClock(Instant.parse("2024-02-29T23:00:00Z"));
    assertEquals(0, page(send((String) null)).getJsonArray("edges").size());
    EMULATOR.setClock(Instant.now());
  }
}
