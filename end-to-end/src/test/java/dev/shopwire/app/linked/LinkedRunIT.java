package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Linked queries and their runs: what they fill, hold, put back and leave out. In the cluster, the
 * console, what reads the source and what writes the values are processes of their own.
 */
@Tag("everywhere")
class LinkedRunIT {
  private static final Set<String> UNDER_WAY = Set.of("reading", "applying");

  private static final RunningService SERVICE = RunningService.shared();
  private static SourceDatabase source;
  private static Sql superuser;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    source = new SourceDatabase();
    superuser = source.superuser();
  }

  @AfterAll
  static void stop() {
    superuser.close();
    source.close();
  }

  private static LinkedQueries queries() {
    return LinkedQueries.of(LinkedFixture.of(SERVICE.tenants()), source.readerUri());
  }

  /** A table of the source with these rows. */
  private static void table(String name, String columns, String... rows) {
    superuser.run(
        "drop table if exists %1$s; create table %1$s (%2$s); grant select on %1$s to reader;"
            .formatted(name, columns));
    if (rows.length > 0) {
      superuser.run("insert into %s values %s".formatted(name, String.join(", ", rows)));
    }
  }

  private static String shop(String name) {
    return "'" + name + ".platform.example'";
  }

  private static String changes(JsonNode run) {
    JsonNode changes = run.path("changes");
    return "%s customers, %s set, %s changed, %s unset, %s unchanged"
        .formatted(
            changes.path("customers"),
            changes.path("set"),
            changes.path("changed"),
            changes.path("unset"),
            changes.path("unchanged"));
  }

  private static String values(LinkedQueries queries, String field) {
    return SERVICE
        .sql()
        .text(
            """
            select coalesce(string_agg(split_part(c.domain, '.', 1) || '='
              || coalesce(v.text_value, v.long_value, v.number_value::text, v.boolean_value::text),
              ' ' order by c.domain), '')
            from custom_fields f join custom_field_values v
              on v.workspace_id = f.workspace_id and v.field_id = f.id
            join customers c on c.id = v.customer_id
            where f.workspace_id = ? and f.name = ?
            """,
            Long.parseLong(queries.fixture().app().workspaceId()),
            field);
  }

  private static long workspaceId(LinkedQueries queries) {
    return Long.parseLong(queries.fixture().app().workspaceId());
  }

  /** Changes with every version of a row that is written. */
  private static String versions(LinkedQueries queries) {
    return SERVICE
        .sql()
        .text(
            """
            select md5(string_agg(ctid::text || xmin::text, ',' order by ctid))
            from custom_field_values where workspace_id = ?
            """,
            workspaceId(queries));
  }

  @ConcurrentTest
  void aRunFillsFieldsOfEachScopeAndTheNextOneWritesNothing() {
    table(
        "plans",
        "shop text, plan text, seats numeric, trial boolean, data jsonb",
        "(' ONE.platform.example', 'pro', 5.50, true, '{\"a\": [1, 2]}')",
        "(" + shop("two") + ", repeat('long ', 50), 1e3, false, '{}')",
        "(" + shop("three") + ", null, null, null, null)");
    LinkedQueries queries = queries();
    queries.identify("one", "two", "three");
    String query =
        queries.created(
            LinkedQueries.body(
                "plans",
                "select * from plans order by shop",
                "shop",
                "plan:plan:text:app",
                "seats:seats:number:customers",
                "trial:trial:boolean:all-apps",
                "data:data:json:customers"));
    JsonNode shown = queries.query(query);
    assertEquals("active", shown.path("status").asText());
    assertTrue(shown.path("lastRun").isNull(), shown::toString);
    JsonNode first = queries.run(query);
    assertEquals("applied", first.path("status").asText(), first::toString);
    assertEquals("2 customers, 8 set, 0 changed, 0 unset, 1 unchanged", changes(first));
    assertEquals("one=5.50 two=1000", values(queries, "seats"));
    assertEquals("one=true two=false", values(queries, "trial"));
    assertEquals("one={\"a\":[1,2]} two={}", values(queries, "data"));
    assertEquals(first, queries.query(query).path("lastRun"));
    String before = versions(queries);
    JsonNode second = queries.run(query);
    assertEquals("0 customers, 0 set, 0 changed, 0 unset, 3 unchanged", changes(second));
    assertEquals("applied", second.path("status").asText());
    assertEquals(before, versions(queries));
    superuser.run("update plans set seats = 5.5, data = '{\"a\":[1,2.0]}' where plan = 'pro'");
    assertEquals(
        "0 customers, 0 set, 0 changed, 0 unset, 3 unchanged", changes(queries.run(query)));
    superuser.run("update plans set seats = 6, trial = null where plan = 'pro'");
    JsonNode third = queries.run(query);
    assertEquals("1 customers, 0 set, 1 changed, 1 unset, 2 unchanged", changes(third));
    assertEquals(List.of("one seats 5.50 6", "one trial true null"), queries.changes(third));
    assertEquals(4, queries.get("/linked-queries/" + query + "/runs").path("runs").size());
    assertEquals(
        0,
        SERVICE
            .sql()
            .number(
                "select count(*) from linked_run_rows where workspace_id = ?",
                workspaceId(queries)),
        "staged rows are deleted");
  }

  @ConcurrentTest
  void aValueThatWasChangedByOtherMeansIsPutRight() {
    table("fixed", "shop text, plan text", "(" + shop("one") + ", 'pro')");
    LinkedQueries queries = queries();
    queries.identify("one");
    String query =
        queries.created(
            LinkedQueries.body("fixed", "select * from fixed", "shop", "plan:fixed:text:app"));
    queries.run(query);
    SERVICE
        .sql()
        .run(
            "update custom_field_values v set text_value = 'other' from customers c where c.id = v.customer_id"
                + " and c.workspace_id = "
                + queries.fixture().app().workspaceId());
    assertEquals(
        "1 customers, 0 set, 1 changed, 0 unset, 0 unchanged", changes(queries.run(query)));
    assertEquals("one=pro", values(queries, "fixed"));
  }

  @ConcurrentTest
  void badRowsAreNamedAndCostNoOtherRow() {
    table(
        "mixed",
        "n int, shop text, plan text, seats float8",
        "(1, " + shop("one") + ", 'pro', 1)",
        "(2, null, 'pro', 1)",
        "(3, '=not a domain', 'pro', 1)",
        "(4, " + shop("unknown") + ", 'pro', 1)",
        "(5, " + shop("two") + ", 'a', 1)",
        "(6, 'TWO.platform.example', 'b', 1)",
        "(7, " + shop("three") + ", repeat('x', 20001), 1)",
        "(8, " + shop("four") + ", 'pro', 'NaN')",
        "(9, " + shop("absent") + ", 'a', 1)",
        "(10, " + shop("absent") + ", 'b', 1)");
    LinkedQueries queries = queries();
    queries.identify("one", "two", "three", "four");
    String query =
        queries.created(
            LinkedQueries.body(
                "mixed",
                "select * from mixed order by n",
                "shop",
                "plan:bad_plan:text:app",
                "seats:bad_seats:number:app"));
    JsonNode run = queries.run(query);
    assertEquals("applied", run.path("status").asText(), run::toString);
    assertEquals(10, run.path("rows").asInt());
    assertEquals(
        json(
            "{\"bad_key\":1,\"duplicate_key\":4,\"not_finite\":1,\"null_key\":1,\"too_long\":1,\"unknown_customer\":1}"),
        run.path("badRows"));
    assertEquals("1 customers, 2 set, 0 changed, 0 unset, 0 unchanged", changes(run));
    assertEquals("one=pro", values(queries, "bad_plan"));
    List<String> rows = new ArrayList<>();
    String path = "/linked-runs/" + run.path("id").asText() + "/bad-rows";
    queries
        .get(path)
        .path("badRows")
        .forEach(
            row ->
                rows.add(
                    "%s %s %s %s"
                        .formatted(
                            row.path("row"),
                            row.path("key"),
                            row.path("column"),
                            row.path("code").asText())));
    assertEquals(
        List.of(
            "2 null null null_key",
            "3 \"=not a domain\" null bad_key",
            "4 \"unknown.platform.example\" null unknown_customer",
            "5 \"two.platform.example\" null duplicate_key",
            "6 \"TWO.platform.example\" null duplicate_key",
            "7 \"three.platform.example\" \"plan\" too_long",
            "8 \"four.platform.example\" \"seats\" not_finite",
            "9 \"absent.platform.example\" null duplicate_key",
            "10 \"absent.platform.example\" null duplicate_key"),
        rows);
    Response csv = queries.fixture().tenants().console().get("/console/api" + path + "?format=csv");
    assertTrue(csv.body().contains("3,'=not a domain,,bad_key,"), csv::body);
  }

  @ConcurrentTest
  void customersThatNoRowNamesAnyMoreAreCountedOnceAndKeptOrUnset() {
    table(
        "leaving",
        "shop text, plan text",
        "(" + shop("one") + ", 'a')",
        "(" + shop("two") + ", 'b')",
        "(" + shop("three") + ", 'c')");
    LinkedQueries queries = queries();
    queries.identify("one", "two", "three");
    String query =
        queries.created(
            LinkedQueries.body("leaving", "select * from leaving", "shop", "plan:left:text:app"));
    queries.run(query);
    superuser.run("delete from leaving where plan = 'c'");
    assertEquals(1, queries.run(query).path("removedRows").asInt());
    assertEquals("one=a three=c two=b", values(queries, "left"));
    assertEquals(0, queries.run(query).path("removedRows").asInt());
    assertEquals(200, queries.change(query, "{\"removed\":\"unset\"}").status());
    superuser.run("update leaving set plan = repeat('x', 20001) where plan = 'b'");
    JsonNode bad = queries.run(query);
    assertEquals(0, bad.path("removedRows").asInt(), "a bad row names its customer too");
    superuser.run("delete from leaving where shop like 'two%'");
    JsonNode run = queries.run(query);
    assertEquals(1, run.path("removedRows").asInt());
    assertEquals("1 customers, 0 set, 0 changed, 1 unset, 1 unchanged", changes(run));
    assertEquals("one=a three=c", values(queries, "left"));
  }

  @ConcurrentTest
  void theGuardHoldsARunUntilItIsApprovedRejectedOrReplaced() {
    table("held", "shop text, plan text");
    superuser.run(
        "insert into held select 's' || n || '.platform.example', 'a' from generate_series(1, 4) n");
    LinkedQueries queries = queries();
    queries.identify("s1", "s2", "s3", "s4");
    ObjectNode body =
        LinkedQueries.body("held", "select * from held", "shop", "plan:guarded:text:app");
    body.putObject("guard").put("percent", 50).put("atLeast", 1);
    String query = queries.created(body);
    assertEquals("applied", queries.run(query).path("status").asText());
    superuser.run("update held set plan = 'b' where shop < 's3'");
    JsonNode allowed = queries.run(query);
    assertEquals("applied", allowed.path("status").asText(), allowed::toString);
    assertEquals(
        "{\"affected\":2,\"base\":4,\"percent\":50,\"limit\":2}", allowed.path("guard").toString());
    superuser.run("update held set plan = null");
    JsonNode held = queries.run(query);
    assertEquals("held", held.path("status").asText(), held::toString);
    assertEquals(4, queries.changes(held).size());
    assertEquals("s1 guarded \"b\" null", queries.changes(held).get(0));
    assertEquals(
        ((ObjectNode) held.deepCopy()).without("touches"), queries.query(query).path("heldRun"));
    assertEquals("s1=b s2=b s3=a s4=a", values(queries, "guarded"));
    JsonNode next = queries.run(query);
    assertEquals("held", next.path("status").asText());
    String old = "/linked-runs/" + held.path("id").asText();
    assertEquals("superseded", queries.show(held.path("id").asText()).path("status").asText());
    assertEquals("not_held", queries.post(old + "/approve", "").json().path("code").asText());
    String run = "/linked-runs/" + next.path("id").asText();
    SERVICE
        .sql()
        .run(
            "update custom_field_values v set text_value = 'z' from customers c where c.id = v.customer_id"
                + " and c.domain = 's3.platform.example' and c.workspace_id = "
                + queries.fixture().app().workspaceId());
    Response stale = queries.post(run + "/approve", "");
    assertEquals(409, stale.status());
    assertEquals("values_changed", stale.json().path("code").asText());
    assertTrue(stale.body().contains("guarded of s3.platform.example"), stale::body);
    Response rejected = queries.post(run + "/reject", "");
    assertEquals("rejected", rejected.json().at("/run/status").asText(), rejected::body);
    assertEquals(409, queries.post(run + "/reject", "").status());
    JsonNode last = queries.run(query);
    assertEquals("held", last.path("status").asText());
    JsonNode applied =
        queries.awaited(queries.post("/linked-runs/" + last.path("id").asText() + "/approve", ""));
    assertEquals("applied", applied.path("status").asText(), applied::toString);
    assertEquals("", values(queries, "guarded"));
    assertTrue(queries.query(query).path("heldRun").isNull());
  }

  @ConcurrentTest
  void ofDecisionsAtOnceOneWinsAndACustomerThatIsGoneIsLeftOut() throws Exception {
    table("raced", "shop text, plan text");
    LinkedQueries queries = queries();
    queries.identify("s1", "s2", "s3");
    superuser.run(
        "insert into raced select 's' || n || '.platform.example', 'v0' from generate_series(1, 3) n");
    ObjectNode body =
        LinkedQueries.body("raced", "select * from raced", "shop", "plan:raced:text:app");
    body.putObject("guard").put("percent", 0).put("atLeast", 0);
    String query = queries.created(body);
    queries.run(query);
    ExecutorService clients = Executors.newFixedThreadPool(4);
    for (int i = 1; i <= 4; i++) {
      // After a rollback no customer has a value that a run could change.
      queries.run(query);
      superuser.run("update raced set plan = 'v" + i + "'");
      JsonNode held = queries.run(query);
      assertEquals("held", held.path("status").asText(), held::toString);
      String run = "/linked-runs/" + held.path("id").asText();
      List<Callable<Response>> calls =
          List.of(
              () -> queries.post(run + "/approve", ""),
              () -> queries.post(run + "/reject", ""),
              () -> queries.post("/linked-queries/" + query + "/rollback", ""),
              () -> queries.post("/linked-queries/" + query + "/run", ""));
      List<Integer> statuses = new ArrayList<>();
      for (Future<Response> response : clients.invokeAll(calls)) {
        statuses.add(response.get().status());
      }
      assertTrue(Set.of(200, 409).containsAll(statuses), statuses::toString);
      JsonNode ended = queries.awaited(held.path("id").asText());
      String expected =
          statuses.get(0) == 200 ? "applied" : statuses.get(1) == 200 ? "rejected" : "superseded";
      assertEquals(expected, ended.path("status").asText(), statuses::toString);
      assertFalse(statuses.get(0) == 200 && statuses.get(1) == 200, statuses::toString);
      assertTrue(statuses.contains(200), statuses::toString);
      Poll.until(
          Duration.ofSeconds(30),
          () -> "nothing is under way",
          () -> !UNDER_WAY.contains(queries.query(query).at("/lastRun/status").asText()));
    }
    clients.shutdown();
    queries.run(query);
    superuser.run("update raced set plan = 'last'");
    JsonNode held = queries.run(query);
    assertEquals("held", held.path("status").asText(), held::toString);
    SERVICE
        .sql()
        .run(
            """
            with gone as (
              delete from customers where domain = 's2.platform.example' and workspace_id = %s
              returning id)
            delete from custom_field_values v using gone where v.customer_id = gone.id
            """
                .formatted(queries.fixture().app().workspaceId()));
    JsonNode applied =
        queries.awaited(queries.post("/linked-runs/" + held.path("id").asText() + "/approve", ""));
    assertEquals("applied", applied.path("status").asText(), applied::toString);
    assertEquals("s1=last s3=last", values(queries, "raced"));
  }

  @ConcurrentTest
  void aRunWhoseProcessIsGoneHasFailedSoon() {
    table("orphaned", "shop text, plan text", "(" + shop("one") + ", 'a')");
    LinkedQueries queries = queries();
    queries.identify("one");
    String query =
        queries.created(
            LinkedQueries.body("orphaned", "select * from orphaned", "shop", "plan:lost:text:app"));
    String run = queries.run(query).path("id").asText();
    SERVICE
        .sql()
        .run(
            """
            update linked_runs set status = 'reading', finished_at = null, owner = gen_random_uuid(),
              beat_at = now() - interval '1 minute'
            where id = %s
            """
                .formatted(run));
    JsonNode ended = queries.awaited(run);
    assertEquals("interrupted", ended.at("/error/code").asText(), ended::toString);
    assertEquals("applied", queries.run(query).path("status").asText());
  }

  @ConcurrentTest
  void aRollbackPutsValuesBackAndPausesTheQuery() {
    table("history", "shop text, plan text, n int", "(" + shop("one") + ", 'a', 1)");
    LinkedQueries queries = queries();
    queries.identify("one", "two");
    ObjectNode body =
        LinkedQueries.body(
            "history",
            "select * from history",
            "shop",
            "plan:past:text:app",
            "n:past_n:number:app");
    body.put("removed", "unset").putObject("guard").put("percent", 100);
    String query = queries.created(body);
    assertEquals(
        "nothing_to_roll_back",
        queries.post("/linked-queries/" + query + "/rollback", "").json().path("code").asText());
    String first = queries.run(query).path("id").asText();
    superuser.run(
        "update history set plan = 'b'; insert into history values (" + shop("two") + ", 'x', 9)");
    queries.run(query);
    superuser.run("update history set n = 2 where plan = 'b'; delete from history where n = 9");
    queries.run(query);
    assertEquals("one=b", values(queries, "past"));
    assertEquals("one=2", values(queries, "past_n"));
    JsonNode last = queries.awaited(queries.post("/linked-queries/" + query + "/rollback", "{}"));
    assertEquals("applied", last.path("status").asText(), last::toString);
    assertEquals("rollback", last.path("kind").asText());
    assertEquals("one=b two=x", values(queries, "past"));
    assertEquals("one=1 two=9", values(queries, "past_n"));
    assertEquals("paused", queries.query(query).path("status").asText());
    JsonNode back =
        queries.awaited(
            queries.post(
                "/linked-queries/" + query + "/rollback", "{\"toRunId\":\"" + first + "\"}"));
    assertEquals("2 customers, 0 set, 1 changed, 2 unset, 0 unchanged", changes(back));
    assertEquals("one=a", values(queries, "past"));
    assertEquals("one=1", values(queries, "past_n"));
    JsonNode again = queries.run(query);
    assertEquals("one=b", values(queries, "past"), "the next run brings the source's state");
    assertEquals("one=2", values(queries, "past_n"));
    assertEquals(0, again.path("removedRows").asInt());
    assertEquals(
        409,
        queries
            .post("/linked-queries/" + query + "/rollback", "{\"toRunId\":\"999999\"}")
            .status());
  }

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
  void aRunThatTheDatabaseEndsFailsWithItsWordsAndChangesNothing() {
    table("broken", "shop text, plan text", "(" + shop("one") + ", 'a')");
    LinkedQueries queries = queries();
    queries.identify("one");
    String query =
        queries.created(
            LinkedQueries.body("broken", "select * from broken", "shop", "plan:broke:text:app"));
    queries.run(query);
    superuser.run("alter table broken rename plan to tariff");
    JsonNode run = queries.run(query);
    assertEquals("failed", run.path("status").asText());
    assertEquals("unknown_column", run.at("/error/code").asText(), run::toString);
    superuser.run("drop table broken");
    JsonNode gone = queries.run(query);
    assertEquals("refused_sql", gone.at("/error/code").asText(), gone::toString);
    assertTrue(gone.at("/error/message").asText().contains("does not exist"), gone::toString);
    assertEquals("one=a", values(queries, "broke"));
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

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
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
