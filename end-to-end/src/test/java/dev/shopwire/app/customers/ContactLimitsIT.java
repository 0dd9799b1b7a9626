package dev.shopwire.app.customers;

import static dev.shopwire.app.support.StaffRequests.assertCounts;
import static dev.shopwire.app.support.StaffRequests.customerId;
import static dev.shopwire.app.support.StaffRequests.get;
import static dev.shopwire.app.support.StaffRequests.pointers;
import static dev.shopwire.app.support.StaffRequests.post;
import static dev.shopwire.app.support.StaffRequests.push;
import static dev.shopwire.app.support.StaffRequests.reconcile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the maximum number of contacts of a customer, and how contacts are read by pages. */
@Tag("everywhere")
class ContactLimitsIT {
  private static final int LIMIT = 10_000;
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();

  private final Tenants.App app = TENANTS.app();

  /** Creates a customer with contacts of the app, as they may exist from before the limit. */
  private String customerWith(int contacts, String tags) {
    assertCounts(push(app), 0, 0, 0, 0);
    String customer = customerId(app);
    RunningService.shared()
        .sql()
        .run(
            """
            insert into contacts (workspace_id, customer_id, platform_id, first_name, email, tags,
              source_app)
            select %s, %s, 'p' || i, 'Ada ' || i, 'ada' || i || '@acme.example', %s, %s
            from generate_series(1, %d) i
            """
                .formatted(
                    app.workspaceId(),
                    CustomerId.parse(customer).orElseThrow(),
                    tags,
                    app.appId(),
                    contacts));
    return customer;
  }

  private static String expected(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> "p" + i).collect(Collectors.joining(" "));
  }

  private static List<String> ids(JsonNode contacts) {
    List<String> ids = new ArrayList<>();
    contacts.forEach(contact -> ids.add(contact.path("id").asText()));
    return ids;
  }

  private long stored() {
    return RunningService.shared()
        .sql()
        .number(
            "select count(*) from contacts where workspace_id = ?",
            Long.parseLong(app.workspaceId()));
  }

  private static void assertLimited(Response response, String pointer) {
    assertEquals(422, response.status(), response::body);
    assertEquals("contact_limit_reached", response.json().path("code").textValue());
    assertEquals(pointer, pointers(response, "errors"));
  }

  @Test
  void thirtyThousandContactsAreReadByPages() {
    String customer = customerWith(30_000, "'{}'");
    List<String> listed = new ArrayList<>();
    String cursor = "";
    do {
      Response page = app.api().get("/v1/customer?id=" + customer + cursor);
      assertEquals(200, page.status(), page::body);
      JsonNode read = page.json().path("customer");
      assertEquals(30_000, read.path("contactsTotal").intValue());
      assertEquals(1_000, read.path("contacts").size());
      listed.addAll(ids(read.path("contacts")));
      cursor =
          read.path("contactsCursor").isNull()
              ? ""
              : "&contactsCursor=" + read.path("contactsCursor").asText();
    } while (!cursor.isEmpty());
    assertEquals(expected(1, 30_000), String.join(" ", listed));

    Response shown = CONSOLE.get("/console/api/customers/" + customer);
    assertEquals(200, shown.status(), shown::body);
    assertEquals(1_000, shown.json().at("/customer/contacts").size());
    assertEquals(30_000, shown.json().at("/customer/contactsTotal").intValue());
    String path = "/console/api/customers/" + customer + "/contacts?take=700&cursor=";
    JsonNode page = CONSOLE.get(path + shown.json().at("/customer/contactsCursor").asText()).json();
    assertEquals(expected(1_001, 1_700), String.join(" ", ids(page.path("contacts"))));
    assertTrue(page.path("hasNextPage").booleanValue());
    String last =
        RunningService.shared()
            .sql()
            .text(
                "select id from contacts where workspace_id = ? and platform_id = 'p29990'",
                Long.parseLong(app.workspaceId()));
    JsonNode end = CONSOLE.get(path + last).json();
    assertEquals(expected(29_991, 30_000), String.join(" ", ids(end.path("contacts"))));
    assertEquals(false, end.path("hasNextPage").booleanValue());
    assertTrue(end.path("cursor").isNull());
  }

  @Test
  void aLargerRosterFromBeforeTheLimitCanBeChangedAndShrunkButNotExtended() {
    String customer = customerWith(LIMIT + 50, "'{}'");
    assertCounts(push(app, "{\"id\":\"p7\",\"firstName\":\"Bo\"}", "{\"id\":\"p8\"}"), 0, 1, 1, 0);
    assertLimited(push(app, "{\"id\":\"p9\",\"firstName\":\"Cy\"}", "{\"id\":\"new\"}"), "/staff");
    assertLimited(
        CONSOLE.post("/console/api/customers/" + customer + "/contacts", "{\"firstName\":\"D\"}"),
        "");
    assertEquals(LIMIT + 50, stored());
    assertEquals(
        1,
        RunningService.shared()
            .sql()
            .number(
                "select count(*) from contacts where workspace_id = ? and first_name = 'Ada 9'",
                Long.parseLong(app.workspaceId())),
        "a refused push writes nothing");
    assertCounts(reconcile(app, "{\"id\":\"p1\"}", "{\"id\":\"new\"}"), 1, 0, 1, LIMIT + 49);
    assertEquals(2, stored());
  }

  @Test
  void concurrentPushesNeverExceedTheLimit() throws Exception {
    String customer = customerWith(LIMIT - 12, "'{}'");
    List<Callable<Response>> calls = new ArrayList<>();
    calls.add(() -> CONSOLE.post("/console/api/customers/" + customer + "/contacts", "{}"));
    for (int push = 0; push < 7; push++) {
      String[] contacts =
          Stream.of("a", "b", "c", "d", "e")
              .map(("{\"id\":\"n" + push + "%s\"}")::formatted)
              .toArray(String[]::new);
      calls.add(() -> push(app, contacts));
    }
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    List<Response> responses;
    try {
      responses = ConcurrentCalls.call(threads, calls);
    } finally {
      threads.shutdownNow();
    }
    for (Response response : responses) {
      assertTrue(response.status() == 200 || response.status() == 422, response::body);
    }
    long pushes =
        responses.subList(1, 8).stream().filter(response -> response.status() == 200).count();
    int created = responses.get(0).status() == 200 ? 1 : 0;
    assertEquals(2, pushes);
    assertEquals(LIMIT - 12 + 5 * pushes + created, stored());
    // One more push fits the remaining capacity, whichever came first.
    int remaining = (int) (LIMIT - stored());
    assertCounts(
        push(
            app,
            IntStream.range(0, remaining)
                .mapToObj(i -> "{\"id\":\"last" + i + "\"}")
                .toArray(String[]::new)),
        remaining,
        0,
        0,
        0);
    assertLimited(push(app, "{\"id\":\"one more\"}"), "/staff");
    assertEquals(LIMIT, stored());
  }

  @Test
  void aPageOfLongTextsEndsBeforeItIsFull() {
    String tags = "array(select repeat('ü', 255) from generate_series(1, 100))";
    String customer = customerWith(60, tags);
    List<String> listed = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      Response page =
          CONSOLE.get("/console/api/customers/" + customer + "/contacts?take=1000" + cursor);
      assertEquals(200, page.status(), page::body);
      listed.addAll(ids(page.json().path("contacts")));
      cursor = "&cursor=" + page.json().path("cursor").asText();
      pages++;
      if (!page.json().path("hasNextPage").booleanValue()) {
        break;
      }
      assertEquals(20, page.json().path("contacts").size());
    } while (pages < 10);
    assertEquals(expected(1, 60), String.join(" ", listed));
    assertEquals(60, get(app).json().at("/customer/contactsTotal").intValue());
  }

  @Test
  void aPushThatWouldReadTooMuchToCompareIsRefused() {
    customerWith(200, "array(select repeat('ü', 255) from generate_series(1, 100))");
    String all =
        IntStream.rangeClosed(1, 200)
            .mapToObj(i -> "{\"id\":\"p" + i + "\"}")
            .collect(Collectors.joining(","));
    Response refused = post(app, "\"staff\":[" + all + "]");
    assertEquals(422, refused.status(), refused::body);
    assertEquals("too_large", refused.json().path("code").textValue());
    assertCounts(push(app, "{\"id\":\"p1\",\"tags\":[]}", "{\"id\":\"p2\"}"), 0, 1, 1, 0);
  }

  @Test
  void anInvalidCursorIsRefused() {
    String customer = customerWith(3, "'{}'");
    for (String cursor : List.of("x", "-1", "99999999999999999999")) {
      Response refused = app.api().get("/v1/customer?id=" + customer + "&contactsCursor=" + cursor);
      assertEquals(422, refused.status(), refused::body);
      assertEquals("invalid_cursor", refused.json().path("code").textValue());
    }
    assertEquals(
        List.of(),
        ids(
            app.api()
                .get("/v1/customer?id=" + customer + "&contactsCursor=999999999999999999")
                .json()
                .at("/customer/contacts")));
  }
}
