package dev.shopwire.common.batching;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs work each time it is woken, one run at a time: wake-ups during a run cause one more. Starts
 * have a minimum distance, so that many small causes share a run. Not thread-safe; use from one
 * event loop.
 */
public final class SpacedRuns {
  private final Vertx vertx;
  private final long spacingNanos;
  private final Supplier<Future<Boolean>> run;
  private final Consumer<Throwable> failed;
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>(0);
  private long startedNanos;
  private boolean running;
  private boolean wokenAgain;
  private boolean closed;

  /**
   * @param spacing from the start of a run to the start of the next
   * @param run returns whether more is left to do at once
   * @param failed called when a run failed, whether its future failed or {@code run} threw an
   *     exception; the next wake-up starts another run
   */
  public SpacedRuns(
      Vertx vertx, Duration spacing, Supplier<Future<Boolean>> run, Consumer<Throwable> failed) {
    this.vertx = vertx;
    this.spacingNanos = spacing.toNanos();
    this.run = run;
    this.failed = failed;
    this.startedNanos = System.nanoTime() - spacingNanos;
  }

  /** To be called when there may be something to do. */
  public void wake() {
    if (closed) {
      return;
    }
    if (running) {
      wokenAgain = true;
      return;
    }
    running = true;
    long delayNanos = spacingNanos - (System.nanoTime() - startedNanos);
    if (delayNanos > 0) {
      vertx.setTimer(delayNanos / 1_000_000 + 1, timer -> run());
    } else {
      run();
    }
  }

  private void run() {
    startedNanos = System.nanoTime();
    wokenAgain = false;
    if (closed) {
      end(false);
    } else {
      start()
          .onComplete(
              more -> end(more),
              error -> {
                failed.accept(error);
                end(false);
              });
    }
  }

  /** An exception must not leave the run in progress, since then no other would ever start. */
  private Future<Boolean> start() {
    try {
      return run.get();
    } catch (Throwable e) {
      return Future.failedFuture(e);
    }
  }

  private void end(boolean more) {
    running = false;
    awaitingIdle.forEach(Promise::complete);
    awaitingIdle.clear();
    if (more || wokenAgain) {
      wake();
    }
  }

  /** Completes when no run is in progress or about to start. */
  public Future<Void> idle() {
    if (!running) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    awaitingIdle.add(idle);
    return idle.future();
  }

  /** Starts no more runs; completes as {@link #idle}. */
  public Future<Void> close() {
    closed = true;
    return idle();
  }
}
