package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Poll;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the daily drift check finds, counts, repairs and announces members that are wrong. */
@Tag("full")
class TrackingDriftIT {
  private static final String A = "a.example.com";
  private static final String B = "b.example.com";
  private static final String C = "c.example.com";

  /** As no fault of the service is known that does it. */
  private static final String SPOIL =
      """
      delete from segment_members where segment_id = %1$s
        and customer_id = (select id from customers where domain = 'a.example.com');
      insert into segment_members (workspace_id, segment_id, customer_id, member, entered_at)
      select workspace_id, %1$s, id, true, now() from customers where domain = 'b.example.com';
      """;

  @Test
  void wrongMembersAreFoundAndRepairedOnceADay() {
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_SEGMENTS_VERIFY_AT", "00:00"))) {
      SegmentWorkspace workspace = new SegmentWorkspace(service.tenants());
      workspace.push(A, "{\"seats\":200}");
      workspace.push(B, "{\"seats\":7}");
      workspace.push(C, "{\"seats\":300}");
      TrackedSegment segment = TrackedSegment.build(workspace, "S", "cf:seats gte 100");
      Poll.until(
          TrackedSegment.TIME,
          () -> "today's checks were asked for",
          () -> service.sql().text("select checked_on from segment_schedule").startsWith("2"));
      assertEquals("2 0 0", segment.verify());
      service.sql().run(SPOIL.formatted(segment.id()));
      assertEquals(List.of(B, C), segment.members());
      service.sql().run("update segment_schedule set checked_on = checked_on - 1");
      segment.awaitTransitions(A, "1 entered repair -");
      segment.awaitTransitions(B, "1 exited repair -");
      assertEquals(List.of(A, C), segment.members());
      JsonNode drift = segment.state().path("drift");
      assertEquals(1, drift.path("missing").asInt());
      assertEquals(1, drift.path("extra").asInt());
      assertEquals(
          2, Metric.value(service.process().managementUrl(), "shopwire_segment_drift_total"));
      assertEquals("2 0 0", segment.verify());
      assertEquals(List.of(), segment.reported(C));
    }
  }
}
