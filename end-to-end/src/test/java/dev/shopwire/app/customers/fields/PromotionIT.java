package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.SchemaCheckedHttp;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests promoting fields during 500 pushes a second to two processes. */
@Tag("full")
class PromotionIT {
  private static final int PUSHES_PER_SECOND = RunSize.of("promotion.rate", 500, 500);
  private static final int SHOPS = 20;
  private static final int FIELDS = 5;

  /** In a short run cold JVMs on two cores do not reach the rate; in a long one they do. */
  private static final int PUSHES_PER_SHOP = RunSize.of("promotion.pushes", 50, 400);

  private static final Duration TIME = Duration.ofMinutes(3);

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();
  private final Sql sql = RunningService.shared().sql();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pushes = new AtomicInteger();

  /** The last acknowledged value, by shop. */
  private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(SHOPS);

  @Test
  void noPushFailsNoValueIsLostAndNoneIsWrittenToTheOldFieldAfterwards() throws Exception {
    Path directory = TemporaryFiles.directory("second");
    try (ServiceProcess second =
        ServiceProcess.start(
            directory,
            RunningService.onSharedStores(Map.of("SHOPWIRE_VERTICLES", "ingest,enrichment")))) {
      List<Http> processes =
          List.of(new Http(RunningService.shared().httpUrl()), new Http(second.httpUrl()));
      warmUp(processes);
      List<Thread> writers = new ArrayList<>();
      for (int shop = 0; shop < SHOPS; shop++) {
        int number = shop;
        writers.add(new Thread(() -> write(processes, number), "writer " + shop));
      }
      long start = System.nanoTime();
      writers.forEach(Thread::start);
      promoteOneByOne();
      for (Thread writer : writers) {
        writer.join();
      }
      System.out.printf(
          "promoted %d fields under %.0f pushes/s%n",
          FIELDS, SHOPS * PUSHES_PER_SHOP * 1e9 / (System.nanoTime() - start));
      assertEquals(List.of(), List.copyOf(failures));
      checkDefinitions();
      checkValues(processes);
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private void warmUp(List<Http> processes) {
    for (int i = 0; i < 500; i++) {
      push(processes.get(i % processes.size()), i % SHOPS, 0);
    }
    pushes.set(0);
  }

  /** One writer per shop, so that its last acknowledged push must be stored. */
  private void write(List<Http> processes, int shop) {
    long pause = TimeUnit.SECONDS.toNanos(1) * SHOPS / PUSHES_PER_SECOND;
    long next = System.nanoTime();
    for (int value = 1; value <= PUSHES_PER_SHOP; value++) {
      push(processes.get(value % processes.size()), shop, value);
      next += pause;
      LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
    }
  }

  private void push(Http process, int shop, int value) {
    StringBuilder body = new StringBuilder("{\"myplatformDomain\":\"");
    body.append(domain(shop)).append("\",\"customFields\":{");
    for (int field = 0; field < FIELDS; field++) {
      body.append(field == 0 ? "" : ",").append("\"f").append(field).append("\":").append(value);
    }
    Http.Response response =
        process.send(
            "POST",
            "/v1/identify",
            Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
            body.append("}}").toString().getBytes(StandardCharsets.UTF_8));
    pushes.incrementAndGet();
    if (response.status() == 200) {
      acknowledged.set(shop, value);
    } else {
      failures.add(response.body());
    }
  }

  private static String domain(int shop) {
    return "s" + shop + ".example.com";
  }

  private void promoteOneByOne() {
    JsonNode fields =
        tenants
            .console()
            .get("/console/api/workspaces/" + app.workspaceId() + "/custom-fields")
            .json()
            .path("customFields");
    assertEquals(FIELDS, fields.size());
    for (int i = 0; i < FIELDS; i++) {
      int before = SHOPS * PUSHES_PER_SHOP * (i + 1) / (FIELDS + 1);
      Poll.until(TIME, () -> "more pushes than " + pushes, () -> pushes.get() >= before);
      JsonNode field = fields.get(i);
      Http.Response promoted =
          tenants
              .console()
              .post("/console/api/custom-fields/" + field.path("id").asText() + "/promote", "");
      assertEquals(200, promoted.status(), promoted.body());
      assertEquals("customers", promoted.json().at("/customField/scope").asText());
    }
  }

  private void checkDefinitions() {
    assertEquals(
        FIELDS + " " + FIELDS,
        sql.text(
            """
            select count(*) || ' ' || count(*) filter (where scope = 'customers' and owner_app = 0)
            from custom_fields where workspace_id = ?
            """,
            Long.parseLong(app.workspaceId())));
  }

  /** Another app sees the values now; each is the last acknowledged one. */
  private void checkValues(List<Http> processes) {
    SchemaCheckedHttp other = tenants.app(app.workspaceId()).api();
    for (int shop = 0; shop < SHOPS; shop++) {
      for (SchemaCheckedHttp reader : List.of(app.api(), other)) {
        JsonNode values =
            reader.get("/v1/customer?id=" + domain(shop)).json().at("/customer/customFields");
        assertEquals(FIELDS, values.size());
        for (JsonNode value : values) {
          assertEquals(acknowledged.get(shop), value.intValue());
        }
      }
    }
    pushAfterwards(processes);
  }

  private void pushAfterwards(List<Http> processes) {
    processes.forEach(process -> push(process, 0, 1_000_000));
    checkDefinitions();
    assertEquals(
        FIELDS * (long) SHOPS,
        sql.number(
            "select count(*) from custom_field_values where workspace_id = ?",
            Long.parseLong(app.workspaceId())));
  }
}
