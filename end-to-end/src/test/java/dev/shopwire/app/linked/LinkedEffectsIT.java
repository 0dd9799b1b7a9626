package dev.shopwire.app.linked;

import static dev.shopwire.app.linked.FilledFields.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.flows.FlowWorkspace;
import dev.shopwire.app.flows.StartedRuns;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests what segments and flows make of runs of linked queries. */
class LinkedEffectsIT {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final int CUSTOMERS = 2_500;
  private static final String ACME = "acme.example.com";
  private static final String BIRCH = "birch.example.com";
  private static final String STEP = "{\"id\":\"w\",\"type\":\"webhook\"}";

  /** The lock of the process, which one test kills. */
  private static final String PROCESS = "LinkedEffectsIT.process";

  private static OwnService service;
  private static SourceDatabase source;
  private static Sql superuser;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service =
        OwnService.onTestStores(
            Map.of(
                "SHOPWIRE_SOURCES_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_LIMITS_FIELDS_CUSTOMER_BYTES",
                "2000",
                "SHOPWIRE_SOURCES_LINKED_KEPT_MIB",
                "1"));
    source = new SourceDatabase();
    superuser = source.superuser();
  }

  @AfterAll
  static void stop() {
    superuser.close();
    service.close();
    source.close();
  }

  private static FilledFields filled() {
    return new FilledFields(service::tenantsWithRetries, source, superuser);
  }

  /** A workspace with this many customers, each of which has a row. */
  private static FilledFields filled(int customers) {
    FilledFields filled = filled();
    service
        .sql()
        .run(
            """
            insert into customers (workspace_id, domain)
            select %d, 's' || i || '.example.com' from generate_series(1, %d) i
            """
                .formatted(filled.workspace(), customers));
    filled.source(
        "insert into TABLE select 's' || i || '.example.com', 'old', 1 from generate_series(1, %d) i"
            .formatted(customers));
    return filled;
  }

  private static FlowWorkspace flows(FilledFields filled) {
    return new FlowWorkspace(new SegmentWorkspace(service.tenantsWithRetries(), filled.app()));
  }

  private static String published(FlowWorkspace workspace, String trigger, String... steps) {
    return workspace.published(
        FlowWorkspace.definition(trigger, steps)
            .set("entry", SegmentWorkspace.json("{\"frequency\":\"always\"}")));
  }

  private static String onChange(String field, String more) {
    return "{\"type\":\"field_changed\",\"field\":\"%s\"%s}".formatted(field, more);
  }

  /** When the transaction began that writes a run, and waits for a lock; empty if none does. */
  private static String waitingWriter() {
    return service
        .sql()
        .text(
            """
            select coalesce(max(xact_start::text), '') from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%write_linked_values%'
            """);
  }

  private static HeldLock lockOfLastValues(FilledFields filled) {
    return HeldLock.of(
        service.postgresUri(),
        """
        select from custom_field_values where workspace_id = %1$d and customer_id = (
          select max(customer_id) from custom_field_values where workspace_id = %1$d) for update
        """
            .formatted(filled.workspace()));
  }

  private static void change(FilledFields filled, String query, String body) {
    ok(filled.console().patch("/console/api/linked-queries/" + query, body));
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void segmentsAndFlowsFollowARunUnlessItAnnouncesNothing() {
    FilledFields filled = filled();
    filled.push(ACME, "{}");
    filled.push(BIRCH, "{}");
    filled.source(
        "insert into TABLE values ('acme.example.com', 'gold', 3), ('birch.example.com', 'tin', 1)");
    String query = filled.query("Accounts", "changes");
    FlowWorkspace workspace = flows(filled);
    StartedRuns started = new StartedRuns(workspace, service.sql());
    String segment = workspace.segments.savedId("Gold", "cf:tier = \"gold\"");
    String onSegment = "{\"type\":\"segment_%s\",\"segment\":\"" + segment + "\"}";
    String entered = published(workspace, onSegment.formatted("entered"), STEP);
    String exited = published(workspace, onSegment.formatted("exited"), STEP);
    String fromGold = published(workspace, onChange("tier", ",\"from\":\"gold\""), STEP);
    String orders = published(workspace, onChange("orders", ",\"to\":4"), STEP);
    filled.apply(query);
    started.assertCount(0, entered);
    assertEquals("chain_too_long 1", started.refusals(entered));
    filled.source(
        "update TABLE set orders = 4, tier = case tier when 'gold' then 'tin' else 'gold' end");
    filled.apply(query);
    started.assertCount(2, orders);
    started.assertCount(1, entered);
    started.assertCount(1, exited);
    started.assertCount(1, fromGold);
    change(filled, query, "{\"announce\":\"none\"}");
    filled.source(
        "update TABLE set orders = 4.5, tier = case tier when 'gold' then 'tin' else 'gold' end");
    filled.apply(query);
    filled.source("update TABLE set orders = 4");
    filled.apply(query);
    started.assertCount(2, orders);
    started.assertCount(1, entered);
    started.assertCount(1, exited);
    started.assertCount(1, fromGold);
    assertEquals("gold", filled.values(ACME).path("tier").asText());
    assertEquals("chain_too_long 2", started.refusals(entered));
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void aFlowThatSetsALinkedFieldIsRefused() {
    FilledFields filled = filled();
    filled.push(ACME, "{\"color\":\"red\"}");
    filled.source("insert into TABLE values ('acme.example.com', 'gold', 3)");
    filled.apply(filled.query("Accounts", "changes"));
    FlowWorkspace workspace = flows(filled);
    String flow =
        published(
            workspace,
            onChange("color", ""),
            "{\"id\":\"s\",\"type\":\"set_field\",\"field\":\"tier\",\"app\":\"%s\",\"value\":\"x\"}"
                .formatted(workspace.segments.slug(filled.app())));
    filled.push(ACME, "{\"color\":\"blue\"}");
    new StartedRuns(workspace, service.sql()).assertCount(1, flow);
    Poll.until(
        TIME, () -> "the step is refused: " + steps(flow), () -> steps(flow).equals("refused"));
    assertEquals("gold", filled.values(ACME).path("tier").asText());
  }

  private static String steps(String flow) {
    return service
        .sql()
        .text(
            """
            select coalesce(string_agg(s.outcome, ', '), '') from flow_run_steps s
            join flow_runs r on r.workspace_id = s.workspace_id and r.id = s.run_id
            where r.flow_id = ?
            """,
            Long.parseLong(flow));
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void aRowThatMakesTheFieldsOfACustomerHoldTooMuchIsBad() {
    FilledFields filled = filled();
    String half = "x".repeat(1_000);
    filled.push(ACME, "{\"color\":\"" + half + "\"}");
    filled.push(BIRCH, "{\"color\":\"red\"}");
    filled.source(
        "insert into TABLE values ('acme.example.com', repeat('y', 1000), 7), ('birch.example.com', repeat('y', 1000), 7)");
    String query = filled.query("Accounts", "changes");
    JsonNode run = filled.apply(query);
    assertEquals("{\"too_long\":1}", run.path("badRows").toString());
    JsonNode bad =
        ok(filled
                .console()
                .get("/console/api/linked-runs/" + run.path("id").asText() + "/bad-rows"))
            .at("/badRows/0");
    assertEquals(ACME, bad.path("key").asText());
    assertEquals(
        "the customer's fields may hold 2000 bytes together", bad.path("message").asText());
    assertEquals("{\"color\":\"" + half + "\"}", filled.values(ACME).toString());
    assertEquals(7, filled.values(BIRCH).path("orders").asInt());
    filled.source("update TABLE set tier = repeat('y', 999)");
    assertEquals("{}", filled.apply(query).path("badRows").toString());
    assertEquals(7, filled.values(ACME).path("orders").asInt());
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void theOldestDifferencesAreDroppedIfThoseOfTheWorkspaceAreTooLarge() {
    FilledFields filled = filled(600);
    String query = filled.query("Accounts", "none");
    filled.source("update TABLE set tier = repeat('a', 760)");
    String first = filled.apply(query).path("id").asText();
    filled.source("update TABLE set orders = orders + 1");
    String second = filled.apply(query).path("id").asText();
    Poll.until(TIME, () -> "both are kept", () -> kept(filled).equals(first + " " + second));
    filled.source("update TABLE set tier = repeat('b', 760)");
    String third = filled.apply(query).path("id").asText();
    Poll.until(TIME, () -> "one is kept: " + kept(filled), () -> kept(filled).equals(third));
    Response refused = rollBack(filled, query, "{\"toRunId\":\"" + first + "\"}");
    assertEquals(409, refused.status(), refused::body);
    assertEquals("nothing_to_roll_back", refused.json().path("code").asText());
    assertTrue(refused.json().path("detail").asText().contains("dropped"), refused::body);
    JsonNode back = ok(rollBack(filled, query, "{\"toRunId\":\"" + second + "\"}")).path("run");
    filled.awaitApplied(back.path("id").asText());
    assertEquals(
        600,
        service
            .sql()
            .number(
                "select count(*) from custom_field_values where workspace_id = ? and long_value like 'aaa%'",
                filled.workspace()));
  }

  private static Response rollBack(FilledFields filled, String query, String body) {
    return filled.console().post("/console/api/linked-queries/" + query + "/rollback", body);
  }

  /** The runs of the workspace that can be rolled back. */
  private static String kept(FilledFields filled) {
    return service
        .sql()
        .text(
            """
            select coalesce(string_agg(r.id::text, ' ' order by r.id), '') from linked_runs r
            where workspace_id = ? and exists (
              select from linked_run_changes c where c.workspace_id = r.workspace_id and c.run_id = r.id)
            """,
            filled.workspace());
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void aHeldRunNamesTheSegmentsAndFlowsThatUseItsFields() {
    FilledFields filled = filled();
    filled.push(ACME, "{\"color\":\"red\"}");
    filled.source("insert into TABLE values ('acme.example.com', 'gold', 3)");
    String query = filled.query("Accounts", "changes");
    filled.apply(query);
    FlowWorkspace workspace = flows(filled);
    String gold = workspace.segments.savedId("Gold", "cf:tier = \"gold\"");
    String nested = workspace.segments.savedId("Nested", "segment:Gold and cf:color = \"red\"");
    workspace.segments.savedId("Other", "cf:color = \"red\"");
    String set =
        "{\"id\":\"s\",\"type\":\"set_field\",\"field\":\"tier\",\"app\":\"%s\",\"value\":\"x\"}"
            .formatted(workspace.segments.slug(filled.app()));
    String trigger = published(workspace, onChange("orders", ""), STEP);
    String condition =
        published(
            workspace,
            onChange("color", ""),
            "{\"id\":\"f\",\"type\":\"filter\",\"condition\":\"segment:Nested\"}");
    published(workspace, onChange("color", ""), set);
    change(filled, query, "{\"guard\":{\"percent\":0,\"atLeast\":0}}");
    filled.source("update TABLE set tier = 'tin'");
    String run = filled.begin(query);
    Poll.until(
        TIME,
        () -> "the run is held: " + filled.run(run),
        () -> status(filled, run).equals("held"));
    JsonNode touches = filled.run(run).path("touches");
    assertEquals(List.of(gold, nested), ids(touches.path("segments")), touches::toString);
    assertEquals(Set.of(trigger, condition), Set.copyOf(ids(touches.path("flows"))));
    ok(filled.console().post("/console/api/linked-runs/" + run + "/reject", ""));
    assertTrue(filled.run(run).path("touches").isMissingNode());
  }

  private static String status(FilledFields filled, String run) {
    return filled.run(run).path("status").asText();
  }

  private static List<String> ids(JsonNode named) {
    return named.valueStream().map(each -> each.path("id").asText()).toList();
  }

  @ConcurrentTest
  @ResourceLock(PROCESS)
  void flowsOfOthersStartWhileARunIsWrittenAndItsOwnOnceEachAlsoAfterAKill() {
    FilledFields filled = filled(CUSTOMERS);
    String query = filled.query("Accounts", "changes");
    filled.apply(query);
    String own =
        published(flows(filled), onChange("tier", ",\"from\":\"old\",\"to\":\"new\""), STEP);
    SegmentWorkspace other = new SegmentWorkspace(service.tenantsWithRetries());
    other.push(ACME, "{\"plan\":\"0\"}");
    FlowWorkspace others = new FlowWorkspace(other);
    String flow = published(others, onChange("plan", ""), STEP);
    filled.source("update TABLE set tier = 'new'");
    String run;
    HeldLock held = lockOfLastValues(filled);
    try {
      run = filled.begin(query);
      // The writer gives up after some seconds and tries again; one of its attempts is long enough.
      Poll.until(
          TIME, () -> "a flow starts while the run is written", () -> startsMeanwhile(other, flow));
    } finally {
      held.close();
    }
    filled.awaitApplied(run);
    Poll.until(TIME, () -> "the first runs of the flow", () -> entered(own) > 0);
    service.process().kill();
    service.startAgain();
    new StartedRuns(flows(filled), service.sql()).assertCount(CUSTOMERS, own);
    assertEquals(
        CUSTOMERS,
        service
            .sql()
            .number(
                "select count(distinct customer_id) from flow_runs where flow_id = ?",
                Long.parseLong(own)));
  }

  private static boolean startsMeanwhile(SegmentWorkspace other, String flow) {
    String writer = waitingWriter();
    if (writer.isEmpty()) {
      return false;
    }
    long before = entered(flow);
    other.push(ACME, "{\"plan\":\"%d\"}".formatted(System.nanoTime()));
    Poll.until(TIME, () -> "a run of the flow", () -> entered(flow) > before);
    return waitingWriter().equals(writer);
  }

  private static long entered(String flow) {
    return service
        .sql()
        .number("select count(*) from flow_runs where flow_id = ?", Long.parseLong(flow));
  }
}
