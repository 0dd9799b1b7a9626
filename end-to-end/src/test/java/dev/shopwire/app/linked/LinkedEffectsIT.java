package dev.shopwire.app.linked;

import static dev.shopwire.app.linked.FilledFields.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.flows.FlowWorkspace;
import dev.shopwire.app.flows.StartedRuns;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.segments.tracking.HeldLock;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests what segments and flows make of runs of linked queries. */
class LinkedEffectsIT {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final int CUSTOMERS = 2_500;
  private static final String ACME = "acme.example.com";
  private static final String BIRCH = "birch.example.com";
  private static final String STEP = "{\"id\":\"w\",\"type\":\"webhook\"}";

  private static OwnService service;
  private static SourceDatabase source;
  private static Sql superuser;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = OwnService.onTestStores(LinkedFixture.SETTINGS);
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
    return new FilledFields(service, source, superuser);
  }

  private static FlowWorkspace flows(FilledFields filled) {
    return new FlowWorkspace(new SegmentWorkspace(service.tenants(), filled.app()));
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

  @Test
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

  @Test
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

  @Test
  void flowsOfOthersStartWhileARunIsWrittenAndItsOwnOnceEachAlsoAfterAKill() {
    FilledFields filled = filled();
    service
        .sql()
        .run(
            """
            insert into customers (workspace_id, domain)
            select %d, 's' || i || '.example.com' from generate_series(1, %d) i
            """
                .formatted(filled.workspace(), CUSTOMERS));
    filled.source(
        "insert into TABLE select 's' || i || '.example.com', 'old', 1 from generate_series(1, %d) i"
            .formatted(CUSTOMERS));
    String query = filled.query("Accounts", "changes");
    filled.apply(query);
    String own =
        published(flows(filled), onChange("tier", ",\"from\":\"old\",\"to\":\"new\""), STEP);
    SegmentWorkspace other = new SegmentWorkspace(service.tenants());
    other.push(ACME, "{\"plan\":\"0\"}");
    FlowWorkspace others = new FlowWorkspace(other);
    String flow = published(others, onChange("plan", ""), STEP);
    filled.source("update TABLE set tier = 'new'");
    String run;
    try (HeldLock held = lockOfLastValues(filled)) {
      run = filled.begin(query);
      // The writer gives up after some seconds and tries again; one of its attempts is long enough.
      Poll.until(
          TIME, () -> "a flow starts while the run is written", () -> startsMeanwhile(other, flow));
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
