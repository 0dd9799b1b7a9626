package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.DisabledEndpoints;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.RunSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a build whose process is killed by kill -9 ends right, at whatever moment: another
 * process starts it again.
 */
@Tag("full")
class TrackingBuildKillsIT {
  private static final int KILLS = RunSize.of("trackingBuildKills.kills", 3, 50);
  private static final String ROLES = "ingest,enrichment,automation,console";
  private static final String A = "a.example.com";
  private static final String B = "b.example.com";
  private static final String C = "c.example.com";
  private static final long MAX_DELAY_MILLIS = 60;

  private final Random random = new Random();

  /** What a build is at when its process is killed. */
  private enum Moment {
    /** It waits for transactions that were open at the save. */
    START,
    /** It writes the members. */
    MEMBERS,
    /** It writes that the segment is current. */
    END,
    /** It writes the message that the segment was built. */
    MESSAGE,
    /** Anything, soon after the save. */
    ANY
  }

  @Test
  void aKilledBuildEndsRight() {
    try (OwnProcesses processes = new OwnProcesses("tracking", ROLES, ROLES)) {
      List<String> results = new ArrayList<>();
      int first = random.nextInt(Moment.values().length);
      for (int kill = 0; kill < KILLS; kill++) {
        Moment moment = Moment.values()[(first + kill) % Moment.values().length];
        results.add(moment + " " + killDuringBuild(processes, kill % 2, moment) + " ms");
        processes.process(kill % 2).awaitReady();
      }
      System.out.println("Current after a kill of the building process: " + results);
    }
  }

  /** Returns how many milliseconds after the kill the segment was current. */
  private long killDuringBuild(OwnProcesses processes, int builder, Moment moment) {
    SegmentWorkspace workspace = new SegmentWorkspace(processes.tenants(builder));
    SegmentWorkspace other = workspace.through(processes.tenants(1 - builder));
    workspace.push(A, "{\"seats\":200}");
    workspace.push(B, "{\"seats\":7}");
    workspace.push(C, "{\"seats\":300}");
    DisabledEndpoints.addForSegments(processes.sql(), workspace.app());
    TrackedSegment segment = TrackedSegment.build(workspace, "S", "cf:seats gte 250");
    long killedAt;
    try (HeldLocks locks = new HeldLocks(processes)) {
      locks.holdBeforeSave(moment);
      segment.edit("cf:seats lt 250 AND cf:seats gte 100", false);
      locks.awaitBuild(moment);
      other.push(B, "{\"seats\":150}");
      processes.kill(builder);
      killedAt = System.nanoTime();
    }
    processes.startAgain(builder);
    TrackedSegment survived = segment.through(other);
    survived.awaitCurrent();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killedAt);
    check(processes, survived);
    return millis;
  }

  private static void check(OwnProcesses processes, TrackedSegment segment) {
    SegmentWorkspace workspace = segment.workspace();
    TrackingRows rows =
        new TrackingRows(processes.sql(), Long.parseLong(workspace.app().workspaceId()));
    String app = workspace.slug(workspace.app());
    segment.awaitTransitions(B, "1 entered identify " + app);
    assertEquals(List.of(A, B), segment.members());
    assertEquals(List.of(), segment.reported(A));
    assertEquals(List.of(), segment.reported(C));
    assertEquals(2, rows.rebuilt(segment.id()));
    assertEquals("2 0 0", segment.verify());
    workspace.push(A, "{\"seats\":1}");
    segment.awaitTransitions(A, "1 exited identify " + app);
    rows.assertConsistent();
    rows.assertOneMessageEach();
  }

  /** What keeps a build at its moment. */
  private final class HeldLocks implements AutoCloseable {
    private static final String MEMBERS = "segment_members";
    private static final String SEGMENTS = "segment_tracking";
    private static final String MESSAGES = "webhook_messages";

    private final OwnProcesses processes;
    private final List<HeldLock> held = new ArrayList<>();

    HeldLocks(OwnProcesses processes) {
      this.processes = processes;
    }

    private void hold(String table) {
      held.add(HeldLock.onWritesOf(processes.postgresUri(), table));
    }

    void holdBeforeSave(Moment moment) {
      switch (moment) {
        case START -> held.add(HeldLock.openTransaction(processes.postgresUri()));
        case MEMBERS, END -> hold(MEMBERS);
        case MESSAGE -> hold(MESSAGES);
        case ANY -> {}
      }
    }

    void awaitBuild(Moment moment) {
      switch (moment) {
        case START -> {}
        case MEMBERS -> HeldLock.awaitWaiting(processes.sql(), MEMBERS);
        case MESSAGE -> HeldLock.awaitWaiting(processes.sql(), MESSAGES);
        case END -> {
          HeldLock.awaitWaiting(processes.sql(), MEMBERS);
          hold(SEGMENTS); // which the save has written before
          held.remove(0).close();
          HeldLock.awaitWaiting(processes.sql(), SEGMENTS);
        }
        case ANY ->
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextLong(MAX_DELAY_MILLIS)));
      }
    }

    @Override
    public void close() {
      held.forEach(HeldLock::close);
    }
  }
}
