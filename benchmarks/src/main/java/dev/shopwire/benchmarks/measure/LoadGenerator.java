package dev.shopwire.benchmarks.measure;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Sends requests to the public API in closed loops. Blocking: not for event loops. */
public final class LoadGenerator implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();

  /** Spreads the connections over the targets. */
  public Slice run(List<Target> targets, PostRequests posts, int connections, double seconds) {
    return run(targets, () -> posts::next, connections, seconds);
  }

  /** Spreads the connections over the targets. */
  public Slice read(List<Target> targets, GetRequests gets, int connections, double seconds) {
    return run(targets, gets.connections(), connections, seconds);
  }

  private Slice run(
      List<Target> targets, Supplier<Supplier<Request>> requests, int connections, double seconds) {
    AtomicInteger next = new AtomicInteger();
    return Loops.run(
        vertx,
        connections,
        seconds,
        () ->
            HttpLoad.connect(
                vertx,
                targets.get(next.getAndIncrement() % targets.size()),
                requests.get(),
                Pace.closedLoop()));
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
