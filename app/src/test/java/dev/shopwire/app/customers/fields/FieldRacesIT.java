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

/** Definitions that are made and changed while pushes come in on two processes. */
class FieldRacesIT {
  private static final int ROUNDS = RunSize.of("fieldRaces.rounds", 15, 200);
  private static final int CALLERS = 64;
  private static final int VALUES_OF_A_FIELD = RunSize.of("fieldRaces.values", 10_000, 100_000);
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

  /** As a client does, a call that had to wait too long for others is made again. */
  private static Http.Answer push(Tenants.App app, int process, String shop, String fields) {
    String body = "{\"myplatformDomain\":\"%s\",\"customFields\":{%s}}".formatted(shop, fields);
    Http.Answer answer = send(app, process, body);
    for (int again = 0; again < 5 && answer.status() == 503; again++) {
      answer = send(app, process, body);
    }
    return answer;
  }

  private static Http.Answer send(Tenants.App app, int process, String body) {
    return processes
        .get(process)
        .send(
            "POST",
            "/v1/identify",
            Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
            body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void manyFirstWritesOfOneFieldWithFourTypesMakeOneDefinition() throws Exception {
    Tenants.App app = RunningService.shared().tenants().app();
    for (int round = 0; round < ROUNDS; round++) {
      String name = "field_" + round;
      List<Callable<Http.Answer>> calls = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        int type = (caller / 2 + round) % TYPES.size();
        int process = caller % 2;
        String shop = "s%d.example.com".formatted(caller);
        calls.add(() -> push(app, process, shop, "\"%s\":%s".formatted(name, VALUES.get(type))));
      }
      check(app, round, name, ConcurrentCalls.call(THREADS, calls));
    }
  }

  private static void check(Tenants.App app, int round, String name, List<Http.Answer> answers) {
    String defined =
        SQL.text(
            "select string_agg(type, ',') from custom_fields where owner_app = ? and name = ?",
            Integer.parseInt(app.appId()),
            name);
    assertTrue(TYPES.contains(defined), "not one definition: " + defined);
    int stored = 0;
    int created = 0;
    for (int caller = 0; caller < CALLERS; caller++) {
      Http.Answer answer = answers.get(caller);
      boolean fits = TYPES.get((caller / 2 + round) % TYPES.size()).equals(defined);
      assertEquals(fits ? 200 : 422, answer.status(), answer.body());
      if (fits) {
        stored++;
        assertEquals(1, answer.json().at("/customFields/written").asInt(), answer.body());
        created += answer.json().at("/customFields/created").size();
      } else {
        assertEquals("field_type_mismatch", answer.json().path("code").asText());
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
            Integer.parseInt(app.appId()),
            name));
  }

  @Test
  void concurrentPushesNeverMakeMoreFieldsThanTheLimit() throws Exception {
    Tenants.App app = RunningService.shared().tenants().app();
    for (int part = 0; part < 240; part += 80) {
      assertEquals(200, push(app, 0, "s.example.com", fields(part, part + 80)).status());
    }
    List<Callable<Http.Answer>> calls = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      int number = caller;
      calls.add(
          () -> push(app, number % 2, "s.example.com", fields(1_000 + number, 1_001 + number)));
    }
    List<Http.Answer> answers = ConcurrentCalls.call(THREADS, calls);
    assertEquals(10, answers.stream().filter(answer -> answer.status() == 200).count());
    assertTrue(
        answers.stream()
            .filter(answer -> answer.status() != 200)
            .allMatch(answer -> answer.json().path("code").asText().equals("field_limit_reached")));
    assertEquals(
        250,
        SQL.number(
            "select count(*) from custom_fields where owner_app = ?",
            Integer.parseInt(app.appId())));
  }

  private static String fields(int from, int to) {
    StringBuilder fields = new StringBuilder();
    for (int i = from; i < to; i++) {
      fields.append(i == from ? "" : ",").append("\"f").append(i).append("\":1");
    }
    return fields.toString();
  }

  /** Numbers as texts, of customers that the service didn't have to be asked to store. */
  private static void fill(Tenants.App app, String field, int customers) {
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

  private static Http.Answer retype(Tenants.App app, String field, String members) {
    long id =
        SQL.number(
            "select id from custom_fields where owner_app = ? and name = ?",
            Integer.parseInt(app.appId()),
            field);
    return RunningService.shared()
        .tenants()
        .console()
        .post("/console/api/custom-fields/" + id + "/retype", "{" + members + "}");
  }

  private static String storedOf(Tenants.App app) {
    return SQL.text(
        """
        select f.type || ': ' || count(v.number_value) || ' numbers, ' || count(v.text_value)
          || ' texts, ' || (select count(*) from custom_field_retypes r where r.field_id = f.id)
        from custom_fields f left join custom_field_values v on v.field_id = f.id
        where f.owner_app = ? group by f.id
        """,
        Integer.parseInt(app.appId()));
  }

  /** {@code -Dshopwire.values=1000000} for the long run. */
  @Test
  void pushesGoOnWhileAFieldOfManyValuesGetsAnotherType() throws Exception {
    Tenants.App app = RunningService.shared().tenants().app();
    assertEquals(200, push(app, 0, "s0.example.com", "\"seats\":\"1\"").status());
    fill(app, "seats", VALUES_OF_A_FIELD);
    AtomicBoolean over = new AtomicBoolean();
    List<Callable<Pushed>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      int number = writer;
      writers.add(() -> pushUntil(over, app, number));
    }
    writers.add(
        () -> {
          try {
            Http.Answer answer = retype(app, "seats", "\"type\":\"number\"");
            assertEquals(200, answer.status(), answer.body());
            assertTrue(answer.json().at("/retype/converted").asInt() >= VALUES_OF_A_FIELD);
            Poll.until(
                Duration.ofMinutes(5),
                () -> "all converted: " + storedOf(app),
                () -> storedOf(app).endsWith(" 0 texts, 0"));
          } finally {
            over.set(true);
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
        VALUES_OF_A_FIELD, pushes, slowest);
    assertTrue(slowest < 2_000, "a push took " + slowest + " ms");
    for (int writer = 0; writer < 8; writer++) {
      String shop = "s" + writer + ".example.com";
      JsonNode seats =
          app.api().get("/v1/customer?id=" + shop).json().at("/customer/customFields/seats");
      assertTrue(seats.isNumber(), shop + ": " + seats);
    }
    assertEquals("number: %d numbers, 0 texts, 0".formatted(VALUES_OF_A_FIELD + 8), storedOf(app));
  }

  /** What a writer did. */
  private record Pushed(int pushes, long slowestMillis) {}

  /** Texts as long as they are taken, from then on numbers; none of either may fail otherwise. */
  private static Pushed pushUntil(AtomicBoolean over, Tenants.App app, int writer) {
    String shop = "s" + writer + ".example.com";
    boolean isNumber = false;
    long slowest = 0;
    int value = 0;
    for (int left = 20; left > 0; left -= over.get() ? 1 : 0) {
      value++;
      long begun = System.nanoTime();
      Http.Answer answer = seats(app, value % 2, shop, isNumber ? "%d" : "\"%d\"", value);
      if (answer.status() == 422 && !isNumber) {
        assertEquals("field_type_mismatch", answer.json().path("code").asText());
        isNumber = true;
        answer = seats(app, (value + 1) % 2, shop, "%d", value);
      }
      slowest = Math.max(slowest, (System.nanoTime() - begun) / 1_000_000);
      assertEquals(200, answer.status(), answer.body());
      assertEquals(value, answer.json().at("/customer/customFields/seats").asInt());
    }
    return new Pushed(value, slowest);
  }

  private static Http.Answer seats(
      Tenants.App app, int process, String shop, String form, int value) {
    String body =
        "{\"myplatformDomain\":\"%s\",\"customFields\":{\"seats\":%s}}"
            .formatted(shop, form.formatted(value));
    return send(app, process, body);
  }

  @Test
  void aValueThatDoesNotConvertIsEitherRefusedOrRefusesTheRetype() throws Exception {
    int kept = 0;
    for (int round = 0; round < Math.min(ROUNDS, 10); round++) {
      Tenants.App app = RunningService.shared().tenants().app();
      assertEquals(200, push(app, 0, "s.example.com", "\"seats\":\"1\"").status());
      fill(app, "seats", 4_000);
      List<Callable<Http.Answer>> calls = new ArrayList<>();
      calls.add(() -> retype(app, "seats", "\"type\":\"number\""));
      long pause = round * 15L;
      calls.add(
          () -> {
            Thread.sleep(pause); // starts at another point of the race each round, awaits nothing
            return push(app, 1, "s.example.com", "\"seats\":\"many\"");
          });
      List<Http.Answer> answers = ConcurrentCalls.call(THREADS, calls);
      boolean isRetyped = answers.get(0).status() == 200;
      assertEquals(isRetyped ? 422 : 200, answers.get(1).status(), answers.get(1).body());
      if (!isRetyped) {
        kept++;
        assertEquals("values_do_not_convert", answers.get(0).json().path("code").asText());
        assertEquals("text: 0 numbers, 4001 texts, 0", storedOf(app));
      }
    }
    System.out.println(kept + " retypes were refused by a value that came meanwhile");
  }

  @Test
  void ofTwoRetypesAtOnceOneIsCarriedOut() throws Exception {
    for (int round = 0; round < Math.min(ROUNDS, 5); round++) {
      Tenants.App app = RunningService.shared().tenants().app();
      assertEquals(200, push(app, 0, "s.example.com", "\"seats\":\"1\"").status());
      fill(app, "seats", 500);
      String unset = ",\"unsetFailures\":true";
      List<Callable<Http.Answer>> calls = new ArrayList<>();
      for (String type : List.of("number", "boolean", "number", "json")) {
        calls.add(() -> retype(app, "seats", "\"type\":\"" + type + "\"" + unset));
      }
      List<Http.Answer> answers = ConcurrentCalls.call(THREADS, calls);
      long done =
          answers.stream()
              .filter(answer -> answer.status() == 200)
              .filter(
                  answer ->
                      answer.json().at("/retype/converted").asInt() == 501
                          || answer.json().at("/retype/failed").asInt() == 501)
              .count();
      assertTrue(done >= 1, answers::toString);
      for (Http.Answer answer : answers) {
        assertTrue(answer.status() == 200 || answer.status() == 409, answer::toString);
      }
    }
  }

  @Test
  void twoPushesAtOnceEndAsOneAfterTheOther() throws Exception {
    Tenants.App app = RunningService.shared().tenants().app();
    push(app, 0, "s.example.com", "\"x\":0,\"y\":0,\"z\":0");
    for (int round = 0; round < Math.min(ROUNDS, 50); round++) {
      List<Callable<Http.Answer>> calls = new ArrayList<>();
      // Each sets one field, unsets the others, in different orders.
      calls.add(() -> push(app, 0, "s.example.com", "\"x\":1,\"y\":null,\"z\":null"));
      calls.add(() -> push(app, 1, "s.example.com", "\"z\":null,\"y\":2,\"x\":null"));
      calls.add(() -> push(app, 0, "s.example.com", "\"z\":3,\"x\":null,\"y\":null"));
      calls.add(() -> push(app, 1, "s.example.com", "\"y\":null,\"z\":null,\"x\":4"));
      ConcurrentCalls.call(THREADS, calls)
          .forEach(answer -> assertEquals(200, answer.status(), answer.body()));
      String left =
          app.api()
              .get("/v1/customer?id=s.example.com")
              .json()
              .at("/customer/customFields")
              .toString();
      assertTrue(
          List.of("{\"x\":1}", "{\"y\":2}", "{\"z\":3}", "{\"x\":4}").contains(left),
          "a mix: " + left);
    }
  }
}
