package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that definitions are created and changed correctly during pushes to two processes. */
class FieldRacesIT {
  private static final int ROUNDS = RunSize.of("fieldRaces.rounds", 15, 200);
  private static final int CALLERS = 64;
  private static final int VALUES_PER_FIELD = RunSize.of("fieldRaces.values", 10_000, 100_000);
  private static final List<String> VALUES = List.of("\"text\"", "7", "true", "{\"a\":[1]}");
  private static final List<String> TYPES = List.of("text", "number", "boolean", "json");

  private static final Path DIRECTORY = TemporaryFiles.directory("second");
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(CALLERS);
  private static final Sql SQL = RunningService.shared().sql();
  private static ServiceProcess second;
  private static List<Http> processes;

  @BeforeAll
  static void startASecondProcess() {
    second = ServiceProcess.start(DIRECTORY, RunningService.onSharedStores(Map.of()));
    processes = List.of(new Http(RunningService.shared().httpUrl()), new Http(second.httpUrl()));
  }

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
    second.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  /** Retries a request that had to wait too long for others, as a client does. */
  private static Http.Response push(Tenants.App app, int process, String shop, String fields) {
    String body = "{\"myplatformDomain\":\"%s\",\"customFields\":{%s}}".formatted(shop, fields);
    Http.Response response = send(app, process, body);
    for (int retry = 0; retry < 5 && response.status() == 503; retry++) {
      response = send(app, process, body);
    }
    return response;
  }

  private static Http.Response send(Tenants.App app, int process, String body) {
    return processes
        .get(process)
        .send(
            "POST",
            "/v1/identify",
            Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
            body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void manyFirstWritesOfOneFieldWithFourTypesCreateOneDefinition() throws Exception {
    Tenants.App app = RunningService.shared().tenants().app();
    for (int round = 0; round < ROUNDS; round++) {
      String name = "field_" + round;
      List<Callable<Http.Response>> calls = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        int type = (caller / 2 + round) % TYPES.size();
        int process = caller % 2;
        String shop = "s%d.example.com".formatted(caller);
        calls.add(() -> push(app, process, shop, "\"%s\":%s".formatted(name, VALUES.get(type))));
      }
      check(app, round, name, ConcurrentCalls.call(THREADS, calls));
    }
  }

  private static void check(
      Tenants.App app, int round, String name, List<Http.Response> responses) {
    String defined =
        SQL.text(
            "select string_agg(type, ',') from custom_fields where owner_app = ? and name = ?",
            Long.parseLong(app.appId()),
            name);
    assertTrue(TYPES.contains(defined), "not one definition: " + defined);
    int stored = 0;
    int created = 0;
    for (int caller = 0; caller < CALLERS; caller++) {
      Http.Response response = responses.get(caller);
      boolean fits = TYPES.get((caller / 2 + round) % TYPES.size()).equals(defined);
      assertEquals(fits ? 200 : 422, response.status(), response.body());
      if (fits) {
        stored++;
        assertEquals(1, response.json().at("/customFields/written").asInt(), response.body());
        created += response.json().at("/customFields/created").size();
      } else {
        assertEquals("field_type_mismatch", response.json().path("code").asText());
      }
    }
    assertEquals(1, created);
    assertEquals(
        stored,
        SQL.number(
            """
            select count(*) from custom_field_values v join custom_fields f on f.id = v.field_id
            where f.owner_app = ? and f.name = ?
            """,
            Long.parseLong(app.appId()),
            name));
  }

  @Test
  void concurrentPushesNeverCreateMoreFieldsThanTheLimit() throws Exception {
    Tenants.App app = RunningService.shared().tenants().app();
    for (int part = 0; part < 240; part += 80) {
      assertEquals(200, push(app, 0, "s.example.com", fields(part, part + 80)).status());
    }
    List<Callable<Http.Response>> calls = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      int number = caller;
      calls.add(
          () -> push(app, number % 2, "s.example.com", fields(1_000 + number, 1_001 + number)));
    }
    List<Http.Response> responses = ConcurrentCalls.call(THREADS, calls);
    assertEquals(10, responses.stream().filter(response -> response.status() == 200).count());
    assertTrue(
        responses.stream()
            .filter(response -> response.status() != 200)
            .allMatch(
                response -> response.json().path("code").asText().equals("field_limit_reached")));
    assertEquals(
        250,
        SQL.number(
            "select count(*) from custom_fields where owner_app = ?", Long.parseLong(app.appId())));
  }

  private static String fields(int from, int to) {
    StringBuilder fields = new StringBuilder();
    for (int i = from; i < to; i++) {
      fields.append(i == from ? "" : ",").append("\"f").append(i).append("\":1");
    }
    return fields.toString();
  }

  /** Inserts numbers as text values of new customers, by SQL. */
  private static void insertValues(Tenants.App app, String field, int customers) {
    SQL.run(
        """
        with made as (
          insert into customers (workspace_id, domain)
          select %1$s, 'many-' || i || '.example.com' from generate_series(1, %3$d) i
          returning id, substring(domain from '[0-9]+') as i
        )
        insert into custom_field_values (workspace_id, customer_id, field_id, app_id, text_value)
        select %1$s, made.id, f.id, 0, made.i from made
        join custom_fields f on f.owner_app = %4$s and f.name = '%2$s'
        """
            .formatted(app.workspaceId(), field, customers, app.appId()));
  }

  private static Http.Response retype(Tenants.App app, String field, String fields) {
    long id =
        SQL.number(
            "select id from custom_fields where owner_app = ? and name = ?",
            Long.parseLong(app.appId()),
            field);
    return RunningService.shared()
        .tenants()
        .console()
        .post("/console/api/custom-fields/" + id + "/retype", "{" + fields + "}");
  }

  private static String storedValues(Tenants.App app) {
    return SQL.text(
        """
        select f.type || ': ' || count(v.number_value) || ' numbers, ' || count(v.text_value)
          || ' texts, ' || (select count(*) from custom_field_retypes r where r.field_id = f.id)
        from custom_fields f left join custom_field_values v on v.field_id = f.id
        where f.owner_app = ? group by f.id
        """,
        Long.parseLong(app.appId()));
  }

  /** {@code -Dshopwire.values=1000000} for the long run. */
  @Test
  void pushesSucceedWhileAFieldWithManyValuesIsRetyped() throws Exception {
    Tenants.App app = RunningService.shared().tenants().app();
    assertEquals(200, push(app, 0, "s0.example.com", "\"seats\":\"1\"").status());
    insertValues(app, "seats", VALUES_PER_FIELD);
    AtomicBoolean finished = new AtomicBoolean();
    List<Callable<Pushed>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      int number = writer;
      writers.add(() -> pushUntil(finished, app, number));
    }
    writers.add(
        () -> {
          try {
            Http.Response response = retype(app, "seats", "\"type\":\"number\"");
            assertEquals(200, response.status(), response.body());
            assertTrue(response.json().at("/retype/converted").asInt() >= VALUES_PER_FIELD);
            Poll.until(
                Duration.ofMinutes(5),
                () -> "all converted: " + storedValues(app),
                () -> storedValues(app).endsWith(" 0 texts, 0"));
          } finally {
            finished.set(true);
          }
          return new Pushed(0, 0);
        });
    long slowest = 0;
    int pushes = 0;
    for (Pushed pushed : ConcurrentCalls.call(THREADS, writers)) {
      slowest = Math.max(slowest, pushed.slowestMillis());
      pushes += pushed.pushes();
    }
    System.out.printf(
        "%d values retyped while %d pushes came, the slowest in %d ms%n",
        VALUES_PER_FIELD, pushes, slowest);
    assertTrue(slowest < 2_000, "a push took " + slowest + " ms");
    for (int writer = 0; writer < 8; writer++) {
      String shop = "s" + writer + ".example.com";
      JsonNode value =
          app.api().get("/v1/customer?id=" + shop).json().at("/customer/customFields/seats");
      assertTrue(value.isNumber(), shop + ": " + value);
    }
    assertEquals(
        "number: %d numbers, 0 texts, 0".formatted(VALUES_PER_FIELD + 8), storedValues(app));
  }

  /** The result of a writer. */
  private record Pushed(int pushes, long slowestMillis) {}

  /** Pushes texts until they are refused, from then on numbers; no push may fail otherwise. */
  private static Pushed pushUntil(AtomicBoolean finished, Tenants.App app, int writer) {
    String shop = "s" + writer + ".example.com";
    boolean isNumber = false;
    long slowest = 0;
    int value = 0;
    for (int remaining = 20; remaining > 0; remaining -= finished.get() ? 1 : 0) {
      value++;
      long start = System.nanoTime();
      Http.Response response = pushSeats(app, value % 2, shop, isNumber ? "%d" : "\"%d\"", value);
      if (response.status() == 422 && !isNumber) {
        assertEquals("field_type_mismatch", response.json().path("code").asText());
        isNumber = true;
        response = pushSeats(app, (value + 1) % 2, shop, "%d", value);
      }
      slowest = Math.max(slowest, (System.nanoTime() - start) / 1_000_000);
      assertEquals(200, response.status(), response.body());
      assertEquals(value, response.json().at("/customer/customFields/seats").asInt());
    }
    return new Pushed(value, slowest);
  }

  private static Http.Response pushSeats(
      Tenants.App app, int process, String shop, String format, int value) {
    String body =
        "{\"myplatformDomain\":\"%s\",\"customFields\":{\"seats\":%s}}"
            .formatted(shop, format.formatted(value));
    return send(app, process, body);
  }

  @Test
  void aValueThatDoesNotConvertIsRefusedOrPreventsTheRetype() throws Exception {
    int kept = 0;
    for (int round = 0; round < Math.min(ROUNDS, 10); round++) {
      Tenants.App app = RunningService.shared().tenants().app();
      assertEquals(200, push(app, 0, "s.example.com", "\"seats\":\"1\"").status());
      insertValues(app, "seats", 4_000);
      List<Callable<Http.Response>> calls = new ArrayList<>();
      calls.add(() -> retype(app, "seats", "\"type\":\"number\""));
      long pause = round * 15L;
      calls.add(
          () -> {
            Thread.sleep(pause); // varies the timing of the race, waits for nothing
            return push(app, 1, "s.example.com", "\"seats\":\"many\"");
          });
      List<Http.Response> responses = ConcurrentCalls.call(THREADS, calls);
      boolean isRetyped = responses.get(0).status() == 200;
      assertEquals(isRetyped ? 422 : 200, responses.get(1).status(), responses.get(1).body());
      if (!isRetyped) {
        kept++;
        assertEquals("values_do_not_convert", responses.get(0).json().path("code").asText());
        assertEquals("text: 0 numbers, 4001 texts, 0", storedValues(app));
      }
    }
    System.out.println(kept + " retypes were refused by a value that came meanwhile");
  }

  @Test
  void atLeastOneOfConcurrentRetypesSucceeds() throws Exception {
    for (int round = 0; round < Math.min(ROUNDS, 5); round++) {
      Tenants.App app = RunningService.shared().tenants().app();
      assertEquals(200, push(app, 0, "s.example.com", "\"seats\":\"1\"").status());
      insertValues(app, "seats", 500);
      String unset = ",\"unsetFailures\":true";
      List<Callable<Http.Response>> calls = new ArrayList<>();
      for (String type : List.of("number", "boolean", "number", "json")) {
        calls.add(() -> retype(app, "seats", "\"type\":\"" + type + "\"" + unset));
      }
      List<Http.Response> responses = ConcurrentCalls.call(THREADS, calls);
      long succeeded =
          responses.stream()
              .filter(response -> response.status() == 200)
              .filter(
                  response ->
                      response.json().at("/retype/converted").asInt() == 501
                          || response.json().at("/retype/failed").asInt() == 501)
              .count();
      assertTrue(succeeded >= 1, responses::toString);
      for (Http.Response response : responses) {
        assertTrue(response.status() == 200 || response.status() == 409, response::toString);
      }
    }
  }

  @Test
  void concurrentPushesEndAsIfOneFollowedTheOther() throws Exception {
    Tenants.App app = RunningService.shared().tenants().app();
    push(app, 0, "s.example.com", "\"x\":0,\"y\":0,\"z\":0");
    for (int round = 0; round < Math.min(ROUNDS, 50); round++) {
      List<Callable<Http.Response>> calls = new ArrayList<>();
      // Each sets one field, unsets the others, in different orders.
      calls.add(() -> push(app, 0, "s.example.com", "\"x\":1,\"y\":null,\"z\":null"));
      calls.add(() -> push(app, 1, "s.example.com", "\"z\":null,\"y\":2,\"x\":null"));
      calls.add(() -> push(app, 0, "s.example.com", "\"z\":3,\"x\":null,\"y\":null"));
      calls.add(() -> push(app, 1, "s.example.com", "\"y\":null,\"z\":null,\"x\":4"));
      ConcurrentCalls.call(THREADS, calls)
          .forEach(response -> assertEquals(200, response.status(), response.body()));
      String stored =
          app.api()
              .get("/v1/customer?id=s.example.com")
              .json()
              .at("/customer/customFields")
              .toString();
      assertTrue(
          List.of("{\"x\":1}", "{\"y\":2}", "{\"z\":3}", "{\"x\":4}").contains(stored),
          "a mixture: " + stored);
    }
  }
}
