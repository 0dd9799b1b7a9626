package dev.shopwire.common.batching;

import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one batch at a time, as in group commit: while a batch is in flight, work collects; the next
 * batch takes it. No timer delays work: a caller that finds nothing in flight starts a batch. A
 * batch runs in the context of the first request that waits for it. Not thread-safe; use from one
 * event loop.
 */
public final class SerialBatches<B> {
  private final Supplier<Optional<B>> collect;
  private final Function<B, Future<?>> run;
  private final BiConsumer<B, Throwable> failed;
  private final SharedWork waiting = new SharedWork();
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>(0);
  private @Nullable B inFlight;

  /**
   * @param collect takes the next batch out of the collected work; empty if there is none
   * @param run runs a batch; the next one starts when the future completes, with any outcome
   * @param failed ends the requests of a batch that failed, whether its future failed or {@code
   *     run} threw an exception
   */
  public SerialBatches(
      Supplier<Optional<B>> collect, Function<B, Future<?>> run, BiConsumer<B, Throwable> failed) {
    this.collect = collect;
    this.run = run;
    this.failed = failed;
  }

  /** To be called after work was added to the collected work, by the request that waits for it. */
  public void added() {
    if (inFlight == null) {
      next();
    } else {
      waiting.addCurrentRequest();
    }
  }

  private void next() {
    B batch = collect.get().orElse(null);
    inFlight = batch;
    if (batch == null) {
      awaitingIdle.forEach(Promise::complete);
      awaitingIdle.clear();
    } else {
      start(batch)
          .onComplete(
              done -> end(batch),
              error -> {
                failed.accept(batch, error);
                end(batch);
              });
    }
  }

  /** An exception must not leave the batch in flight, since then no other would ever start. */
  private Future<?> start(B batch) {
    try {
      return run.apply(batch);
    } catch (Throwable e) {
      return Future.failedFuture(e);
    }
  }

  private void end(B batch) {
    if (isInFlight(batch)) {
      waiting.run(this::next);
    }
  }

  /** Whether this batch, and not only an equal one, is in flight and was not abandoned. */
  public boolean isInFlight(B batch) {
    return inFlight == batch;
  }

  /** The batch in flight. */
  public Optional<B> inFlight() {
    return Optional.ofNullable(inFlight);
  }

  /** Starts the next batch without waiting for the one in flight, which hangs. */
  public void abandon() {
    next();
  }

  /**
   * Completes when no batch is in flight and no work is left; the caller ensures that none is
   * added.
   */
  public Future<Void> idle() {
    if (inFlight == null) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    awaitingIdle.add(idle);
    return idle.future();
  }
}
