package dev.shopwire.benchmarks.measure;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Spreads connections over event loops. Blocking: not for event loops. */
final class Loops {
  private static final int LOOPS = 2;

  private Loops() {}

  /** Each loop writes to its own slice. The measured time starts when all are connected. */
  static Slice run(Vertx vertx, int connections, double seconds, Work work) {
    List<Context> loops = Stream.generate(vertx::getOrCreateContext).limit(LOOPS).toList();
    List<Slice> slices = Stream.generate(Slice::new).limit(LOOPS).toList();
    List<Future<Work.Connected>> connected = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      connected.add(runOn(loops.get(i % LOOPS), work::connect));
    }
    await(Future.all(connected), Duration.ofSeconds(30));
    long start = System.nanoTime();
    long until = start + (long) (seconds * 1e9);
    List<Future<Void>> running = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Work.Connected connection = connected.get(i).result();
      Slice slice = slices.get(i % LOOPS);
      running.add(runOn(loops.get(i % LOOPS), () -> connection.run(slice, until)));
    }
    await(Future.all(running), Duration.ofSeconds((long) seconds + 30));
    Slice all = Slice.merge(slices);
    all.setElapsed(System.nanoTime() - start);
    return all;
  }

  private static <T> Future<T> runOn(Context loop, Supplier<Future<T>> work) {
    Promise<T> done = Promise.promise();
    loop.runOnContext(ignored -> work.get().onComplete(done));
    return done.future();
  }

  private static void await(Future<?> future, Duration time) {
    try {
      future.toCompletionStage().toCompletableFuture().get(time.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
