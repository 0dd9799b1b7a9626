package dev.shopwire.app.linked;

import static dev.shopwire.app.linked.LinkedTables.SERVICE;
import static dev.shopwire.app.linked.LinkedTables.SUPERUSER;
import static dev.shopwire.app.linked.LinkedTables.changes;
import static dev.shopwire.app.linked.LinkedTables.queries;
import static dev.shopwire.app.linked.LinkedTables.shop;
import static dev.shopwire.app.linked.LinkedTables.table;
import static dev.shopwire.app.linked.LinkedTables.values;
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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;

/** Runs that are held, approved, rejected and rolled back. */
@Tag("everywhere")
class LinkedDecisionsIT {
  private static final Set<String> UNDER_WAY = Set.of("reading", "applying");

  @ConcurrentTest
  void theGuardHoldsARunUntilItIsApprovedRejectedOrReplaced() {
    table("held", "shop text, plan text");
    SUPERUSER.run(
        "insert into held select 's' || n || '.platform.example', 'a' from generate_series(1, 4) n");
    LinkedQueries queries = queries();
    queries.identify("s1", "s2", "s3", "s4");
    ObjectNode body =
        LinkedQueries.body("held", "select * from held", "shop", "plan:guarded:text:app");
    body.putObject("guard").put("percent", 50).put("atLeast", 1);
    String query = queries.created(body);
    assertEquals("applied", queries.run(query).path("status").asText());
    SUPERUSER.run("update held set plan = 'b' where shop < 's3'");
    JsonNode allowed = queries.run(query);
    assertEquals("applied", allowed.path("status").asText(), allowed::toString);
    assertEquals(
        "{\"affected\":2,\"base\":4,\"percent\":50,\"limit\":2}", allowed.path("guard").toString());
    SUPERUSER.run("update held set plan = null");
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
    SUPERUSER.run(
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
      SUPERUSER.run("update raced set plan = 'v" + i + "'");
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
    SUPERUSER.run("update raced set plan = 'last'");
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
    SUPERUSER.run(
        "update history set plan = 'b'; insert into history values (" + shop("two") + ", 'x', 9)");
    queries.run(query);
    SUPERUSER.run("update history set n = 2 where plan = 'b'; delete from history where n = 9");
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
}
