package dev.shopwire.app.webhooks;

import static dev.shopwire.common.outbox.Topic.CONTACT_CREATED;
import static dev.shopwire.common.outbox.Topic.CUSTOM_FIELDS_UPDATED;
import static dev.shopwire.common.outbox.Topic.FIRST_IDENTIFY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RecordingEndpoint;
import dev.shopwire.app.support.RecordingEndpoint.Recorded;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.StaffRequests;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that messages match what was written, also by concurrent, killed and late pushes. */
class WebhookMessageRacesIT {
  private static final int CALLERS = 16;
  private static final int ROUNDS = RunSize.of("webhookMessageRaces.rounds", 10, 100);
  private static final Duration TIME = Duration.ofSeconds(10);
  private static final String SHOP = StaffRequests.SHOP;

  private static final Path DIRECTORY = TemporaryFiles.directory("second");
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(CALLERS);
  private static final Sql SQL = RunningService.shared().sql();
  private static ServiceProcess second;
  private static List<Http> processes;

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  @BeforeAll
  static void startASecondProcess() {
    second =
        ServiceProcess.start(
            DIRECTORY,
            RunningService.onSharedStores(Map.of("SHOPWIRE_VERTICLES", "ingest,enrichment")));
    processes = List.of(new Http(RunningService.shared().httpUrl()), new Http(second.httpUrl()));
  }

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
    second.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  private static Response post(int process, Tenants.App app, String path, String jsonFields) {
    return processes
        .get(process % 2)
        .send(
            "POST",
            path,
            Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
            ("{" + jsonFields + "}").getBytes(StandardCharsets.UTF_8));
  }

  private static Response identify(int process, Tenants.App app, String shop, String jsonFields) {
    return post(process, app, "/v1/identify", "\"myplatformDomain\":\"" + shop + "\"" + jsonFields);
  }

  private static Response push(int process, Tenants.App app, String shop, String fields) {
    return identify(process, app, shop, ",\"customFields\":{" + fields + "}");
  }

  private static List<Response> concurrently(List<Callable<Response>> calls)
      throws InterruptedException, ExecutionException {
    List<Response> responses = ConcurrentCalls.call(THREADS, calls);
    responses.forEach(response -> assertEquals(200, response.status(), response::body));
    return responses;
  }

  @Test
  void manyConcurrentFirstIdentifiesWriteOneMessage() throws Exception {
    Tenants.App sibling = tenants.app(app.workspaceId());
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    for (int round = 0; round < ROUNDS; round++) {
      String shop = "s" + round + ".example.com";
      if (round % 2 == 0) {
        StaffWebhooksIT.push(app, shop, "{\"id\":1}");
      }
      concurrently(
          IntStream.range(0, CALLERS)
              .<Callable<Response>>mapToObj(
                  i ->
                      () -> identify(i, i % 4 < 2 ? app : sibling, shop, ",\"name\":\"" + i + "\""))
              .toList());
      List<Recorded> recorded = endpoint.recorded();
      assertEquals(round + 1, recorded.size(), recorded::toString);
      assertEquals(
          shop, recorded.get(round).payload().at("/customer/myplatformDomain").asText(), shop);
    }
  }

  @Test
  void concurrentPushesOfAFieldWriteAMessagePerChangeInOrder() throws Exception {
    push(0, app, SHOP, "\"n\":-1");
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    int written = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Response> responses =
          concurrently(
              IntStream.range(0, CALLERS)
                  .<Callable<Response>>mapToObj(i -> () -> push(i / 4, app, SHOP, "\"n\":" + i % 4))
                  .toList());
      for (Response response : responses) {
        written += response.json().at("/customFields/written").asInt();
      }
    }
    List<String> recorded =
        endpoint.recorded().stream()
            .map(one -> one.payload().at("/customFields/n").asText())
            .toList();
    assertEquals(written, recorded.size());
    for (int i = 1; i < recorded.size(); i++) {
      assertTrue(!recorded.get(i).equals(recorded.get(i - 1)), "the same value twice: " + recorded);
    }
    JsonNode stored = StaffRequests.get(app).json().at("/customer/customFields/n");
    assertEquals(stored.asText(), recorded.get(recorded.size() - 1));
  }

  @Test
  void concurrentPushesOfManyCustomersWriteTheNewValuesOfEach() throws Exception {
    Tenants.App unsubscribed = tenants.app();
    List<Callable<Response>> before = new ArrayList<>();
    List<Callable<Response>> after = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int n = i;
      Tenants.App one = i % 2 == 0 ? app : unsubscribed;
      before.add(() -> push(0, one, "s" + n + ".example.com", "\"n\":-1,\"m\":1"));
      after.add(() -> push(0, one, "s" + n + ".example.com", "\"n\":" + n + ",\"m\":1"));
    }
    concurrently(before);
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    concurrently(after);
    List<Recorded> recorded = endpoint.recorded();
    assertEquals(100, recorded.size());
    for (Recorded one : recorded) {
      String shop = one.payload().at("/customer/myplatformDomain").asText();
      JsonNode fields = one.payload().path("customFields");
      assertEquals(shop, "s" + fields.path("n").asText() + ".example.com");
      assertEquals(1, fields.size());
    }
    assertEquals(0, RecordingEndpoint.messages(unsubscribed));
  }

  @Test
  void aTransactionKilledBeforeItsCommitWritesNoMessage() throws Exception {
    push(0, app, SHOP, "\"n\":1");
    RecordingEndpoint endpoint =
        RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED, CONTACT_CREATED);
    long id = CustomerId.parse(StaffRequests.customerId(app)).orElseThrow();
    try (Connection lock = lockCustomer(id)) {
      Future<Response> field = THREADS.submit(() -> push(0, app, SHOP, "\"n\":2"));
      Future<Response> staff = THREADS.submit(() -> StaffRequests.push(app, "{\"id\":1}"));
      Poll.until(TIME, () -> "two transactions wait", () -> waitingCount(id) == 2);
      SQL.text(
          "select count(pg_terminate_backend(pid)) from pg_locks where " + waitingCondition(id));
      assertTrue(field.get().status() >= 500 && staff.get().status() >= 500);
      assertEquals(0, waitingCount(id));
      assertTrue(!lock.isClosed());
    }
    assertEquals("1", StaffRequests.get(app).json().at("/customer/customFields/n").asText());
    assertEquals(List.of(), StaffRequests.contacts(app));
    endpoint.assertNothingRecorded();
  }

  @Test
  void contactsOfAFailedPushAreNotWrittenLater() throws Exception {
    push(0, app, SHOP, "\"n\":1");
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CONTACT_CREATED);
    long id = CustomerId.parse(StaffRequests.customerId(app)).orElseThrow();
    Tenants.App onlyOnce =
        new Tenants.App(
            app.workspaceId(),
            app.appId(),
            app.keyId(),
            app.key(),
            RunningService.shared().tenantsWithoutRetries().as(Map.of("X-Api-Key", app.key())));
    try (Connection lock = lockCustomer(id)) {
      assertEquals(503, StaffRequests.push(onlyOnce, "{\"id\":1}").status());
      assertEquals(1, waitingCount(id));
      assertTrue(!lock.isClosed());
    }
    // This push waits for the customer behind the late one.
    StaffRequests.assertCounts(StaffRequests.push(app, "{\"id\":2}"), 1, 0, 0, 0);
    assertEquals("2", StaffRequests.ids(app));
    assertEquals(1, endpoint.recorded().size());
  }

  /** A connection that locks the customer until it is closed. */
  private static Connection lockCustomer(long customerId) throws SQLException {
    Postgres postgres = new Postgres(Stores.shared().postgresUri());
    Connection connection =
        DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
    connection.createStatement().execute("select pg_advisory_lock(" + customerId + ")");
    return connection;
  }

  private static String waitingCondition(long customerId) {
    return "locktype = 'advisory' and not granted and objsubid = 1 and objid = " + customerId;
  }

  private static long waitingCount(long customerId) {
    return SQL.number("select count(*) from pg_locks where " + waitingCondition(customerId));
  }
}
