package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;

/** Tests the pages about databases, linked queries and their runs, without JavaScript. */
class LinkedPagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final Duration TIME = Duration.ofSeconds(60);

  /** Two customers and a row of none; the database has no table of this. */
  private static final String ROWS =
      """
      select domain, plan, seats
      from (values ('one.platform.example', '%s', 3), ('two.platform.example', 'free', null),
        ('none.platform.example', 'free', 1)) as shops (domain, plan, seats)""";

  private final LinkedFixture fixture = LinkedFixture.of(SERVICE.tenants());
  private final String pages = "/console/w/" + fixture.app().workspaceId();
  private final String databases = pages + "/settings/databases";
  private final PageBrowser page = signedIn("admin");

  private PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl())
        .signedIn(USERS.add(fixture.app().workspaceId(), role));
  }

  private String notice() {
    return page.page().select("main .notice").text();
  }

  private static String main(PageBrowser shown) {
    return shown.page().select("main").text();
  }

  /** What stands beside a name. */
  private String definition(String name) {
    return page.page().select("dt").stream()
        .filter(each -> each.text().equals(name))
        .map(Element::nextElementSibling)
        .map(value -> value == null ? "" : value.text())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " on " + page.page()));
  }

  private static List<String> column(List<List<String>> rows, int index) {
    return rows.stream().map(row -> row.get(index)).toList();
  }

  @ConcurrentTest
  void aDatabaseIsRefusedWithStatementsAddedCheckedChangedAndDeleted() {
    page.open(databases);
    assertEquals("Nothing here yet", page.page().select("section.region h2").text());
    SourceDatabase source = SourceDatabase.shared();
    page.submit("New database", Map.of())
        .submit("Add database", Map.of("Name", "production", "URI", source.ownerUri()));
    assertEquals(422, page.status());
    assertTrue(page.alert().contains("public.shops"), page.alert());
    assertTrue(
        page.page().select("#fit-role pre, figure pre").text().contains("CREATE ROLE"), main(page));
    assertEquals("production", page.value("Name"));
    assertFalse(page.response().body().contains(SourceDatabase.PASSWORD));
    page.submit("Add database", Map.of("URI", source.readerUri(), "App", fixture.slug()));
    assertEquals(200, page.status(), page::alert);
    assertEquals("production", page.heading());
    assertEquals("yes", definition("Proven read-only"));
    assertFalse(page.response().body().contains(SourceDatabase.PASSWORD));
    JsonNode database = SERVICE.tenants().console().get(fixture.path()).json().at("/databases/0");
    List<String> probes = new ArrayList<>();
    database.at("/readOnly/probes").forEach(probe -> probes.add(probe.path("name").asText()));
    List<List<String>> certificate = page.rows("Certificate of read-only access");
    assertEquals(probes, column(certificate, 0));
    assertTrue(certificate.stream().allMatch(row -> row.get(1).equals("yes")));
    page.submit("Check again", Map.of());
    assertEquals("The proof was made again.", notice());
    page.submit("Edit database", Map.of());
    assertEquals(fixture.slug(), page.page().select("#database-app option[selected]").val());
    page.submit("Save database", Map.of("Rows per run", "many"));
    assertTrue(page.alert().contains("Rows per run must be a whole number"), page.alert());
    page.submit("Save database", Map.of("Name", "replica", "Rows per run", "1000", "App", ""));
    assertEquals("The database was changed.", notice());
    assertEquals("1000", definition("Rows per run"));
    assertEquals("–", definition("App"));
    page.open(databases);
    assertEquals(List.of("replica"), column(page.rows("Databases"), 0));
    page.follow("Export");
    assertEquals("1 row matches", page.page().select("#databases-export ~ [role=status]").text());
    page.follow("replica").submit("Delete database", Map.of());
    assertTrue(main(page).contains("Delete the database replica?"), () -> main(page));
    page.submit("Delete database", Map.of());
    assertTrue(notice().contains("The database was deleted."), this::notice);
  }

  private String database() {
    return fixture.created(fixture.body("production", SourceDatabase.shared().readerUri()));
  }

  private static Map<String, String> entered(String plan) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("Name", "Plans");
    values.put("SQL", ROWS.formatted(plan));
    values.put("Key column", "domain");
    values.put("Column 1", "plan");
    values.put("Column 3", "seats");
    values.put("Field 3", "db_seats");
    values.put("Type 3", "number");
    values.put("Guard: at least", "0");
    return values;
  }

  @ConcurrentTest
  void aFaultOfTheStatementOrOfAColumnIsShownThereAndNothingIsLost() {
    String sql = "select domain,\n  plam from shops";
    Map<String, String> entered =
        Map.of("Name", "Plans", "SQL", sql, "Key column", "domain", "Column 2", "plam");
    page.open(databases + "/" + database() + "/new-query").submit("Preview", entered);
    for (String button : List.of("Preview", "Save query")) {
      page.submit(button, Map.of());
      assertEquals(422, page.status());
      assertTrue(page.page().select("#query-sql-fault").text().contains("plam"), () -> main(page));
      assertEquals("plam", page.page().select("mark").text());
      assertEquals(sql, page.value("SQL"));
      assertEquals("plam", page.value("Column 1"));
    }
    page.submit(
        "Preview",
        Map.of(
            "SQL", "select domain, plan from shops", "Column 1", "plan", "Field 1", "not a name"));
    assertTrue(
        page.page().select("#query-columns\\.0\\.field-fault").text().startsWith("Field 1 must"),
        () -> main(page));
    page.submit("Save query", Map.of("Field 1", "plan", "Schedule", "cron"));
    assertTrue(page.alert().contains("Cron expression"), page.alert());
    page.submit("More columns", Map.of("Column 2", "domain", "Column 3", "domain"));
    assertEquals(200, page.status());
    assertEquals("", page.value("Column 5"));
    assertEquals("domain", page.value("Column 3"));
    assertEquals("production", page.follow("Cancel").heading());
  }

  @ConcurrentTest
  void aQueryIsPreviewedSavedRunHeldDecidedAndRolledBack() {
    LinkedQueries queries = new LinkedQueries(fixture, database());
    queries.identify("one", "two");
    page.open(databases + "/" + queries.database() + "/new-query");
    page.submit("Preview", entered("pro"));
    assertEquals(200, page.status(), page::alert);
    assertEquals(
        "The query has 3 rows. Rows that can't be used: 1.",
        page.page().select("#preview-status").text());
    List<List<String>> rows = page.rows("Rows");
    assertEquals(
        List.of("one.platform.example", "one.platform.example", "–", "– → pro set", "– → 3 set"),
        rows.get(0));
    assertTrue(rows.get(2).get(2).startsWith("unknown_customer: "), rows::toString);
    assertEquals(List.of("domain", "plan", "seats"), column(page.rows("Columns of the query"), 0));
    page.submit("Save query", Map.of());
    assertEquals("The query was saved. It has not run yet.", notice());
    assertEquals(List.of("plan", "db_seats"), column(page.rows("Fields that it fills"), 1));
    String query = page.path().replaceAll(".*/(\\d+)\\?.*", "$1");
    String applied = run("applied");
    assertEquals("unknown_customer: 1", definition("Rows that can't be used"));
    assertEquals(List.of("3", "none.platform.example"), page.rows("Bad rows").get(0).subList(0, 2));
    assertEquals("text/csv", mediaType(page.follow("Download bad rows as CSV")));
    theFieldAndTheCustomerLeadToTheQuery();

    page.open(pages + "/settings/linked-queries/" + query).submit("Edit query", Map.of());
    assertEquals(ROWS.formatted("pro"), page.value("SQL"));
    page.submit("Save query", Map.of("SQL", ROWS.formatted("basic")));
    assertEquals("The query was changed.", notice());
    String held = run("held");
    assertEquals(
        List.of("one.platform.example", "plan", "pro", "basic"), page.rows("Changes").get(0));
    page.submit("Approve", Map.of());
    assertTrue(
        main(page).contains("1 of the 2 customers with a value of these fields would lose one"),
        () -> main(page));
    page.follow("Cancel").submit("Approve", Map.of()).submit("Approve", Map.of());
    assertTrue(notice().contains("The run was approved."), this::notice);
    awaitStatus(held, "applied");

    page.open(pages + "/settings/linked-queries/" + query);
    assertEquals(List.of(held, applied), column(page.rows("Runs"), 0));
    page.submit("Roll back", Map.of()).submit("Roll back", Map.of("Values", applied));
    awaitStatus(page.path().replaceAll(".*/", ""), "applied");
    assertEquals("rollback", definition("Kind"));
    page.follow("Query " + query);
    assertEquals("paused", definition("Status"));
    page.submit("Resume", Map.of()).submit("Resume", Map.of());
    assertEquals("The query was resumed.", notice());
    String rejected = run("held");
    page.submit("Reject", Map.of()).submit("Reject", Map.of());
    assertEquals("rejected", queries.show(rejected).path("status").asText());
    analystsOnlyRead(queries.database(), query, rejected);
    page.open(pages + "/settings/linked-queries/" + query).submit("Delete query", Map.of());
    page.submit("Delete query", Map.of());
    assertTrue(notice().contains("The linked query was deleted."), this::notice);
  }

  private static String mediaType(PageBrowser shown) {
    return shown.response().header("Content-Type").replaceAll(";.*", "");
  }

  /** Runs the query whose page is open, and opens the page of the run. */
  private String run(String status) {
    page.submit("Run now", Map.of());
    assertEquals(200, page.status(), page::alert);
    String run = page.path().replaceAll(".*/", "");
    awaitStatus(run, status);
    return run;
  }

  private void awaitStatus(String run, String status) {
    Poll.until(
        TIME,
        () -> "the run is " + status + ": " + main(page),
        () -> {
          page.open(pages + "/settings/linked-runs/" + run);
          return definition("Status").equals(status);
        });
    assertEquals("Run %s of a linked query".formatted(run), page.heading());
  }

  private void theFieldAndTheCustomerLeadToTheQuery() {
    page.open(pages + "/settings/fields");
    assertTrue(
        page.page().select("table#fields a[href*=linked-queries]").eachText().contains("Plans"));
    page.inRow("db_seats", "Delete").submit("Delete", Map.of());
    assertEquals(422, page.status());
    assertTrue(page.alert().contains("Plans"), page.alert());
    JsonNode customers =
        SERVICE
            .tenants()
            .console()
            .get(
                "/console/api/workspaces/%s/customers?search=one.platform"
                    .formatted(fixture.app().workspaceId()))
            .json();
    page.open(pages + "/customers/" + customers.at("/customers/0/id").asText());
    List<String> row =
        page.rows("Custom fields").stream()
            .filter(each -> each.get(0).equals("db_seats"))
            .findFirst()
            .orElseThrow();
    assertTrue(row.get(6).startsWith("Query "), row::toString);
    assertFalse(row.get(7).equals("–"), row::toString);
  }

  private void analystsOnlyRead(String database, String query, String run) {
    PageBrowser analyst = signedIn("analyst");
    analyst.open(databases);
    assertFalse(analyst.hasButton("New database"));
    analyst.follow("production");
    assertEquals(200, analyst.status());
    for (String button : List.of("Check again", "Edit database", "Delete database")) {
      assertFalse(analyst.hasButton(button), button);
    }
    assertEquals(List.of("Plans"), column(analyst.rows("Linked queries"), 0));
    analyst.follow("Export Linked queries");
    assertEquals("1 row matches", analyst.page().select("#queries-export ~ [role=status]").text());
    assertEquals(403, analyst.open(databases + "/" + database + "/new-query").status());
    analyst.open(pages + "/settings/linked-queries/" + query);
    assertEquals("Plans", analyst.heading());
    assertEquals(4, analyst.rows("Runs").size());
    assertTrue(main(analyst).contains("select domain"), () -> main(analyst));
    for (String button : List.of("Run now", "Edit query", "Roll back", "Delete query")) {
      assertFalse(analyst.hasButton(button), button);
    }
    analyst.follow(run);
    assertEquals(1, analyst.rows("Bad rows").size());
    assertEquals(403, analyst.open(analyst.path() + "?step=approve").status());
  }
}
