package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that definitions are created and changed correctly during pushes to two processes. */
@Tag("full")
class FieldRacesIT {
  private static final int ROUNDS = RunSize.of("fieldRaces.rounds", 15, 200);
  private static final int CALLERS = 64;
  private static final int VALUES_PER_FIELD = RunSize.of("fieldRaces.values", 10_000, 100_000);

  /** So many values that their check takes longer than a push. */
  private static final int CHECKED = 20_000;

  private static final List<String> VALUES = List.of("\"text\"", "7", "true", "{\"a\":[1]}");
  private static final List<String> TYPES = List.of("text", "number", "boolean", "json");

  private static final ExecutorService THREADS = Executors.newFixedThreadPool(CALLERS);
  private static final Sql SQL = RunningService.shared().sql();
  private static FieldPushes pushes;

  @BeforeAll
  static void startASecondProcess() {
    pushes = new FieldPushes();
  }

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
    pushes.close();
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
        calls.add(
            () -> pushes.push(app, process, shop, "\"%s\":%s".formatted(name, VALUES.get(type))));
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
      assertEquals(200, pushes.push(app, 0, "s.example.com", fields(part, part + 80)).status());
    }
    List<Callable<Http.Response>> calls = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      int number = caller;
      calls.add(
          () ->
              pushes.push(
                  app, number % 2, "s.example.com", fields(1_000 + number, 1_001 + number)));
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

  /** {@code -Dshopwire.values=1000000} for the long run. */
  @Tag("alone")
  @Test
  void pushesSucceedWhileAFieldWithManyValuesIsRetyped() throws Exception {
    RetypedField field = new RetypedField(pushes);
    field.insertValues(VALUES_PER_FIELD);
    // The first push of a process loads its classes, which takes a second on a busy machine.
    assertEquals(200, field.push(1, "s1.example.com", "\"1\"").status());
    AtomicBoolean finished = new AtomicBoolean();
    List<Callable<RetypedField.Pushed>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      int number = writer;
      writers.add(() -> field.pushUntil(finished, number));
    }
    writers.add(
        () -> {
          try {
            Http.Response response = field.retype("number", "");
            assertEquals(200, response.status(), response.body());
            assertTrue(response.json().at("/retype/converted").asInt() >= VALUES_PER_FIELD);
            Poll.until(
                Duration.ofMinutes(5),
                () -> "all converted: " + field.stored(),
                () -> field.stored().endsWith(" 0 texts, 0"));
          } finally {
            finished.set(true);
          }
          return new RetypedField.Pushed(0, 0);
        });
    long slowest = 0;
    int count = 0;
    for (RetypedField.Pushed pushed : ConcurrentCalls.call(THREADS, writers)) {
      slowest = Math.max(slowest, pushed.slowestMillis());
      count += pushed.pushes();
    }
    System.out.printf(
        "%d values retyped while %d pushes came, the slowest in %d ms%n",
        VALUES_PER_FIELD, count, slowest);
    assertTrue(slowest < 2_000, "a push took " + slowest + " ms");
    for (int writer = 0; writer < 8; writer++) {
      String shop = "s" + writer + ".example.com";
      JsonNode value =
          field
              .app()
              .api()
              .get("/v1/customer?id=" + shop)
              .json()
              .at("/customer/customFields/seats");
      assertTrue(value.isNumber(), shop + ": " + value);
    }
    assertEquals("number: %d numbers, 0 texts, 0".formatted(VALUES_PER_FIELD + 8), field.stored());
  }

  @Test
  void aValueThatDoesNotConvertIsRefusedOrPreventsTheRetype() throws Exception {
    int kept = 0;
    for (int round = 0; round < Math.min(ROUNDS, 10); round++) {
      RetypedField field = new RetypedField(pushes);
      field.insertValues(CHECKED);
      List<Callable<Http.Response>> calls = new ArrayList<>();
      calls.add(() -> field.retype("number", ""));
      boolean waitsForTheCheck = round % 2 == 0;
      // Varies the timing of the race.
      long pauseNanos = TimeUnit.MILLISECONDS.toNanos(round * (waitsForTheCheck ? 5L : 15L));
      calls.add(
          () -> {
            if (waitsForTheCheck) {
              field.awaitCheck();
            }
            LockSupport.parkNanos(pauseNanos);
            return field.push(1, "s0.example.com", "\"many\"");
          });
      List<Http.Response> responses = ConcurrentCalls.call(THREADS, calls);
      boolean isRetyped = responses.get(0).status() == 200;
      assertEquals(isRetyped ? 422 : 200, responses.get(1).status(), responses.get(1).body());
      if (!isRetyped) {
        kept++;
        assertEquals("values_do_not_convert", responses.get(0).json().path("code").asText());
        assertEquals("text: 0 numbers, %d texts, 0".formatted(CHECKED + 1), field.stored());
      }
    }
    System.out.println(kept + " retypes were refused by a value that came meanwhile");
    assertTrue(kept > 0, "no value came during a check");
  }

  @Test
  void atLeastOneOfConcurrentRetypesSucceeds() throws Exception {
    for (int round = 0; round < Math.min(ROUNDS, 5); round++) {
      RetypedField field = new RetypedField(pushes);
      field.insertValues(500);
      String unset = ",\"unsetFailures\":true";
      List<Callable<Http.Response>> calls = new ArrayList<>();
      for (String type : List.of("number", "boolean", "number", "json")) {
        calls.add(() -> field.retype(type, unset));
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
    pushes.push(app, 0, "s.example.com", "\"x\":0,\"y\":0,\"z\":0");
    for (int round = 0; round < Math.min(ROUNDS, 50); round++) {
      List<Callable<Http.Response>> calls = new ArrayList<>();
      // Each sets one field, unsets the others, in different orders.
      calls.add(() -> pushes.push(app, 0, "s.example.com", "\"x\":1,\"y\":null,\"z\":null"));
      calls.add(() -> pushes.push(app, 1, "s.example.com", "\"z\":null,\"y\":2,\"x\":null"));
      calls.add(() -> pushes.push(app, 0, "s.example.com", "\"z\":3,\"x\":null,\"y\":null"));
      calls.add(() -> pushes.push(app, 1, "s.example.com", "\"y\":null,\"z\":null,\"x\":4"));
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
