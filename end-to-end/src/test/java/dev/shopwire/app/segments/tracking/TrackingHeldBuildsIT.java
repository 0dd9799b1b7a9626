package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.DisabledEndpoints;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests what happens during a build: pushes, edits, deletion, and a second process that finds the
 * same work. Builds wait for a lock that the test holds.
 */
@SuppressWarnings("try") // locks are only held
@Tag("full")
class TrackingHeldBuildsIT {
  private static final String ROLES = "ingest,enrichment,automation,console";
  private static final String MEMBERS = "segment_members";
  private static final String A = "a.example.com";
  private static final String B = "b.example.com";
  private static final String C = "c.example.com";

  private static OwnProcesses processes;
  private SegmentWorkspace workspace;
  private SegmentWorkspace other;
  private TrackingRows rows;
  private String app;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    processes = new OwnProcesses("tracking", ROLES, ROLES);
  }

  @AfterAll
  static void stop() {
    processes.close();
  }

  @BeforeEach
  @SuppressWarnings("NullAway.Init")
  void pushThreeShops() {
    workspace = new SegmentWorkspace(processes.tenants(0));
    other = workspace.through(processes.tenants(1));
    rows = new TrackingRows(processes.sql(), Long.parseLong(workspace.app().workspaceId()));
    app = workspace.slug(workspace.app());
    DisabledEndpoints.addForSegments(processes.sql(), workspace.app());
    seats(A, 200);
    seats(B, 7);
    seats(C, 300);
  }

  private void seats(String shop, int seats) {
    other.push(shop, "{\"seats\":" + seats + "}");
  }

  private static HeldLock holdMembers() {
    return HeldLock.onWritesOf(processes.postgresUri(), MEMBERS);
  }

  private static void awaitBuild() {
    HeldLock.awaitWaiting(processes.sql(), MEMBERS);
  }

  @Test
  void whatChangesDuringABuildIsToldAfterIt() {
    TrackedSegment segment;
    try (HeldLock held = holdMembers()) {
      segment = TrackedSegment.save(workspace, "S", "cf:seats gte 100", false);
      awaitBuild();
      assertEquals("building", segment.state().path("status").asText());
      assertEquals(List.of(A, C), segment.members());
      seats(B, 300);
      seats(A, 1);
      assertEquals(List.of(B, C), segment.members());
      assertEquals(0, rows.transitions(segment.id()));
    }
    segment.awaitCurrent();
    segment.awaitTransitions(B, "1 entered identify " + app);
    segment.awaitTransitions(A, "1 exited identify " + app);
    assertEquals(List.of(), segment.reported(C));
    assertEquals(List.of(B, C), segment.members());
    assertEquals("2 0 0", segment.verify());
    assertEquals(1, rows.rebuilt(segment.id()));
    rows.assertConsistent();
    rows.assertOneMessageEach();
  }

  /** Such a transaction may have changed something before it could see what the segment reads. */
  @Test
  void aBuildWaitsForTransactionsThatWereOpenAtItsSave() {
    TrackedSegment segment;
    try (HeldLock open = HeldLock.openTransaction(processes.postgresUri())) {
      segment = TrackedSegment.save(workspace, "S", "cf:seats gte 100", false);
      seats(B, 300);
      assertFalse(segment.isCurrent());
      assertEquals(List.of(A, B, C), segment.members());
    }
    segment.awaitCurrent();
    segment.awaitTransitions(B, "1 entered identify " + app);
    assertEquals(List.of(), segment.reported(A));
    assertEquals(List.of(A, B, C), segment.members());
    assertEquals("3 0 0", segment.verify());
    assertEquals(1, rows.rebuilt(segment.id()));
  }

  @Test
  void anEditDuringABuildWins() {
    TrackedSegment segment;
    try (HeldLock held = holdMembers()) {
      segment = TrackedSegment.save(workspace, "S", "cf:seats gte 100", false);
      awaitBuild();
      segment.through(other).edit("cf:seats lt 100", false);
    }
    segment.awaitCurrent();
    assertEquals(List.of(B), segment.members());
    assertEquals(2, segment.fetch().path("definitionVersion").asInt());
    assertEquals("1 0 0", segment.verify());
    assertEquals(0, rows.transitions(segment.id()));
    assertEquals(1, rows.rebuilt(segment.id()));
    seats(A, 1);
    segment.awaitTransitions(A, "1 entered identify " + app);
  }

  @Test
  void aSegmentThatIsDeletedDuringItsBuildLeavesNothing() {
    TrackedSegment segment;
    try (HeldLock held = holdMembers()) {
      segment = TrackedSegment.save(workspace, "S", "cf:seats gte 100", true);
      awaitBuild();
      seats(B, 300);
      segment.through(other).delete();
    }
    rows.awaitNothingLeft(segment.id(), true);
    rows.awaitQuiet(TrackedSegment.TIME);
    assertEquals(0, rows.transitions(segment.id()));
    assertEquals(0, rows.rebuilt(segment.id()));
  }

  @Test
  void aSegmentThatIsUntrackedDuringItsBuildLeavesNothing() {
    TrackedSegment segment;
    try (HeldLock held = holdMembers()) {
      segment = TrackedSegment.save(workspace, "S", "cf:seats gte 100", true);
      awaitBuild();
      seats(B, 300);
      segment.through(other).untrack();
    }
    rows.awaitNothingLeft(segment.id(), false);
    assertEquals(List.of(A, B, C), segment.members());
    assertEquals(0, rows.transitions(segment.id()));
    assertEquals(0, rows.rebuilt(segment.id()));
  }

  /** Builds that have not ended after some seconds are taken up by any process. */
  @Test
  void aBuildThatTwoProcessesFindIsDoneOnce() {
    List<TrackedSegment> segments;
    try (HeldLock held = holdMembers()) {
      segments =
          List.of(
              TrackedSegment.save(workspace, "One", "cf:seats gte 100", true),
              TrackedSegment.save(other, "Two", "cf:seats lt 100", true),
              TrackedSegment.save(workspace, "Three", "segment:One", true));
      String youngest =
          "select (now() - max(requested_at) > interval '4.5 seconds')::int from segment_tracking";
      Poll.until(
          Duration.ofSeconds(10),
          () -> "all builds are some seconds old",
          () -> processes.sql().number(youngest) == 1);
    }
    segments.forEach(TrackedSegment::awaitCurrent);
    segments.get(0).awaitTransitions(A, "1 entered definition -");
    segments.get(1).awaitTransitions(B, "1 entered definition -");
    segments.get(2).awaitTransitions(C, "1 entered definition -");
    rows.awaitQuiet(TrackedSegment.TIME);
    segments.forEach(each -> assertEquals(1, rows.rebuilt(each.id())));
    assertEquals(5, rows.transitionKeys().size());
    rows.assertConsistent();
    rows.assertOneMessageEach();
  }
}
