package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that lists and values that grow with what clients send are limited, and how this is
 * reported.
 */
@Tag("everywhere")
class ListBoundsIT {
  private static final String SHOP = "acme.platform.example";

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final SchemaCheckedHttp console = app.console();
  private final Sql sql = RunningService.shared().sql();

  private Response identify(int from, int to, int length) {
    String fields =
        IntStream.range(from, to)
            .mapToObj(i -> "\"f%d\":[\"%s\"]".formatted(i, "x".repeat(length - 4)))
            .collect(Collectors.joining(","));
    return app.app()
        .api()
        .post(
            "/v1/identify",
            "{\"myplatformDomain\":\"%s\",\"customFields\":{%s}}".formatted(SHOP, fields));
  }

  private static void assertRejected(Response response, String code) {
    assertEquals(422, response.status(), response::body);
    assertEquals(code, response.json().path("code").textValue(), response::body);
  }

  private String customer() {
    return CustomerId.of(Long.parseLong(customerRow()));
  }

  private String customerRow() {
    return sql.text(
        "select id from customers where workspace_id = ? and domain = '" + SHOP + "'",
        Long.parseLong(app.app().workspaceId()));
  }

  @Test
  void theFieldValuesOfACustomerAreLimitedToOneMebibyte() {
    assertEquals(200, identify(0, 60, 16_000).status());
    assertRejected(identify(60, 70, 16_000), "customer_fields_too_large");
    assertEquals(200, identify(0, 30, 100).status());
    assertEquals(200, identify(60, 70, 16_000).status());
    sql.run(
        """
        update custom_field_values set long_value = '["' || repeat('x', 100000) || '"]'
        where workspace_id = %s
        """
            .formatted(app.app().workspaceId()));
    assertRejected(
        app.app().api().get("/v1/customer?myplatformDomain=" + SHOP), "customer_too_large");
    assertRejected(console.get("/console/api/customers/" + customer()), "customer_too_large");
  }

  @Test
  void anAffiliateHasAtMostAThousandCodesWhichAlsoLimitPages() {
    String first = app.affiliate("Jane", "JANE10");
    String second = app.affiliate("John", "JOHN10");
    for (String id : List.of(first, second)) {
      sql.run(
          """
          insert into affiliate_codes (workspace_id, normalised, affiliate_id, code)
          select %1$s, 'code-%2$s-' || i || repeat('x', 9), %2$s, repeat('ü', 200)
          from generate_series(1, 999) i
          """
              .formatted(app.app().workspaceId(), id));
    }
    String path = "/console/api/affiliates/" + first + "/codes";
    assertRejected(console.post(path, "{\"code\":\"ONE-MORE\"}"), "code_limit_reached");
    List<String> names = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = console.get(app.workspace("/affiliates?take=100" + cursor)).json();
      assertEquals(1, page.path("affiliates").size());
      names.add(page.at("/affiliates/0/name").asText());
      cursor =
          page.path("hasNextPage").booleanValue() ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    assertEquals(List.of("Jane", "John"), names);
  }

  @Test
  void aLongTimelineIsTruncatedAndMarked() {
    app.sendCode(SHOP, "first");
    String path = "/console/api/customers/" + customer() + "/attribution-timeline";
    assertFalse(console.get(path).json().path("truncated").booleanValue());
    sql.run(
        """
        insert into attribution_log (workspace_id, app_id, customer_id, code, normalised, carrier,
          outcome)
        select %s, %s, %s, repeat('%s', 200), 'y', 'api', 'refused' from generate_series(1, 6000)
        """
            .formatted(
                app.app().workspaceId(), app.app().appId(), customerRow(), Character.toString(1)));
    JsonNode truncated = console.get(path).json();
    assertTrue(truncated.path("truncated").booleanValue());
    int shown = truncated.path("timeline").size();
    assertTrue(shown > 1_000 && shown < 1_400, () -> "shown " + shown);
    sql.run(
        """
        insert into attribution_log (workspace_id, app_id, customer_id, code, normalised, carrier,
          outcome)
        select %s, %s, %s, 'short', 'short', 'api', 'refused' from generate_series(1, 10)
        """
            .formatted(app.app().workspaceId(), app.app().appId(), customerRow()));
    JsonNode log = console.get(app.workspace("/attribution-log?code=short&take=1000")).json();
    assertEquals(10, log.path("log").size(), "the log has the rest, in pages");
  }
}
