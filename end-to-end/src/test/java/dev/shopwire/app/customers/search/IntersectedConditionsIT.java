package dev.shopwire.app.customers.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lists of customers by two conditions that thousands satisfy: too many to look at each, too few to
 * find them soon in the list's order.
 */
@Tag("stores")
class IntersectedConditionsIT {
  private static final int CUSTOMERS = 12_000;
  private static final String CUSTOMER_ROWS =
      """
      insert into customers (workspace_id, domain, first_seen_at, last_seen_at)
      select %1$s, 'many-' || i || '.example.com', timestamptz '2026-01-01' + i %% 900 * interval '1 hour',
        timestamptz '2026-06-01' + i * 7 %% 800 * interval '1 hour'
      from generate_series(1, %2$d) i;
      insert into customer_profiles (workspace_id, customer_id, name)
      select %1$s, id, 'Shop ' || split_part(split_part(domain, '-', 2), '.', 1)::int * 13 %% 900
      from customers where workspace_id = %1$s and domain like 'many-%%'
        and split_part(split_part(domain, '-', 2), '.', 1)::int %% 4 > 0
      """;
  private static final String VALUES =
      """
      insert into custom_field_values (workspace_id, customer_id, field_id, app_id, %3$s)
      select workspace_id, id, %2$s, 0, %4$s from (
        select workspace_id, id, split_part(split_part(domain, '-', 2), '.', 1)::int as i
        from customers where workspace_id = %1$s and domain like 'many-%%'
      ) c where %5$s
      """;

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();
  private final SchemaCheckedHttp console = tenants.console();
  private final Sql sql = RunningService.shared().sql();
  private final String workspace = "/console/api/workspaces/" + app.workspaceId();

  private void addField(String name, String type, String column, String value, String having) {
    Response defined =
        console.post(
            workspace + "/custom-fields",
            PlainJson.write(Map.of("name", name, "type", type, "scope", "customers")));
    assertEquals(200, defined.status(), defined::body);
    String id = defined.json().at("/customField/id").asText();
    sql.run(VALUES.formatted(app.workspaceId(), id, column, value, having));
  }

  private void addCustomers() {
    sql.run(CUSTOMER_ROWS.formatted(app.workspaceId(), CUSTOMERS));
    addField("tier", "text", "text_value", "'pro'", "i % 2 = 0");
    addField("region", "text", "text_value", "'eu'", "i % 3 > 0");
    addField("orders", "number", "number_value", "i * 7 % 1000", "i % 5 > 0");
    addField("label", "text", "text_value", "'x' || i * 31 % 700", "i % 7 > 0");
    sql.run("analyze customers, customer_profiles, custom_field_values");
  }

  /** The numbers in the domains, in the order of the list. */
  private List<Integer> listed(String sort) {
    String filter =
        PlainJson.write(
            List.of(
                Map.of("field", "cf:tier", "operator", "equals", "value", "pro"),
                Map.of("field", "cf:region", "operator", "equals", "value", "eu")));
    String query =
        workspace + "/customers?take=1000&sort=" + encode(sort) + "&filter=" + encode(filter);
    List<Integer> numbers = new ArrayList<>();
    String cursor = "";
    do {
      Response page = console.get(query + cursor);
      assertEquals(200, page.status(), page::body);
      for (JsonNode customer : page.json().path("customers")) {
        String domain = customer.path("myplatformDomain").asText();
        int number = Integer.parseInt(domain.replaceAll("\\D", ""));
        assertEquals(
            number % 4 > 0 ? "Shop " + number * 13 % 900 : "null",
            customer.path("name").asText("null"));
        numbers.add(number);
      }
      cursor =
          page.json().path("hasNextPage").asBoolean()
              ? "&cursor=" + encode(page.json().path("cursor").asText())
              : "";
    } while (!cursor.isEmpty());
    return numbers;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<Integer> expected(Comparator<Integer> order) {
    return IntStream.rangeClosed(1, CUSTOMERS)
        .filter(i -> i % 2 == 0 && i % 3 > 0)
        .boxed()
        .sorted(order)
        .toList();
  }

  /** By a value, then by id, which is that of the numbers; without a value last. */
  private <T extends Comparable<T>> void assertOrder(
      String field, Function<Integer, @Nullable T> value) {
    Comparator<T> ascending = Comparator.naturalOrder();
    assertEquals(
        expected(
            Comparator.<Integer, @Nullable T>comparing(value, Comparator.nullsLast(ascending))
                .thenComparing(i -> i)),
        listed(field),
        field);
    assertEquals(
        expected(
            Comparator.<Integer, @Nullable T>comparing(
                    value, Comparator.nullsLast(ascending.reversed()))
                .thenComparing(i -> i)),
        listed("-" + field),
        "-" + field);
  }

  @Test
  void everyOrderHasAllOfThemPageByPage() {
    addCustomers();
    assertEquals(expected(Comparator.naturalOrder()), listed("id"));
    assertEquals(expected(Comparator.reverseOrder()), listed("-id"));
    assertOrder("myplatformDomain", i -> "many-" + i + ".example.com");
    assertOrder("name", i -> i % 4 > 0 ? "Shop " + i * 13 % 900 : null);
    assertOrder("firstSeenAt", i -> i % 900);
    assertOrder("lastSeenAt", i -> i * 7 % 800);
    assertOrder("cf:orders", i -> i % 5 > 0 ? i * 7 % 1_000 : null);
    assertOrder("cf:label", i -> i % 7 > 0 ? "x" + i * 31 % 700 : null);
  }
}
