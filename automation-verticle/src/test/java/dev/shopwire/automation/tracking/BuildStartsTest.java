package dev.shopwire.automation.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BuildStartsTest {
  private static final TrackedKey ONE = new TrackedKey(1, 11);
  private static final TrackedKey TWO = new TrackedKey(1, 12);

  private final BuildStarts starts = new BuildStarts();
  private final AtomicInteger woken = new AtomicInteger();

  private Future<Void> awaitBoth() {
    starts.onWait(woken::incrementAndGet);
    return starts.await(1, List.of(ONE.segmentId(), TWO.segmentId()));
  }

  @Test
  void aSaveWaitsUntilAllItsBuildsHaveTakenTheirSnapshots() {
    Future<Void> both = awaitBoth();
    assertEquals(1, woken.get());
    assertTrue(starts.isAwaited(ONE) && starts.isAwaited(TWO));
    assertTrue(starts.taken(ONE));
    assertFalse(both.isComplete());
    assertTrue(starts.taken(TWO));
    assertTrue(both.succeeded());
    assertFalse(starts.isAwaited(ONE) || starts.isAwaited(TWO));
  }

  @Test
  void aBuildThatNobodyWaitsForIsLate() {
    assertFalse(starts.taken(ONE));
    awaitBoth();
    assertTrue(starts.taken(ONE));
    assertFalse(starts.taken(ONE), "the same save is not answered twice");
  }

  @Test
  void aSaveIsAnsweredWithoutABuildInTheEnd() throws TimeoutException {
    Future<Void> both = awaitBoth();
    both.await(10, TimeUnit.SECONDS);
    assertFalse(starts.taken(ONE), "the build is late");
  }

  @Test
  void aSecondSaveOfTheSegmentIsAnsweredByTheSameSnapshotAsTheFirst() {
    Future<Void> first = awaitBoth();
    Future<Void> second = awaitBoth();
    assertTrue(starts.taken(ONE) && starts.taken(TWO));
    assertTrue(first.succeeded() && second.succeeded());
  }

  @Test
  void nothingToBuildIsNotWaitedFor() {
    assertTrue(starts.await(1, List.of()).succeeded());
  }
}
