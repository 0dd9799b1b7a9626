package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.AtOnce;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Definitions that are made and changed while pushes come in on two processes. */
class FieldRacesIT {
  private static final int ROUNDS = Integer.getInteger("shopwire.rounds", 30);
  private static final int CALLERS = 64;
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
      check(app, round, name, AtOnce.call(THREADS, calls));
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
    List<Http.Answer> answers = AtOnce.call(THREADS, calls);
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
      AtOnce.call(THREADS, calls)
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
