package dev.shopwire.app.linked;

import static dev.shopwire.app.linked.LinkedTables.SERVICE;
import static dev.shopwire.app.linked.LinkedTables.SUPERUSER;
import static dev.shopwire.app.linked.LinkedTables.changes;
import static dev.shopwire.app.linked.LinkedTables.queries;
import static dev.shopwire.app.linked.LinkedTables.shop;
import static dev.shopwire.app.linked.LinkedTables.table;
import static dev.shopwire.app.linked.LinkedTables.values;
import static dev.shopwire.app.linked.LinkedTables.workspaceId;
import static dev.shopwire.app.support.RecordingEndpoint.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Runs of linked queries: what they fill, and what they leave out. In the cluster, the console,
 * what reads the source and what writes the values are processes of their own.
 */
@Tag("everywhere")
class LinkedRunIT {
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
    SUPERUSER.run("update plans set seats = 5.5, data = '{\"a\":[1,2.0]}' where plan = 'pro'");
    assertEquals(
        "0 customers, 0 set, 0 changed, 0 unset, 3 unchanged", changes(queries.run(query)));
    SUPERUSER.run("update plans set seats = 6, trial = null where plan = 'pro'");
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
    SUPERUSER.run("delete from leaving where plan = 'c'");
    assertEquals(1, queries.run(query).path("removedRows").asInt());
    assertEquals("one=a three=c two=b", values(queries, "left"));
    assertEquals(0, queries.run(query).path("removedRows").asInt());
    assertEquals(200, queries.change(query, "{\"removed\":\"unset\"}").status());
    SUPERUSER.run("update leaving set plan = repeat('x', 20001) where plan = 'b'");
    JsonNode bad = queries.run(query);
    assertEquals(0, bad.path("removedRows").asInt(), "a bad row names its customer too");
    SUPERUSER.run("delete from leaving where shop like 'two%'");
    JsonNode run = queries.run(query);
    assertEquals(1, run.path("removedRows").asInt());
    assertEquals("1 customers, 0 set, 0 changed, 1 unset, 1 unchanged", changes(run));
    assertEquals("one=a three=c", values(queries, "left"));
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
  void aRunThatTheDatabaseEndsFailsWithItsWordsAndChangesNothing() {
    table("broken", "shop text, plan text", "(" + shop("one") + ", 'a')");
    LinkedQueries queries = queries();
    queries.identify("one");
    String query =
        queries.created(
            LinkedQueries.body("broken", "select * from broken", "shop", "plan:broke:text:app"));
    queries.run(query);
    SUPERUSER.run("alter table broken rename plan to tariff");
    JsonNode run = queries.run(query);
    assertEquals("failed", run.path("status").asText());
    assertEquals("unknown_column", run.at("/error/code").asText(), run::toString);
    SUPERUSER.run("drop table broken");
    JsonNode gone = queries.run(query);
    assertEquals("refused_sql", gone.at("/error/code").asText(), gone::toString);
    assertTrue(gone.at("/error/message").asText().contains("does not exist"), gone::toString);
    assertEquals("one=a", values(queries, "broke"));
  }
}
