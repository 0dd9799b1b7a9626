package dev.shopwire.app.customers.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A workspace of two apps with some hundred customers, whose random values repeat, are missing, and
 * sort differently by locale than by code points.
 */
final class SearchFixture {
  static final int SHOPS = 260;

  /** Texts with upper case, wildcards, characters beyond the basic plane, and nothing. */
  static final List<String> TEXTS =
      List.of("pro", "Pro", "basic", "100%", "a_b", "zwölf", "\uFFFDx", "\uD83D\uDE00", "", " pro");

  static final List<BigDecimal> NUMBERS =
      List.of(
          new BigDecimal("-3"),
          new BigDecimal("0"),
          new BigDecimal("1"),
          new BigDecimal("1.0"),
          new BigDecimal("10"),
          new BigDecimal("9007199254740993"),
          new BigDecimal("1e-7"));

  static final List<Object> DOCUMENTS =
      List.of(
          List.of("a", new BigDecimal("1"), true),
          List.of(),
          Map.of("a", List.of("b")),
          List.of("b", List.of("a")));

  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();

  final Tenants.App one = TENANTS.app();
  final Tenants.App two = TENANTS.app(one.workspaceId());
  final String slug = slugOf(one);
  final String list = "/console/api/workspaces/" + one.workspaceId() + "/customers";
  final List<ListedShop> shops;
  private final Random random;

  SearchFixture(Random random) throws Exception {
    this.random = random;
    define("tier", "text", "customers");
    define("seats", "number", "customers");
    define("active", "boolean", "customers");
    define("setup", "json", "customers");
    define("bio", "text", "customers");
    define("note", "text", "all-apps");
    List<Map<String, @Nullable Object>> own = new ArrayList<>();
    List<Map<String, @Nullable Object>> others = new ArrayList<>();
    for (int i = 0; i < SHOPS; i++) {
      own.add(fieldsOfOne());
      others.add(Map.of("note", any(TEXTS), "both", BigDecimal.ONE));
    }
    push(own, others);
    spreadTimes();
    this.shops = read(own, others);
  }

  private static String slugOf(Tenants.App app) {
    for (JsonNode listed :
        CONSOLE.get("/console/api/workspaces/" + app.workspaceId() + "/apps").json().path("apps")) {
      if (listed.path("id").asText().equals(app.appId())) {
        return listed.path("slug").asText();
      }
    }
    throw new AssertionError("the app is not listed");
  }

  private void define(String name, String type, String scope) {
    Response defined =
        CONSOLE.post(
            "/console/api/workspaces/" + one.workspaceId() + "/custom-fields",
            PlainJson.write(Map.of("name", name, "type", type, "scope", scope)));
    assertEquals(200, defined.status(), defined::body);
  }

  <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private Map<String, @Nullable Object> fieldsOfOne() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    putSometimes(fields, "tier", any(TEXTS));
    putSometimes(fields, "seats", any(NUMBERS));
    // Nearly all have the same value, so that its customers fill many pages.
    fields.put("active", random.nextInt(20) > 0);
    putSometimes(fields, "setup", any(DOCUMENTS));
    putSometimes(fields, "bio", any(TEXTS) + "x".repeat(random.nextInt(2) * 150) + any(TEXTS));
    putSometimes(fields, "note", any(TEXTS));
    putSometimes(fields, "plan", any(TEXTS));
    fields.put("both", "text");
    return fields;
  }

  private void putSometimes(Map<String, @Nullable Object> fields, String name, Object value) {
    if (random.nextInt(4) > 0) {
      fields.put(name, value);
    }
  }

  private void push(
      List<Map<String, @Nullable Object>> own, List<Map<String, @Nullable Object>> others)
      throws Exception {
    // Its value creates the field: an empty text would not.
    own.get(0).put("plan", "pro");
    identify(one, 0, "first", own.get(0));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Integer>> calls = new ArrayList<>();
      for (int i = 0; i < SHOPS; i++) {
        int shop = i;
        String name =
            random.nextInt(5) == 0 ? "" : any(TEXTS) + "n".repeat(random.nextInt(2) * 120);
        calls.add(
            () -> {
              identify(one, shop, name, own.get(shop));
              return shop % 3 == 0 ? identify(two, shop, name, others.get(shop)) : 200;
            });
      }
      ConcurrentCalls.call(threads, calls);
    } finally {
      threads.shutdownNow();
    }
  }

  private static int identify(
      Tenants.App app, int shop, String name, Map<String, @Nullable Object> fields) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("myplatformDomain", domain(shop));
    body.put("name", name.isEmpty() ? null : name);
    body.put("email", shop % 4 == 0 ? null : "Owner" + shop % 7 + "@example.com");
    body.put("customFields", fields);
    Response response = app.api().post("/v1/identify", PlainJson.write(body));
    assertEquals(200, response.status(), response::body);
    return response.status();
  }

  /** Dots and hyphens sort differently by locale. */
  private static String domain(int shop) {
    return (shop % 2 == 0 ? "a-" : "ab.") + shop + ".example.com";
  }

  /** Days around the changes of the clock; customers last seen in the future stay so. */
  private void spreadTimes() {
    RunningService.shared()
        .sql()
        .run(
            """
            update customers set
              first_seen_at = timestamptz '2026-03-27 21:00+00' + (id %% 40) * interval '3 hours',
              last_seen_at = timestamptz '2100-10-29 22:30+00' + (id %% 30) * interval '5 hours'
            where workspace_id = %s
            """
                .formatted(one.workspaceId()));
  }

  private List<ListedShop> read(
      List<Map<String, @Nullable Object>> own, List<Map<String, @Nullable Object>> others) {
    JsonNode page = CONSOLE.get(list + "?take=1000").json();
    List<ListedShop> all = new ArrayList<>();
    for (JsonNode customer : page.path("customers")) {
      String domain = customer.path("myplatformDomain").asText();
      int shop = Integer.parseInt(domain.replaceAll("\\D", ""));
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      customer
          .properties()
          .forEach(field -> json.put(field.getKey(), PlainJson.plain(field.getValue())));
      all.add(
          new ListedShop(
              CustomerId.parse(customer.path("id").asText()).orElseThrow(),
              json,
              values(json, own.get(shop), shop % 3 == 0 ? others.get(shop) : Map.of())));
    }
    assertEquals(SHOPS, all.size());
    return all;
  }

  private Map<String, List<Object>> values(
      Map<String, @Nullable Object> json,
      Map<String, @Nullable Object> own,
      Map<String, @Nullable Object> others) {
    Map<String, List<Object>> values = new LinkedHashMap<>();
    for (String member : List.of("myplatformDomain", "name", "email")) {
      values.put(member, list(json.get(member)));
    }
    for (String member : List.of("firstSeenAt", "lastSeenAt")) {
      values.put(member, List.of(Instant.parse(String.valueOf(json.get(member)))));
    }
    for (String field : List.of("tier", "seats", "active", "setup", "bio", "plan")) {
      values.put("cf:" + field, list(own.get(field)));
    }
    values.put("cf:" + slug + "/plan", list(own.get("plan")));
    values.put("cf:" + slug + "/note", list(own.get("note")));
    List<Object> notes = new ArrayList<>(list(own.get("note")));
    notes.addAll(list(others.get("note")));
    values.put("cf:note", notes);
    return values;
  }

  private static List<Object> list(@Nullable Object value) {
    return value == null ? List.of() : List.of(PlainJson.comparableNonNull(value));
  }
}
