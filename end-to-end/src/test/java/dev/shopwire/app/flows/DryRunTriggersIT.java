package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.log;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.assertFails;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests dry runs of flows that start from something else than events. */
class DryRunTriggersIT {
  private static final String SHOP = "acme.example.com";

  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(RunningService.shared().tenants()));
  private final FlowRuns runs = new FlowRuns(workspace);
  private final DryRuns dryRuns = new DryRuns(workspace);

  private static String since(Instant from) {
    return "{\"from\":\"%s\"}".formatted(from);
  }

  @Test
  void contactsAreTriedByTheirCreation() {
    Instant from = Instant.now().minusSeconds(1);
    workspace.segments.push(SHOP, "{\"plan\":\"pro\"}");
    String contacts = "/customers/" + workspace.segments.customerId(SHOP) + "/contacts";
    ok(
        workspace.segments.post(
            contacts, SegmentWorkspace.json("{\"id\":\"1\",\"accountOwner\":true}")));
    ok(workspace.segments.post(contacts, SegmentWorkspace.json("{\"id\":\"2\"}")));
    String flow =
        workspace.created(
            FlowWorkspace.definition(
                "{\"type\":\"contact_created\",\"roles\":[\"owner\"]}", webhook("tell")));
    List<JsonNode> found = dryRuns.runs(dryRuns.done(flow, since(from)));
    assertEquals(1, found.size(), found::toString);
    assertEquals("contact_created", found.get(0).at("/cause/type").asText());
  }

  @Test
  void aScheduleIsTriedForThoseWhoBelongedToItsAudienceThen() {
    Instant now = Instant.now();
    LocalTime time =
        now.minus(Duration.ofHours(1))
            .atOffset(ZoneOffset.UTC)
            .toLocalTime()
            .truncatedTo(ChronoUnit.MINUTES);
    String event = "{\"eventName\":\"opened\",\"customerId\":\"%s\",\"timestamp\":\"%s\"}";
    for (String body :
        List.of(
            event.formatted(SHOP, now.minus(Duration.ofHours(60))),
            event.formatted("other.example.com", now.minus(Duration.ofMinutes(10))))) {
      assertEquals(200, workspace.segments.app().api().post("/v1/usage_events", body).status());
    }
    String flow =
        workspace.created(
            FlowWorkspace.definition(
                """
                {"type":"schedule","time":"%s","timezone":"UTC","condition":"event:opened performed"}
                """
                    .formatted(time),
                webhook("tell")));
    ObjectNode always = (ObjectNode) workspace.flow(flow).path("definition");
    always.set("entry", SegmentWorkspace.json("{\"frequency\":\"always\"}"));
    ok(workspace.change(flow, always));
    Instant from = now.minus(Duration.ofDays(5));
    // The events arrived after the last of these times.
    assertEquals(List.of(), dryRuns.runs(dryRuns.done(flow, since(from))));
    JsonNode dryRun =
        dryRuns.done(flow, "{\"from\":\"%s\",\"clock\":\"occurred\"}".formatted(from));
    List<JsonNode> found = dryRuns.runs(dryRun);
    assertEquals(3, found.size(), found::toString);
    assertEquals(3, dryRun.path("causes").asInt(), dryRun::toString);
    found.forEach(run -> assertEquals("tell no_subscriber, completed", log(run)));
    found.forEach(run -> assertEquals(SHOP, run.path("myplatformDomain").asText()));
  }

  @Test
  void moreThanAMillionCausesAreRefused() {
    RunningService.shared()
        .sql()
        .run(
            "insert into customers (workspace_id, domain) select %s, 'many' || n || '.example.com' from generate_series(1, 3000) n"
                .formatted(workspace.id()));
    String flow =
        workspace.created(
            FlowWorkspace.definition(
                "{\"type\":\"schedule\",\"time\":\"09:00\",\"timezone\":\"UTC\",\"condition\":\"everyone\"}",
                webhook("tell")));
    Instant now = Instant.now();
    assertFails(
        422, "too_many_causes", dryRuns.start(flow, since(now.minus(Duration.ofDays(390)))));
    JsonNode few = dryRuns.done(flow, since(now.minus(Duration.ofDays(2))));
    assertEquals(6_000, few.path("causes").asInt(), few::toString);
    assertEquals(3_000, few.path("runs").asInt(), few::toString);
  }

  @Test
  void transitionsAreTriedOfSegmentsThatWereTracked() {
    workspace.segments.push(SHOP, "{\"plan\":\"free\"}");
    String segment = workspace.segments.savedId("Paying", "cf:plan = \"pro\"");
    ObjectNode definition =
        FlowWorkspace.definition(
            "{\"type\":\"segment_entered\",\"segment\":\"%s\"}".formatted(segment),
            webhook("tell"));
    String draft = workspace.created(definition);
    assertFails(422, "not_replayable", dryRuns.start(draft, since(Instant.now().minusSeconds(9))));
    String real = workspace.published(definition);
    Instant from = Instant.now();
    workspace.segments.push(SHOP, "{\"plan\":\"pro\"}");
    JsonNode run = runs.awaitEnd(real);
    Poll.until(
        FlowRuns.TIME, () -> "a dry run", () -> dryRuns.start(real, since(from)).status() == 200);
    List<JsonNode> found = dryRuns.runs(dryRuns.done(real, since(from)));
    assertEquals(1, found.size(), found::toString);
    assertEquals(log(run), log(found.get(0)));
    assertFails(
        422, "not_replayable", dryRuns.start(real, since(Instant.now().minus(Duration.ofDays(2)))));
  }
}
