package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.RecordingEndpoint;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Stores;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * Tests what builds of tracked segments announce, what is left of segments afterwards, and a change
 * that comes during an evaluation.
 */
@SuppressWarnings("try") // locks are only held
@Tag("everywhere")
class TrackingBuildsIT {
  private static final String LARGE = "cf:seats gte 100";
  private static final String SMALL = "cf:seats lt 100";
  private static final String A = "a.example.com";
  private static final String B = "b.example.com";
  private static final String C = "c.example.com";
  private static final String URI = Stores.shared().postgresUri();

  /** What an evaluation that makes a customer exit changes. */
  private static final String MEMBER =
      """
      select 1 from segment_members m join customers c
        on c.workspace_id = m.workspace_id and c.id = m.customer_id
      where m.segment_id = %s and c.domain = '%s' for update of m
      """;

  private final SegmentWorkspace workspace = new SegmentWorkspace();
  private final String app = workspace.slug(workspace.app());
  private final TrackingRows rows =
      new TrackingRows(
          RunningService.shared().sql(), Long.parseLong(workspace.app().workspaceId()));

  @BeforeEach
  void pushThreeShops() {
    // Its subscription makes messages be written.
    RecordingEndpoint.inWorkspaceOf(
        workspace.app(), Topic.SEGMENT_ENTERED, Topic.SEGMENT_EXITED, Topic.SEGMENT_REBUILT);
    seats(A, 200);
    seats(B, 7);
    seats(C, 300);
  }

  private void seats(String shop, int seats) {
    workspace.push(shop, "{\"seats\":" + seats + "}");
  }

  /** Of each message the topic, the customer's domain and, if it is a build's, its numbers. */
  private List<String> messages() {
    return rows.messages().stream().map(TrackingBuildsIT::describe).toList();
  }

  private static String describe(JsonNode message) {
    JsonNode rebuild = message.path("rebuild");
    String version = message.at("/segment/definitionVersion").asText();
    return rebuild.isMissingNode()
        ? message.path("topic").asText() + " " + message.at("/customer/myplatformDomain").asText()
        : "rebuilt %s: %s members, %s entered, %s exited"
            .formatted(
                version, rebuild.path("members"), rebuild.path("entered"), rebuild.path("exited"));
  }

  @ConcurrentTest
  void aBuildIsSilentAndWhoWasBuiltInIsToldAsExited() {
    TrackedSegment segment = TrackedSegment.build(workspace, "S", LARGE);
    assertEquals(List.of(A, C), segment.members());
    assertEquals(List.of("rebuilt 1: 2 members, 2 entered, 0 exited"), messages());
    segment.edit(SMALL, false);
    segment.awaitCurrent();
    assertEquals(List.of(B), segment.members());
    assertEquals(
        List.of(
            "rebuilt 1: 2 members, 2 entered, 0 exited",
            "rebuilt 2: 1 members, 1 entered, 2 exited"),
        messages());
    assertEquals(0, rows.transitions(segment.id()));
    seats(B, 100);
    segment.awaitTransitions(B, "1 exited identify " + app);
    seats(A, 1);
    segment.awaitTransitions(A, "1 entered identify " + app);
    assertEquals("1 0 0", segment.verify());
    rows.assertConsistent();
  }

  @ConcurrentTest
  void anAnnouncedBuildTellsAllThatItAddsAndRemoves() {
    TrackedSegment segment = TrackedSegment.save(workspace, "S", LARGE, true);
    segment.awaitTransitions(A, "1 entered definition -");
    segment.awaitTransitions(C, "1 entered definition -");
    segment.awaitCurrent();
    segment.edit("cf:seats between 5 and 250", true);
    segment.awaitTransitions(B, "1 entered definition -");
    segment.awaitTransitions(C, "1 entered definition -", "2 exited definition -");
    segment.awaitCurrent();
    assertEquals(List.of(A, B), segment.members());
    assertEquals(List.of("1 entered definition -"), segment.reported(A));
    assertEquals(
        List.of(
            "rebuilt 1: 2 members, 2 entered, 0 exited",
            "rebuilt 2: 2 members, 1 entered, 1 exited",
            "segments/entered " + A,
            "segments/entered " + B,
            "segments/entered " + C,
            "segments/exited " + C),
        messages().stream().sorted().toList());
    segment.edit(LARGE, false);
    segment.awaitCurrent();
    assertEquals(List.of("1 entered definition -"), segment.reported(B));
    assertEquals(6 + 1, messages().size());
    seats(C, 1);
    segment.awaitTransitions(
        C, "1 entered definition -", "2 exited definition -", "3 exited identify " + app);
    rows.assertConsistent();
  }

  @ConcurrentTest
  void aChangeOfANestedSegmentBuildsThoseThatNestIt() {
    TrackedSegment inner = TrackedSegment.build(workspace, "Inner", LARGE);
    TrackedSegment middle = TrackedSegment.build(workspace, "Middle", "NOT segment:Inner");
    TrackedSegment outer =
        TrackedSegment.build(workspace, "Outer", "segment:Middle OR domain = \"c.example.com\"");
    assertEquals(List.of(B, C), outer.members());
    inner.edit(SMALL, false);
    List.of(inner, middle, outer).forEach(TrackedSegment::awaitCurrent);
    assertEquals(List.of(A, C), middle.members());
    assertEquals(List.of(A, C), outer.members());
    for (TrackedSegment each : List.of(inner, middle, outer)) {
      assertEquals(2, each.fetch().path("definitionVersion").asInt());
      assertEquals(2, rows.rebuilt(each.id()));
      assertEquals(0, rows.transitions(each.id()));
    }
    seats(B, 500);
    inner.awaitTransitions(B, "1 exited identify " + app);
    middle.awaitTransitions(B, "1 entered identify " + app);
    outer.awaitTransitions(B, "1 entered identify " + app);
  }

  @ConcurrentTest
  void untrackingTellsNothingAndLeavesNoRows() {
    TrackedSegment segment = TrackedSegment.build(workspace, "S", LARGE);
    seats(B, 100);
    segment.awaitTransitions(B, "1 entered identify " + app);
    segment.verify();
    segment.untrack();
    rows.awaitNothingLeft(segment.id(), false);
    assertEquals(List.of(A, B, C), segment.members());
    seats(A, 1);
    assertEquals(0, rows.pending());
    segment.track();
    segment.awaitCurrent();
    assertEquals(List.of(B, C), segment.members());
    assertEquals(List.of(), segment.reported(A));
    seats(B, 1);
    segment.awaitTransitions(B, "1 entered identify " + app, "2 exited identify " + app);
    rows.assertConsistent();
    assertEquals(2, rows.rebuilt(segment.id()));
  }

  @ConcurrentTest
  void deletingTellsNothingAndLeavesNoRows() {
    TrackedSegment segment = TrackedSegment.build(workspace, "S", LARGE);
    seats(B, 100);
    segment.awaitTransitions(B, "1 entered identify " + app);
    int messages = messages().size();
    segment.delete();
    rows.awaitNothingLeft(segment.id(), true);
    seats(B, 1);
    assertEquals(0, rows.pending());
    assertEquals(messages, messages().size());
  }

  /** As soon as it is tracked again, also while the rows of before are being deleted. */
  @ConcurrentTest
  void whatIsUntrackedAndTrackedAtOnceEndsRight() {
    TrackedSegment segment = TrackedSegment.build(workspace, "S", LARGE);
    for (int round = 0; round < 5; round++) {
      segment.untrack();
      segment.track();
    }
    segment.untrack();
    seats(A, 1);
    segment.track();
    segment.awaitCurrent();
    assertEquals(List.of(C), segment.members());
    assertEquals("1 0 0", segment.verify());
    Poll.until(TrackedSegment.TIME, () -> "nothing waits", () -> rows.waiting() == 0);
    assertTrue(segment.isCurrent());
    assertEquals(0, rows.transitions(segment.id()));
  }

  @ConcurrentTest
  void aCustomerWhoChangesDuringAnEvaluationIsEvaluatedAgain() {
    TrackedSegment segment = TrackedSegment.build(workspace, "S", LARGE);
    rows.awaitCaughtUp(segment.id());
    try (HeldLock held = HeldLock.of(URI, MEMBER.formatted(segment.id(), A))) {
      seats(A, 1);
      held.awaitWaiting(RunningService.shared().sql());
      seats(A, 200);
    }
    segment.awaitTransitions(A, "1 exited identify " + app, "2 entered identify " + app);
    assertEquals(List.of(A, C), segment.members());
    assertEquals("2 0 0", segment.verify());
  }
}
