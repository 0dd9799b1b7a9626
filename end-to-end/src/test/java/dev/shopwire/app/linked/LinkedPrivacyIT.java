package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Analysts read linked queries and their runs, and of private fields nothing. */
class LinkedPrivacyIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final String FIELD = "hidden_margin";
  private static final String VALUE = "4711";

  /** One row of the three has a value of the private field that can't be used. */
  private static final String ROWS =
      """
      select * from (values ('one.platform.example', '%s', 4711.0, 'a'),
        ('two.platform.example', 'free', 4711.0, 'b'), ('bad.platform.example', 'free', 'NaN', 'c'),
        ('none.platform.example', 'free', 1, 'd')) as shops (domain, plan, hidden_margin, note)""";

  private static final String NOTES =
      "select 'one.platform.example' as domain, 'pro' as plan, 'a' as note";

  private final LinkedFixture fixture = LinkedFixture.of(SERVICE.tenants());
  private final String workspace = fixture.app().workspaceId();
  private final ConsoleUsers.User user = new ConsoleUsers(SERVICE.sql()).add(workspace, "analyst");
  private final ConsoleBrowser analyst = new ConsoleBrowser(SERVICE.consoleUrl()).signedIn(user);
  private final LinkedQueries queries =
      LinkedQueries.of(fixture, SourceDatabase.shared().readerUri());
  private String query = "";
  private JsonNode applied = MissingNode.getInstance();

  @BeforeEach
  void fillAPublicAndAPrivateField() {
    queries.identify("one", "two", "bad");
    Response field =
        fixture
            .tenants()
            .console()
            .post(
                "/console/api/workspaces/%s/custom-fields".formatted(workspace),
                "{\"name\":\"%s\",\"type\":\"number\",\"scope\":\"customers\",\"private\":true}"
                    .formatted(FIELD));
    assertEquals(200, field.status(), field::body);
    ObjectNode body = body("Margins", ROWS.formatted("pro"), FIELD + ":" + FIELD + ":number");
    query = queries.created(body);
    applied = queries.run(query);
    assertEquals("{\"not_finite\":1,\"unknown_customer\":1}", applied.path("badRows").toString());
  }

  private static ObjectNode body(String name, String sql, String column) {
    ObjectNode body =
        LinkedQueries.body(
            name, sql, "domain", "plan:" + name + "_plan:text:customers", column + ":customers");
    body.putObject("guard").put("percent", 0).put("atLeast", 0);
    return body;
  }

  private String revealsNothing(String path) {
    Response response = analyst.get(path);
    assertEquals(200, response.status(), response::body);
    for (String hidden : List.of(FIELD, VALUE, "bad.platform.example")) {
      assertFalse(response.body().contains(hidden), () -> path + ": " + response.body());
    }
    return response.body();
  }

  private JsonNode read(String path) {
    revealsNothing(path);
    return analyst.get(path).json();
  }

  private static List<String> fields(JsonNode query) {
    return query.path("columns").valueStream().map(each -> each.path("field").asText()).toList();
  }

  @ConcurrentTest
  void anAnalystSeesNeitherThePrivateColumnNorTheStatementThatFillsIt() {
    JsonNode shown = read("/linked-queries/" + query).path("linkedQuery");
    assertTrue(shown.path("sql").isNull(), shown::toString);
    assertEquals(List.of("Margins_plan"), fields(shown));
    assertTrue(shown.at("/lastRun/changes").isNull(), shown::toString);
    String other = queries.created(body("Notes", NOTES, "note:note:text"));
    JsonNode listed = read("/databases/" + queries.database() + "/linked-queries");
    assertEquals("Margins", listed.at("/linkedQueries/0/name").asText());
    assertTrue(listed.at("/linkedQueries/0/sql").isNull());
    assertEquals(NOTES, listed.at("/linkedQueries/1/sql").asText());
    assertEquals(List.of("Notes_plan", "note"), fields(listed.at("/linkedQueries/1")));
    assertEquals(other, listed.at("/linkedQueries/1/id").asText());
    theFilesHaveTheSameRowsAs(listed);
    assertEquals(ROWS.formatted("pro"), queries.query(query).path("sql").asText());
    assertEquals(List.of("Margins_plan", FIELD), fields(queries.query(query)));
  }

  private void theFilesHaveTheSameRowsAs(JsonNode listed) {
    String path = "/databases/" + queries.database() + "/linked-queries?format=";
    assertEquals(2, read(path + "count").path("count").asInt());
    assertEquals(
        listed.path("linkedQueries").valueStream().map(JsonNode::toString).toList(),
        revealsNothing(path + "ndjson").lines().toList());
    String csv = revealsNothing(path + "csv");
    assertTrue(csv.contains("Margins_plan") && csv.contains(NOTES), csv);
  }

  @ConcurrentTest
  void filesOfDatabasesAndQueriesStayInTheirWorkspace() {
    String path = "/workspaces/" + workspace + "/databases";
    String databases =
        revealsNothing(path + "?format=ndjson") + revealsNothing(path + "?format=csv");
    assertTrue(databases.contains("production"), databases);
    for (String hidden : List.of(SourceDatabase.PASSWORD, "postgresql://")) {
      assertFalse(databases.contains(hidden), databases);
    }
    LinkedFixture other = LinkedFixture.of(SERVICE.tenants());
    String foreign = other.created(other.body("foreign", SourceDatabase.shared().readerUri()));
    for (String format : List.of("count", "csv", "ndjson")) {
      for (String list :
          List.of(
              "/workspaces/" + other.app().workspaceId() + "/databases",
              "/databases/" + foreign + "/linked-queries")) {
        assertEquals(404, analyst.get(list + "?format=" + format).status(), list);
      }
    }
  }

  @ConcurrentTest
  void anAnalystSeesOfARunWhatItDoesToPublicFields() {
    String run = "/linked-runs/" + applied.path("id").asText();
    for (JsonNode shown :
        List.of(read(run).path("run"), read("/linked-queries/" + query + "/runs").at("/runs/0"))) {
      assertEquals("applied", shown.path("status").asText());
      assertEquals(4, shown.path("rows").asInt());
      for (String counted : List.of("badRows", "changes", "guard")) {
        assertTrue(shown.path(counted).isNull(), shown::toString);
      }
    }
    for (String format : List.of("", "?format=ndjson", "?format=csv")) {
      String changes = revealsNothing(run + "/changes" + format);
      assertEquals(2, changes.split("Margins_plan", -1).length - 1, changes);
      String badRows = revealsNothing(run + "/bad-rows" + format);
      assertTrue(badRows.contains("none.platform.example"), badRows);
      revealsNothing("/linked-queries/" + query + "/runs" + format);
    }
    assertEquals(4, queries.changes(applied).size());
    assertTrue(queries.get(run + "/bad-rows").toString().contains("bad.platform.example"));
  }

  @ConcurrentTest
  void aHeldOrFailedRunIsShownWithoutItsReasons() {
    queries.change(query, "{\"sql\":%s}".formatted(quoted(ROWS.formatted("basic"))));
    JsonNode held = queries.run(query);
    assertEquals("held", held.path("status").asText(), held::toString);
    JsonNode shown = read("/linked-runs/" + held.path("id").asText()).path("run");
    assertEquals("held", shown.path("status").asText());
    assertTrue(shown.path("guard").isNull(), shown::toString);
    assertTrue(shown.path("touches").isObject(), shown::toString);
    String fails = "select 1 / (select 0) as hidden_margin, 'x' as domain, 'x' as plan";
    queries.change(query, "{\"sql\":%s}".formatted(quoted(fails)));
    JsonNode failed = queries.run(query);
    assertEquals("refused_sql", failed.at("/error/code").asText(), failed::toString);
    JsonNode restricted = read("/linked-runs/" + failed.path("id").asText()).path("run");
    assertEquals("refused_sql", restricted.at("/error/code").asText());
    assertFalse(restricted.at("/error/message").asText().contains("zero"), restricted::toString);
  }

  private static String quoted(String sql) {
    return "\"" + sql.replace("\n", "\\n") + "\"";
  }

  @ConcurrentTest
  void aFieldThatIsMadePrivateLaterIsPrivateInEarlierRuns() {
    String other = queries.created(body("Notes", ROWS.formatted("pro"), "note:note:text"));
    JsonNode run = queries.run(other);
    String path = "/linked-runs/" + run.path("id").asText();
    assertEquals(6, analyst.get(path + "/changes").json().path("changes").size());
    assertEquals(3, analyst.get(path).json().at("/run/changes/customers").asInt());
    SERVICE
        .sql()
        .run(
            "update custom_fields set private = true where workspace_id = %s and name = 'note'"
                .formatted(workspace));
    assertEquals(3, analyst.get(path + "/changes").json().path("changes").size());
    assertTrue(analyst.get(path).json().at("/run/changes").isNull());
  }

  @ConcurrentTest
  void pagesShowAnAnalystTheSame() {
    PageBrowser page = new PageBrowser(SERVICE.consoleUrl()).signedIn(user);
    String settings = "/console/w/" + workspace + "/settings/";
    String run = applied.path("id").asText();
    for (String path :
        List.of(
            "databases/" + queries.database(), "linked-queries/" + query, "linked-runs/" + run)) {
      assertEquals(200, page.open(settings + path).status(), path);
      String text = page.page().select("main").text();
      for (String hidden : List.of(FIELD, VALUE, "bad.platform.example")) {
        assertFalse(text.contains(hidden), () -> path + ": " + text);
      }
    }
    assertEquals(2, page.rows("Changes").size());
    assertEquals(1, page.rows("Bad rows").size());
  }
}
