package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Tests runs that schedules start. */
class ScheduleTriggersIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ZoneId ZONE = ZoneId.of("Asia/Kathmandu");
  private static final String MEMBERS = "\"condition\":\"cf:plan = \\\"pro\\\"\"";

  private final FlowWorkspace workspace = new FlowWorkspace(SERVICE.tenants());
  private final FlowRuns runs = new FlowRuns(workspace);

  ScheduleTriggersIT() {
    workspace.segments.push("a.example.com", "{\"plan\":\"pro\"}");
    workspace.segments.push("b.example.com", "{\"plan\":\"free\"}");
    workspace.segments.push("c.example.com", "{\"plan\":\"pro\"}");
  }

  private static ObjectNode definition(ZonedDateTime at, String audience, String more) {
    String time = DateTimeFormatter.ofPattern("HH:mm:ss").format(at);
    return FlowWorkspace.definition(
            "{\"type\":\"schedule\",\"time\":\"%s\",\"timezone\":\"%s\",%s%s}"
                .formatted(time, ZONE, audience, more),
            webhook("w"))
        .set("entry", SegmentWorkspace.json("{\"frequency\":\"always\"}"));
  }

  private static ZonedDateTime soon(int seconds) {
    return Instant.now().plusSeconds(seconds).atZone(ZONE).truncatedTo(ChronoUnit.SECONDS);
  }

  private static String day(DayOfWeek day) {
    return ",\"weekdays\":[\"%s\"]".formatted(day.name().substring(0, 3).toLowerCase(Locale.ROOT));
  }

  private Instant next(String flow) {
    return Instant.parse(
        SERVICE
            .sql()
            .text(
                """
                select to_char(next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                from flow_schedules where flow_id = ?
                """,
                Long.parseLong(flow)));
  }

  @ConcurrentTest
  void eachMemberStartsARunAtTheTimeOnAnAllowedDay() {
    ZonedDateTime at = soon(15);
    String segment = workspace.segments.savedId("Pro", "cf:plan = \"pro\"");
    String flow = workspace.published(definition(at, MEMBERS, day(at.getDayOfWeek())));
    String ofSegment = workspace.published(definition(at, "\"segment\":\"" + segment + "\"", ""));
    String otherDay =
        workspace.published(definition(at, MEMBERS, day(at.plusDays(1).getDayOfWeek())));
    // The second of March in Kathmandu, and still the first in UTC.
    workspace.segments.push("a.example.com", "{\"joined\":\"2026-03-01T20:00:00Z\"}");
    ObjectNode dated = definition(at, "\"condition\":\"cf:joined since 2026-03-02\"", "");
    String inUtc = workspace.published(dated);
    String inZone =
        workspace.published(
            dated.set("timezone", SegmentWorkspace.json("{\"fallback\":\"%s\"}".formatted(ZONE))));
    runs.awaitEnded(flow, 2);
    runs.awaitEnded(ofSegment, 2);
    runs.awaitEnded(inZone, 1);
    Poll.until(
        FlowRuns.TIME, () -> "the next time", () -> next(inUtc).equals(at.plusDays(1).toInstant()));
    assertEquals(0, runs.of(inUtc, "").size());
    for (JsonNode run : runs.of(flow, "")) {
      assertEquals(at.toInstant(), Instant.parse(run.path("enteredAt").asText()), run::toString);
      assertEquals("schedule", run.at("/cause/type").asText());
    }
    assertEquals(at.plusDays(7).toInstant(), next(flow));
    assertEquals(at.plusDays(1).toInstant(), next(ofSegment));
    assertEquals(at.plusDays(1).toInstant(), next(otherDay));
    assertEquals(0, runs.of(otherDay, "").size());
  }

  @ConcurrentTest
  void aLaterTimeOfADayThatIsDoneIsLeftOut() {
    ZonedDateTime at = soon(8);
    String flow = workspace.published(definition(at, MEMBERS, ""));
    runs.awaitEnded(flow, 2);
    LocalTime before = at.toLocalTime();
    ZonedDateTime later = at.plusSeconds(90);
    ok(workspace.change(flow, definition(later, MEMBERS, "")));
    workspace.acted(flow, "publish", "{}");
    boolean isSameDay = later.toLocalTime().isAfter(before);
    assertEquals((isSameDay ? later.plusDays(1) : later).toInstant(), next(flow));
  }

  @ConcurrentTest
  void whatWasMissedIsDoneWithinSixHoursAndElseListed() {
    ZonedDateTime at = soon(3_600);
    String late = workspace.published(definition(at, MEMBERS, ""));
    String tooLate = workspace.published(definition(at, MEMBERS, ""));
    move(late, "3 hours");
    move(tooLate, "8 hours");
    runs.awaitEnded(late, 2);
    Poll.until(FlowRuns.TIME, () -> "the next time", () -> next(tooLate).equals(at.toInstant()));
    assertEquals(
        at.minusHours(3).toInstant(),
        Instant.parse(runs.of(late, "").get(0).path("enteredAt").asText()));
    assertEquals(0, runs.of(tooLate, "").size());
    assertEquals(List.of(), missed(late, ""));
    assertEquals(List.of(at.minusHours(8).toInstant()), missed(tooLate, ""));
  }

  @ConcurrentTest
  void skippedTimesAreListedNewestFirstInPages() {
    ZonedDateTime at = soon(3_600);
    String flow = workspace.published(definition(at, MEMBERS, ""));
    move(flow, "80 hours");
    Poll.until(FlowRuns.TIME, () -> "the next time", () -> next(flow).equals(at.toInstant()));
    List<Instant> all =
        Stream.of(24, 48, 72, 80).map(hours -> at.minusHours(hours).toInstant()).toList();
    assertEquals(all, missed(flow, ""));
    JsonNode first = missedPage(flow, "?take=3");
    assertEquals(all.subList(0, 3), times(first));
    assertEquals(
        all.subList(3, 4), missed(flow, "?take=3&cursor=" + first.path("cursor").asText()));
  }

  private JsonNode missedPage(String flow, String parameters) {
    return ok(workspace.segments.get("/flows/" + flow + "/missed-schedules" + parameters));
  }

  private List<Instant> missed(String flow, String parameters) {
    return times(missedPage(flow, parameters));
  }

  private static List<Instant> times(JsonNode page) {
    return page.path("missedSchedules")
        .valueStream()
        .map(missed -> Instant.parse(missed.path("at").asText()))
        .toList();
  }

  /** As if no process had run since then. */
  private void move(String flow, String by) {
    SERVICE
        .sql()
        .run(
            "update flow_schedules set next_at = next_at - interval '%s' where flow_id = %s"
                .formatted(by, flow));
  }
}
