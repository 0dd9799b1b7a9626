package dev.shopwire.benchmarks.measure;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Posts to the public API in closed loops. Blocking: not for event loops. */
public final class LoadGenerator implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();

  /** Spreads the connections over the targets. */
  public Slice run(List<Target> targets, PostRequests posts, int connections, int seconds) {
    AtomicInteger next = new AtomicInteger();
    return Loops.run(
        vertx,
        connections,
        seconds,
        () ->
            HttpLoad.connect(
                vertx,
                targets.get(next.getAndIncrement() % targets.size()),
                posts::next,
                Pace.closedLoop()));
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
