package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.webhook;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kills processes and PostgreSQL while segments start runs, and compares the runs with the
 * transitions and members.
 */
@Tag("full")
class SegmentTriggerCrashIT {
  private static final String WORKER = "automation,enrichment";
  private static final int MEMBERS = RunSize.of("segmentTriggerCrash.members", 2_400, 20_000);
  private static final int SHOPS = 10;
  private static final int KILLS = 3;
  private static final int FLIPS = RunSize.of("segmentTriggerCrash.flips", 160, 2_000);
  private static final Duration TIME = Duration.ofMinutes(3);
  private static final String LEFT =
      """
      select (select count(*) from flow_causes) + (select count(*) from flow_member_entries)
        + (select count(*) from flow_schedules where next_at < now())
        + (select count(*) from segment_pending) + (select count(*) from segment_queue)
        + (select count(*) from segment_tracking where status = 'building' or behind)
      """;

  // Each transition after the publish has one run, and no run is without a transition.
  private static final String WRONG =
      """
      select count(*) from (
        select customer_id, count(*) as expected from segment_transitions
        where entered = (select v.kind = 'segment_entered' from (values (?)) v (kind))
        group by customer_id
      ) t
      full join (
        select customer_id, count(*) as actual from flow_runs where flow_id = ? group by customer_id
      ) r using (customer_id)
      where t.expected is distinct from r.actual
      """;

  private final OwnProcesses processes =
      new OwnProcesses("flows", "ingest,console,automation,enrichment", WORKER, WORKER);

  private String published(FlowWorkspace workspace, String type, String segment, String more) {
    return workspace.published(
        FlowWorkspace.definition(
                "{\"type\":\"%s\",\"segment\":\"%s\"%s}".formatted(type, segment, more),
                webhook("w"))
            .set("entry", SegmentWorkspace.json("{\"frequency\":\"always\"}")));
  }

  private long number(String sql, Object... parameters) {
    return processes.sql().number(sql, parameters);
  }

  private void awaitSettled() {
    Poll.until(TIME, () -> "nothing left, actual " + number(LEFT), () -> number(LEFT) == 0);
  }

  @Test
  void eachTransitionStartsOneRunWhateverIsKilled() {
    try (processes) {
      FlowWorkspace workspace = new FlowWorkspace(processes.tenants(0));
      workspace.segments.push("s0.example.com", "{\"plan\":\"free\"}");
      String segment = workspace.segments.savedId("Pro", "cf:plan = \"pro\"");
      String entered = published(workspace, "segment_entered", segment, "");
      String exited = published(workspace, "segment_exited", segment, "");
      for (int flip = 0; flip < FLIPS; flip++) {
        push(workspace, flip);
        if (flip % 80 == 40) {
          int victim = 1 + flip / 80 % 2;
          processes.kill(victim);
          processes.startAgain(victim);
        } else if (flip == FLIPS / 2) {
          // A process exits if PostgreSQL is down while it starts.
          processes.awaitReady();
          processes.killPostgres();
        }
      }
      processes.awaitReady();
      awaitSettled();
      long transitions = number("select count(*) from segment_transitions");
      assertTrue(transitions > SHOPS * 4, () -> transitions + " transitions");
      assertEquals(0, number(WRONG, "segment_entered", Long.parseLong(entered)));
      assertEquals(0, number(WRONG, "segment_exited", Long.parseLong(exited)));
    }
  }

  /** Until it is stored; the same values again change nothing. */
  private static void push(FlowWorkspace workspace, int flip) {
    String body =
        "{\"myplatformDomain\":\"s%d.example.com\",\"customFields\":{\"plan\":\"%s\"}}"
            .formatted(flip % SHOPS, flip / SHOPS % 2 == 0 ? "pro" : "free");
    Tenants.App app = workspace.segments.app();
    Poll.until(
        TIME,
        () -> "the push is stored",
        () -> app.api().post("/v1/identify", body).status() == 200);
  }

  @Test
  void eachMemberEntersOnceWhateverIsKilled() {
    try (processes) {
      FlowWorkspace workspace = new FlowWorkspace(processes.tenants(0));
      processes
          .sql()
          .run(
              """
              insert into customers (workspace_id, domain)
              select %s, 'm' || i || '.example.com' from generate_series(1, %d) i
              """
                  .formatted(workspace.id(), MEMBERS));
      String segment = workspace.segments.savedId("Ms", "domain starts_with \"m\"");
      String flow = published(workspace, "segment_entered", segment, ",\"includeMembers\":true");
      String scheduled = scheduled(workspace, segment);
      for (int kill = 1; kill <= KILLS; kill++) {
        int reached = kill * 2 * MEMBERS / (KILLS + 1);
        Poll.until(TIME, () -> reached + " runs", () -> runs(flow) + runs(scheduled) >= reached);
        processes.kill(kill % 3);
        processes.startAgain(kill % 3);
      }
      processes.awaitReady();
      awaitSettled();
      assertOneEach(flow);
      assertOneEach(scheduled);
    }
  }

  private void assertOneEach(String flow) {
    assertEquals(MEMBERS, runs(flow));
    assertEquals(
        MEMBERS,
        number(
            "select count(distinct customer_id) from flow_runs where flow_id = ?",
            Long.parseLong(flow)));
  }

  /** At a time that is about to come. */
  private static String scheduled(FlowWorkspace workspace, String segment) {
    OffsetDateTime soon = OffsetDateTime.now(ZoneOffset.UTC).plusSeconds(5);
    return workspace.published(
        FlowWorkspace.definition(
                "{\"type\":\"schedule\",\"time\":\"%s\",\"timezone\":\"UTC\",\"segment\":\"%s\"}"
                    .formatted(DateTimeFormatter.ofPattern("HH:mm:ss").format(soon), segment),
                webhook("w"))
            .set("entry", SegmentWorkspace.json("{\"frequency\":\"always\"}")));
  }

  private long runs(String flow) {
    return number("select count(*) from flow_runs where flow_id = ?", Long.parseLong(flow));
  }
}
