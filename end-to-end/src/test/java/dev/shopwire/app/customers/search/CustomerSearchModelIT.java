package dev.shopwire.app.customers.search;

import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests lists of customers with random conditions, orders and columns, page by page and as a file,
 * against a model that looks at every customer.
 */
@Tag("everywhere")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CustomerSearchModelIT {
  private static final int ROUNDS = RunSize.of("customerSearch.rounds", 60, 3_000);
  private static final SchemaCheckedHttp CONSOLE = RunningService.shared().tenants().console();
  private static final List<String> TEXT_OPERATORS =
      List.of("equals", "not_equals", "in", "not_in", "contains", "starts_with");
  private static final List<String> ORDERED_OPERATORS =
      List.of("equals", "not_equals", "in", "not_in", "gt", "gte", "lt", "lte");
  private static final List<String> EXACT_OPERATORS =
      List.of("equals", "not_equals", "in", "not_in");
  private static final List<String> UNARY_OPERATORS =
      List.of("is_blank", "is_not_blank", "is_true", "is_false");
  private static final List<String> ZONES = List.of("UTC", "Europe/Zurich", "America/New_York");

  private final Random random = new Random(1);
  private final SearchFixture fixture;

  CustomerSearchModelIT() throws Exception {
    fixture = new SearchFixture(random);
  }

  /** The parameters of a list, and what the model knows of them. */
  private record Request(
      String search,
      List<ConditionOracle> conditions,
      String sort,
      List<String> columns,
      ZoneId zone) {
    String query() {
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("search", search);
      parameters.put(
          "filter",
          PlainJson.write(conditions.stream().map(each -> (Object) each.json()).toList()));
      parameters.put("sort", sort);
      parameters.put("columns", String.join(",", columns));
      parameters.put("timezone", zone.getId());
      return parameters.entrySet().stream()
          .map(each -> each.getKey() + "=" + encode(each.getValue()))
          .collect(Collectors.joining("&", "?", ""));
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void everyListHasExactlyTheCustomersOfTheModelInItsOrder() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Request request = randomRequest();
      String expected = expected(request);
      String about = round + ": " + request.query();
      assertEquals(expected, pages(request), about);
      if (round % 4 == 0) {
        assertEquals(expected, export(request), about);
      }
    }
  }

  private Request randomRequest() {
    ZoneId zone = ZoneId.of(fixture.any(ZONES));
    List<ConditionOracle> conditions = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      conditions.add(randomCondition(zone));
    }
    List<String> sortable =
        List.of(
            "id",
            "myplatformDomain",
            "name",
            "email",
            "firstSeenAt",
            "lastSeenAt",
            "cf:tier",
            "cf:seats",
            "cf:active",
            "cf:setup",
            "cf:bio",
            "cf:plan",
            "cf:" + fixture.slug + "/note");
    List<String> columns = new ArrayList<>();
    for (String name : List.of("cf:seats", "cf:setup", "cf:bio", "cf:" + fixture.slug + "/note")) {
      if (random.nextInt(3) == 0) {
        columns.add(name);
      }
    }
    return new Request(
        random.nextInt(6) == 0 ? fixture.any(List.of("PRO", "%", "owner3", "b.1", "ZWÖLF")) : "",
        conditions,
        (random.nextBoolean() ? "-" : "") + fixture.any(sortable),
        columns,
        zone);
  }

  private ConditionOracle randomCondition(ZoneId zone) {
    String field =
        fixture.any(
            List.of(
                "myplatformDomain",
                "name",
                "email",
                "firstSeenAt",
                "lastSeenAt",
                "cf:tier",
                "cf:seats",
                "cf:active",
                "cf:setup",
                "cf:bio",
                "cf:plan",
                "cf:note",
                "cf:" + fixture.slug + "/note",
                "cf:" + fixture.slug + "/plan"));
    if (random.nextInt(4) == 0) {
      return new ConditionOracle(field, fixture.any(UNARY_OPERATORS), null, zone);
    }
    String operator =
        fixture.any(
            switch (field) {
              case "cf:seats", "firstSeenAt", "lastSeenAt" -> ORDERED_OPERATORS;
              case "cf:active" -> EXACT_OPERATORS;
              case "cf:setup" -> List.of("equals", "not_in", "in", "contains");
              default -> TEXT_OPERATORS;
            });
    boolean isList = operator.endsWith("in") && !operator.equals("contains");
    Object value =
        isList
            ? List.of(randomValue(field, operator), randomValue(field, operator))
            : randomValue(field, operator);
    return new ConditionOracle(field, operator, value, zone);
  }

  private Object randomValue(String field, String operator) {
    return switch (field) {
      case "cf:seats" -> fixture.any(SearchFixture.NUMBERS);
      case "cf:active" -> random.nextBoolean();
      case "cf:setup" ->
          operator.equals("contains")
              ? fixture.any(List.<Object>of("a", BigDecimal.ONE, true))
              : fixture.any(SearchFixture.DOCUMENTS);
      case "firstSeenAt" ->
          fixture.any(List.of("2026-03-28", "2026-03-29", "2026-03-30T01:00:00Z", "2026-04-01"));
      case "lastSeenAt" ->
          fixture.any(List.of("2100-10-30", "2100-10-31", "2100-11-02T03:30:00Z", "2026-01-01"));
      default -> randomText(field);
    };
  }

  /** Usually a stored text or its beginning. */
  private String randomText(String field) {
    List<Object> stored = fixture.any(fixture.shops).of(field);
    if (stored.isEmpty() || random.nextInt(3) == 0) {
      return fixture.any(SearchFixture.TEXTS);
    }
    String text = String.valueOf(stored.get(0));
    int length = text.codePointCount(0, text.length());
    return text.substring(0, text.offsetByCodePoints(0, random.nextInt(length + 1)));
  }

  private String expected(Request request) {
    return fixture.shops.stream()
        .filter(shop -> matches(shop, request.search()))
        .filter(shop -> request.conditions().stream().allMatch(each -> each.matches(shop)))
        .sorted(order(request.sort()))
        .map(shop -> line(shop, request.columns()))
        .collect(Collectors.joining("\n"));
  }

  private static boolean matches(ListedShop shop, String search) {
    String part = search.toLowerCase(Locale.ROOT);
    return part.isEmpty()
        || List.of("myplatformDomain", "name", "email").stream()
            .flatMap(field -> shop.of(field).stream())
            .anyMatch(text -> String.valueOf(text).toLowerCase(Locale.ROOT).contains(part));
  }

  private static Comparator<ListedShop> order(String sort) {
    boolean isDescending = sort.startsWith("-");
    String field = isDescending ? sort.substring(1) : sort;
    Comparator<ListedShop> byId = Comparator.comparingLong(ListedShop::id);
    if (field.equals("id")) {
      return isDescending ? byId.reversed() : byId;
    }
    Comparator<Object> ascending = CustomerSearchModelIT::compare;
    Comparator<Object> byValue = isDescending ? ascending.reversed() : ascending;
    return Comparator.<ListedShop, @Nullable Object>comparing(
            shop -> shop.of(field).stream().findFirst().orElse(null), Comparator.nullsLast(byValue))
        .thenComparing(byId);
  }

  private static int compare(Object one, Object other) {
    if (one instanceof BigDecimal number) {
      return number.compareTo((BigDecimal) other);
    }
    if (one instanceof Boolean flag) {
      return flag.compareTo((Boolean) other);
    }
    if (one instanceof Instant time) {
      return time.compareTo((Instant) other);
    }
    return Arrays.compare(codePoints(one), codePoints(other));
  }

  /** Texts are compared by code points, documents as compact JSON. */
  private static int[] codePoints(Object value) {
    String text = value instanceof String plain ? plain : PlainJson.write(value);
    return text.codePoints().toArray();
  }

  private static String line(ListedShop shop, List<String> columns) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>(shop.json());
    if (!columns.isEmpty()) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      columns.forEach(name -> values.put(name, shop.of(name).stream().findFirst().orElse(null)));
      json.put("columns", values);
    }
    return String.valueOf(json);
  }

  private static String line(JsonNode row) {
    return String.valueOf(PlainJson.plain(row));
  }

  private String pages(Request request) {
    List<String> lines = new ArrayList<>();
    String cursor = "";
    boolean hasNextPage = true;
    while (hasNextPage) {
      int take = 1 + random.nextInt(100);
      Response page = CONSOLE.get(fixture.list + request.query() + "&take=" + take + cursor);
      assertEquals(200, page.status(), page::body);
      JsonNode rows = page.json().path("customers");
      assertTrue(rows.size() <= take, page::body);
      rows.forEach(row -> lines.add(line(row)));
      hasNextPage = page.json().path("hasNextPage").booleanValue();
      assertEquals(hasNextPage, page.json().path("cursor").isTextual());
      assertTrue(rows.size() == take || !hasNextPage, "a page ended early");
      cursor = "&cursor=" + page.json().path("cursor").asText();
    }
    return String.join("\n", lines);
  }

  private String export(Request request) throws IOException, InterruptedException {
    HttpResponse<String> file =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            RunningService.shared().consoleUrl()
                                + fixture.list
                                + request.query()
                                + "&format=ndjson"))
                    .header("Authorization", "Bearer " + RunningService.ADMIN_TOKEN)
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, file.statusCode(), file::body);
    List<String> lines = new ArrayList<>();
    for (String line : file.body().lines().toList()) {
      lines.add(line(Json.MAPPER.readTree(line)));
    }
    assertEquals(
        Integer.toString(lines.size()), file.headers().firstValue("X-Total-Count").orElse(""));
    return String.join("\n", lines);
  }

  @Test
  void aCursorIsValidOnlyForItsConditionsAndOrder() {
    String condition = "&filter=" + encode("[{\"field\":\"cf:active\",\"operator\":\"is_true\"}]");
    Response page = CONSOLE.get(fixture.list + "?take=3&sort=cf:seats" + condition);
    String cursor = "&cursor=" + page.json().path("cursor").asText();
    assertEquals(
        200,
        CONSOLE
            .get(fixture.list + "?take=9&sort=cf:seats&columns=cf:tier" + condition + cursor)
            .status());
    for (String other :
        List.of(
            "?sort=-cf:seats" + condition,
            "?sort=cf:seats",
            "?sort=cf:seats&search=a" + condition,
            "?sort=cf:seats&timezone=Europe/Zurich" + condition)) {
      assertFails(CONSOLE.get(fixture.list + other + cursor), 422, "invalid_cursor");
    }
    String elsewhere =
        "/console/api/workspaces/"
            + RunningService.shared().tenants().app().workspaceId()
            + "/customers";
    assertFails(CONSOLE.get(elsewhere + "?sort=id" + cursor), 422, "invalid_cursor");
  }

  @Test
  void aRefusalHasThePointerToWhatIsWrong() {
    Response refused =
        CONSOLE.get(
            fixture.list
                + "?filter="
                + encode(
                    "[{\"field\":\"cf:seats\",\"operator\":\"gt\",\"value\":\"5\"},"
                        + "{\"field\":\"cf:both\",\"operator\":\"is_blank\"},"
                        + "{\"field\":\"cf:nothing\",\"operator\":\"is_blank\"}]"));
    assertFails(refused, 422, "field_type_mismatch");
    List<String> errors = new ArrayList<>();
    refused
        .json()
        .path("errors")
        .forEach(
            each -> errors.add(each.path("pointer").asText() + " " + each.path("code").asText()));
    assertEquals(
        List.of(
            "/filter/0/value field_type_mismatch",
            "/filter/1/field ambiguous_field",
            "/filter/2/field unknown_field"),
        errors);
  }

  @Test
  void customersAreFoundByTheirAffiliate() {
    Tenants.App app = fixture.one;
    String affiliate =
        CONSOLE
            .post(
                "/console/api/workspaces/" + app.workspaceId() + "/affiliates",
                "{\"name\":\"Ada\",\"email\":\"ada@partner.example\",\"codes\":[\"ada\"]}")
            .json()
            .at("/affiliate/id")
            .asText();
    ListedShop credited = fixture.shops.get(5);
    Object domain = credited.json().get("myplatformDomain");
    Response credit =
        app.api()
            .post(
                "/v1/attribution",
                "{\"myplatformDomain\":\""
                    + domain
                    + "\",\"mref\":\"ada\",\"app\":\""
                    + fixture.slug
                    + "\"}");
    assertEquals(true, credit.json().path("attributed").booleanValue(), credit::body);
    assertEquals(1, count("equals", ",\"value\":\"" + affiliate + "\""));
    assertEquals(SearchFixture.SHOPS - 1, count("not_in", ",\"value\":[\"" + affiliate + "\"]"));
    assertEquals(1, count("is_not_blank", ""));
    assertEquals(0, count("equals", ",\"value\":\"999999999\""));
  }

  private int count(String operator, String value) {
    String filter = "[{\"field\":\"affiliate\",\"operator\":\"" + operator + "\"" + value + "}]";
    Response page = CONSOLE.get(fixture.list + "?take=1000&filter=" + encode(filter));
    assertEquals(200, page.status(), page::body);
    return page.json().path("customers").size();
  }
}
