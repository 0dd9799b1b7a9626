package dev.shopwire.benchmarks.measure;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Load of the public API in closed loops. Blocks: for threads that are no event loops. */
public final class Posting implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();

  /** Posts on so many connections, spread over the edges, for so many seconds. */
  public Slice run(List<Edge> edges, Posts posts, int connections, int seconds) {
    AtomicInteger turn = new AtomicInteger();
    return Loops.run(
        vertx,
        connections,
        seconds,
        () ->
            HttpLoad.connect(
                vertx,
                edges.get(turn.getAndIncrement() % edges.size()),
                posts::next,
                Pace.closedLoop()));
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
