package dev.shopwire.app.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attribution log in pages, and a shop's timeline as JSON and as CSV. */
@Tag("everywhere")
class AttributionHistoryIT {
  private static final String SHOP = "acme.example.com";

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private int shops;

  private String timelinePath(String customerId) {
    return AttributionFixture.API + "/customers/" + customerId + "/attribution-timeline";
  }

  private Response csv(String customerId) {
    // SchemaCheckedHttp expects JSON responses.
    return new Http(RunningService.shared().consoleUrl())
        .send(
            "GET",
            timelinePath(customerId) + "?format=csv",
            Map.of("Authorization", "Bearer " + RunningService.ADMIN_TOKEN),
            new byte[0]);
  }

  /** Logs six rows for the shop and then renames the affiliates. */
  private void logAndRename() {
    String jane = app.affiliate("Jane", "JANE10");
    String john = app.affiliate("John", "JOHN10");
    app.sendCode(SHOP, "=unknown's,\"code\"");
    app.sendCode(SHOP, "JANE10", ",\"carrier\":\"script\"");
    app.sendCode(SHOP, "JOHN10");
    app.sendCode("other.example.com", "JOHN10");
    app.correct(app.customerId(SHOP), john, "moved");
    app.change(jane, "\"name\":\"Jane Renamed\"");
    app.correct(app.customerId(SHOP), "null", "taken");
    app.sibling().sendCode(SHOP, "JANE10");
    app.change(john, "\"name\":\"John Renamed\"");
  }

  @Test
  void theTimelineShowsAllRowsInOrderWithTheNamesOfTheirTime() {
    logAndRename();
    String customerId = app.customerId(SHOP);
    JsonNode response = app.console().get(timelinePath(customerId)).json();
    assertEquals(customerId, response.at("/customer/id").asText());
    assertEquals(SHOP, response.at("/customer/myplatformDomain").asText());
    assertFalse(response.path("truncated").booleanValue());
    String rows =
        StreamSupport.stream(response.path("timeline").spliterator(), false)
            .map(
                row ->
                    Stream.of("/outcome", "/reason", "/affiliate/name", "/winner/name", "/note")
                        .map(pointer -> row.at(pointer).asText("-"))
                        .map(text -> text.isEmpty() || text.equals("null") ? "-" : text)
                        .collect(Collectors.joining("|")))
            .collect(Collectors.joining("\n"));
    assertEquals(
        """
        refused|unknown code|-|-|-
        attributed|-|Jane|Jane|-
        refused|already attributed|John|Jane|-
        reassigned|-|John|John|moved
        removed|-|-|-|taken
        attributed|-|Jane Renamed|Jane Renamed|-\
        """,
        rows);
    assertEquals(2, response.path("credits").size());
    assertTrue(response.at("/credits/0/affiliate").isNull());
    assertEquals("Jane Renamed", response.at("/credits/1/affiliate/name").asText());
  }

  @Test
  void theTimelineAsCsvHasTheSameRows() {
    logAndRename();
    String customerId = app.customerId(SHOP);
    Response response = csv(customerId);
    assertEquals(200, response.status());
    assertTrue(response.header("Content-Type").startsWith("text/csv"), response::toString);
    List<String> lines = response.body().lines().toList();
    JsonNode timeline = app.console().get(timelinePath(customerId)).json().path("timeline");
    assertEquals(timeline.size() + 1, lines.size());
    assertTrue(response.body().endsWith("\r\n"));
    assertTrue(lines.get(1).contains(",\"'=unknown's,\"\"code\"\"\",api,refused,"), lines.get(1));
    for (int i = 0; i < timeline.size(); i++) {
      String start =
          timeline.get(i).path("id").asText() + "," + timeline.get(i).path("at").asText();
      assertTrue(lines.get(i + 1).startsWith(start), lines.get(i + 1));
    }
    assertTrue(lines.get(2).endsWith(",JANE10,script,attributed,,false,Jane,Jane,,"));
    assertTrue(lines.get(4).endsWith(",,manual,reassigned,,false,John,John,moved,"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999999", "cus_5be193d07ac4f62d", "cus_5be193d041ab3cd2", "x"})
  void theTimelineOfAnUnknownCustomerIsNotFound(String id) {
    assertEquals(404, app.console().get(timelinePath(id)).status());
    assertEquals(404, csv(id).status());
    assertEquals(422, app.console().get(timelinePath(CustomerId.of(1)) + "?format=xml").status());
  }

  @Test
  void theLogIsAppendOnly() {
    app.affiliate("Jane", "JANE10");
    app.sendCode(SHOP, "JANE10");
    String before = app.log("").toString();
    Sql sql = RunningService.shared().sql();
    for (String statement :
        List.of(
            "update attribution_log set winner_name = 'John'",
            "delete from attribution_log",
            "truncate attribution_log")) {
      String cause =
          String.valueOf(
              assertThrows(IllegalStateException.class, () -> sql.run(statement)).getCause());
      assertTrue(cause.contains("append-only"), cause);
    }
    assertEquals(before, app.log("").toString());
  }

  @Test
  void theLogIsFilteredByAppShopAndCode() {
    AttributionFixture sibling = app.sibling();
    for (int i = 0; i < 6; i++) {
      (i % 2 == 0 ? app : sibling).sendCode("s" + i % 3 + ".example.com", "Code " + i % 4);
    }
    assertEquals(6, app.log("").size());
    assertEquals(3, app.log("&app=" + app.slug()).size());
    assertEquals(2, app.log("&shop=s0.example.com").size());
    assertEquals(2, app.log("&shop=%20S0.Example.com").size());
    assertEquals(2, app.log("&code=CODE%201").size());
    assertEquals(2, app.log("&code=+code+1+").size());
    assertEquals(
        1, app.log("&code=Code%201&app=" + sibling.slug() + "&shop=s2.example.com").size());
    assertEquals(0, app.log("&code=Code%201&app=" + app.slug()).size());
    assertEquals(0, app.log("&app=unknown").size());
    assertEquals(0, app.log("&shop=unknown").size());
    assertEquals(0, app.log("&code=Code").size());
    assertEquals(422, app.console().get(app.workspace("/attribution-log?code=%00")).status());
  }

  /** Reads pages of three rows; after each page, another shop is credited. */
  private List<JsonNode> readPages(String list, String field, String filter) {
    List<JsonNode> rows = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      JsonNode response =
          app.console().get(app.workspace(list + "?take=3" + filter + cursor)).json();
      response.path(field).forEach(rows::add);
      more = response.path("hasNextPage").asBoolean();
      cursor = "&cursor=" + response.path("cursor").asText();
      app.sendCode("s" + shops++ + ".example.com", "JANE10");
    }
    return rows;
  }

  private static List<String> ids(List<JsonNode> rows) {
    return rows.stream().map(row -> row.path("id").asText()).toList();
  }

  private static void assertNewestFirst(List<JsonNode> rows) {
    List<Long> ids = rows.stream().map(row -> Long.valueOf(row.path("id").asText())).toList();
    assertEquals(ids.stream().sorted(Comparator.reverseOrder()).toList(), ids);
  }

  @Test
  void listsArePagedNewestFirstWhileRowsAreAdded() {
    app.affiliate("Jane", "JANE10");
    for (int i = 0; i < 8; i++) {
      app.sendCode("s" + shops++ + ".example.com", "JANE10");
      app.sendCode("s0.example.com", "unknown's");
    }
    String filter = "&code=jane10&app=" + app.slug();
    assertEquals(8, app.log(filter).size());
    assertPages("/attribution-log", "log", "");
    assertPages("/attribution-log", "log", filter);
    assertPages("/attribution-log", "log", "&shop=s0.example.com");
    assertPages("/attributions", "attributions", "");
  }

  private void assertPages(String list, String field, String filter) {
    List<JsonNode> before = new ArrayList<>();
    app.console()
        .get(app.workspace(list + "?take=1000" + filter))
        .json()
        .path(field)
        .forEach(before::add);
    assertTrue(before.size() > 6, "fewer than three pages");
    List<JsonNode> paged = readPages(list, field, filter);
    assertNewestFirst(paged);
    assertEquals(ids(before), ids(paged));
  }
}
