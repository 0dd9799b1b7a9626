package dev.shopwire.app.linked;

import static dev.shopwire.app.linked.LinkedTables.SERVICE;
import static dev.shopwire.app.linked.LinkedTables.queries;
import static dev.shopwire.app.linked.LinkedTables.shop;
import static dev.shopwire.app.linked.LinkedTables.table;
import static dev.shopwire.app.linked.LinkedTables.workspaceId;
import static dev.shopwire.app.support.RecordingEndpoint.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Linked queries: their schedules, their fields, bad input and lists. */
@Tag("everywhere")
class LinkedQueryIT {
  @ConcurrentTest
  void aScheduleRunsTheQueryUnlessItIsPaused() {
    table("turns", "shop text, plan text", "(" + shop("one") + ", 'a')");
    LinkedQueries queries = queries();
    queries.identify("one");
    ObjectNode body =
        LinkedQueries.body("turns", "select * from turns", "shop", "plan:turn:text:app");
    body.putObject("schedule").put("intervalSeconds", 3_600);
    String query = queries.created(body);
    assertTrue(queries.query(query).path("lastRun").isNull(), "saving runs nothing");
    SERVICE
        .sql()
        .run(
            "update linked_queries set next_run_at = now() - interval '3 days' where id = "
                + query);
    Poll.until(
        Duration.ofSeconds(20),
        () -> "the run is applied",
        () -> queries.query(query).at("/lastRun/status").asText().equals("applied"));
    assertEquals("scheduled", queries.query(query).at("/lastRun/kind").asText());
    assertEquals(
        1,
        queries.get("/linked-queries/" + query + "/runs").path("runs").size(),
        "one missed turn");
    assertEquals(200, queries.change(query, "{\"status\":\"paused\"}").status());
    assertTrue(queries.query(query).path("nextRunAt").isNull());
    assertEquals(
        200,
        queries
            .change(
                query,
                "{\"status\":\"active\",\"schedule\":{\"cron\":\"0 5 * * 1\",\"timezone\":\"europe/zurich\"}}")
            .status());
    JsonNode changed = queries.query(query);
    assertEquals("Europe/Zurich", changed.at("/schedule/timezone").asText());
    assertFalse(changed.path("nextRunAt").isNull());
  }

  @ConcurrentTest
  void badInputIsRefusedWithPointersAndStoresNothing() {
    LinkedQueries queries = queries();
    record Case(String change, String error) {}
    for (Case one :
        List.of(
            new Case("{\"sql\":\"select domian from shops\"}", "/sql refused_sql"),
            new Case("{\"sql\":\"select 1; select 2\"}", "/sql refused_sql"),
            new Case("{\"keyColumn\":\"none\"}", "/keyColumn unknown_column"),
            new Case("{\"key\":\"name\"}", "/key invalid_key"),
            new Case("{\"columns\":[]}", "/columns too_few"),
            new Case("{\"guard\":{\"percent\":101}}", "/guard/percent out_of_range"),
            new Case("{\"guard\":{\"atLeast\":-1}}", "/guard/atLeast out_of_range"),
            new Case("{\"removed\":\"drop\"}", "/removed invalid_removed"),
            new Case("{\"announce\":\"all\"}", "/announce invalid_announce"),
            new Case("{\"status\":\"paused\"}", "/status unknown_field"),
            new Case(
                "{\"schedule\":{\"intervalSeconds\":59}}",
                "/schedule/intervalSeconds out_of_range"),
            new Case(
                "{\"schedule\":{\"cron\":\"0 0 5 * * *\",\"timezone\":\"UTC\"}}",
                "/schedule/cron invalid_cron"),
            new Case(
                "{\"schedule\":{\"cron\":\"0 5 * * *\",\"timezone\":\"Mars/Base\"}}",
                "/schedule/timezone invalid_timezone"),
            new Case("{\"schedule\":{\"cron\":\"0 5 * * *\"}}", "/schedule/timezone required"))) {
      ObjectNode body =
          LinkedQueries.body("bad", "select * from shops", "domain", "plan:bad:text:app");
      body.setAll((ObjectNode) json(one.change()));
      Response response = queries.create(body);
      assertEquals(List.of(one.error()), LinkedFixture.errors(response), one::change);
    }
    assertEquals(
        0,
        SERVICE
            .sql()
            .number(
                "select count(*) from linked_queries where workspace_id = ?",
                workspaceId(queries)));
    assertEquals(
        0,
        SERVICE
            .sql()
            .number(
                "select count(*) from custom_fields where name = 'bad' and workspace_id = ?",
                workspaceId(queries)));
  }

  @ConcurrentTest
  void aFieldIsFilledByOneQueryAndFreeAfterItsDeletion() {
    LinkedQueries queries = queries();
    ObjectNode body =
        LinkedQueries.body("one", "select * from shops", "domain", "plan:single:text:app");
    String query = queries.created(body);
    assertEquals("name_taken", queries.create(body).json().path("code").asText());
    Response second = queries.create(body.deepCopy().put("name", "two"));
    assertEquals("field_linked", second.json().path("code").asText(), second::body);
    assertEquals(
        "database_in_use",
        queries
            .fixture()
            .tenants()
            .console()
            .delete("/console/api/databases/" + queries.database())
            .json()
            .path("code")
            .asText());
    assertEquals(
        200,
        queries
            .fixture()
            .tenants()
            .console()
            .delete("/console/api/linked-queries/" + query)
            .status());
    queries.created(body.deepCopy().put("name", "two"));
    assertEquals(404, queries.post("/linked-queries/" + query + "/run", "").status());
  }

  @ConcurrentTest
  void aPageHasFewerQueriesIfTheirStatementsAreLong() {
    LinkedQueries queries = queries();
    String sql = "select 'a' as domain, '%s' as plan".formatted("x".repeat(19_900));
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      created.add(
          queries.created(
              LinkedQueries.body(
                  "Query " + i, sql, "domain", "plan:plan_" + i + ":text:customers")));
    }
    String path = "/databases/" + queries.database() + "/linked-queries?take=100";
    JsonNode first = queries.get(path);
    assertTrue(first.path("hasNextPage").asBoolean());
    JsonNode second = queries.get(path + "&cursor=" + first.path("cursor").asText());
    assertFalse(second.path("hasNextPage").asBoolean());
    List<String> listed = ids(first);
    assertTrue(listed.size() < created.size());
    listed.addAll(ids(second));
    assertEquals(created, listed);
  }

  private static List<String> ids(JsonNode page) {
    List<String> ids = new ArrayList<>();
    page.path("linkedQueries").forEach(query -> ids.add(query.path("id").asText()));
    return ids;
  }
}
