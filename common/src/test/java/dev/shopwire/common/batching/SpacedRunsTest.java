package dev.shopwire.common.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SpacedRunsTest {
  private static final Duration SPACING = Duration.ofMillis(40);

  /** Longer than anything here takes on a busy machine. */
  private static final long TIMEOUT_SECONDS = 10;

  /** A run that has started. */
  private record Run(long startedNanos, Promise<Boolean> more) {}

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final BlockingQueue<Run> runs = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> failures = new LinkedBlockingQueue<>();
  private final SpacedRuns spaced =
      new SpacedRuns(
          vertx, SPACING, this::start, error -> failures.add(String.valueOf(error.getMessage())));

  /** Whether the next run throws an exception. */
  private boolean isBroken;

  private Future<Boolean> start() {
    if (isBroken) {
      isBroken = false;
      throw new IllegalStateException("bug");
    }
    Run run = new Run(System.nanoTime(), Promise.promise());
    runs.add(run);
    return run.more.future();
  }

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private <T> T onContext(Supplier<T> work) throws TimeoutException {
    Promise<T> result = Promise.promise();
    context.runOnContext(turn -> result.complete(work.get()));
    return result.future().await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private void wake() throws TimeoutException {
    onContext(
        () -> {
          spaced.wake();
          return true;
        });
  }

  private void breakNextRun() throws TimeoutException {
    onContext(() -> isBroken = true);
  }

  private Run next() throws InterruptedException {
    Run run = runs.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    return Objects.requireNonNull(run, "no run has started");
  }

  private void end(Run run, boolean more) throws TimeoutException {
    onContext(() -> run.more.tryComplete(more));
  }

  @Test
  void theFirstRunStartsAtOnce() throws Exception {
    wake();
    assertEquals(1, runs.size());
  }

  @Test
  void wakeUpsDuringARunCauseOneMore() throws Exception {
    wake();
    Run first = next();
    wake();
    wake();
    assertEquals(0, runs.size());
    end(first, false);
    Run second = next();
    end(second, false);
    assertTrue(onContext(spaced::idle).succeeded());
  }

  @Test
  void startsHaveTheirDistance() throws Exception {
    long before = System.nanoTime();
    wake();
    end(next(), true);
    assertTrue(next().startedNanos - before >= SPACING.toNanos());
  }

  @Test
  void aRunThatLeavesMoreIsFollowedByAnother() throws Exception {
    wake();
    end(next(), true);
    end(next(), true);
    end(next(), false);
    assertTrue(onContext(spaced::idle).succeeded());
    assertEquals(0, runs.size());
  }

  @Test
  void afterAFailureOnlyAWakeUpCausesARun() throws Exception {
    wake();
    Run first = next();
    onContext(() -> first.more.tryFail("gone"));
    assertEquals("gone", failures.poll());
    assertTrue(onContext(spaced::idle).succeeded());
    wake();
    next();
  }

  @Test
  void aRunThatThrowsAnExceptionHasFailed() throws Exception {
    breakNextRun();
    wake();
    assertEquals("bug", failures.poll());
    assertTrue(onContext(spaced::idle).succeeded());
    wake();
    end(next(), false);
    assertTrue(onContext(spaced::idle).succeeded());
    assertEquals(0, failures.size());
  }

  @Test
  void aLaterRunThatThrowsAnExceptionHasFailedToo() throws Exception {
    wake();
    breakNextRun();
    end(next(), true);
    assertEquals("bug", failures.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS));
    wake();
    next();
  }

  @Test
  void itIsIdleWhenTheRunHasEnded() throws Exception {
    wake();
    Run run = next();
    Future<Void> idle = onContext(spaced::idle);
    assertFalse(idle.isComplete());
    end(run, false);
    assertTrue(idle.succeeded());
  }

  @Test
  void afterTheCloseNothingStarts() throws Exception {
    wake();
    Run run = next();
    Future<Void> closed = onContext(spaced::close);
    wake();
    end(run, true);
    assertTrue(closed.succeeded());
    wake();
    assertTrue(onContext(spaced::idle).succeeded());
    assertEquals(0, runs.size());
  }

  @Test
  void aRunThatWasAboutToStartDoesNotStartAfterTheClose() throws Exception {
    wake();
    end(next(), true);
    onContext(spaced::close).await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    assertEquals(0, runs.size());
  }
}
