package dev.shopwire.common.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SweepTest {
  /** Longer than anything here takes on a busy machine. */
  private static final long TIMEOUT_SECONDS = 10;

  /** A piece of work that has started. */
  private record Started(long piece, Promise<Boolean> more) {}

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final BlockingQueue<Started> started = new LinkedBlockingQueue<>();
  private volatile List<Long> found = List.of();
  private volatile boolean isBroken;
  private final Sweep<Long> sweep = sweep(Duration.ofMillis(5));

  private Sweep<Long> sweep(Duration pause) {
    return new Sweep<>(
        vertx,
        pause,
        2,
        this::find,
        piece -> {
          Started work = new Started(piece, Promise.promise());
          started.add(work);
          return work.more().future();
        },
        new BackgroundTaskLog(LoggerFactory.getLogger(SweepTest.class), "A test"));
  }

  private Future<List<Long>> find() {
    if (isBroken) {
      isBroken = false;
      throw new IllegalStateException("bug");
    }
    return Future.succeededFuture(found);
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

  private void look() throws TimeoutException {
    onContext(
        () -> {
          sweep.look();
          return true;
        });
  }

  private void end(Started work, boolean isMore) throws TimeoutException {
    onContext(() -> work.more().tryComplete(isMore));
  }

  private Started next() throws InterruptedException {
    return Objects.requireNonNull(started.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void piecesAreDoneInTurnsAsManyAtOnceAsThereIsRoomFor() throws Exception {
    found = List.of(1L, 2L, 3L, 4L);
    look();
    Started one = next();
    Started two = next();
    assertEquals(List.of(1L, 2L), List.of(one.piece(), two.piece()));
    assertNull(started.poll(50, TimeUnit.MILLISECONDS), "no more than two at once");
    end(one, true);
    Started three = next();
    assertEquals(3, three.piece(), "others before one that has more");
    end(three, false);
    Started four = next();
    assertEquals(4, four.piece(), "while the second takes long");
    end(four, false);
    assertEquals(1, next().piece());
  }

  @Test
  void aPieceThatIsBeingDoneIsNotStartedAgain() throws Exception {
    found = List.of(7L);
    look();
    Started seven = next();
    assertNull(started.poll(50, TimeUnit.MILLISECONDS));
    end(seven, false);
    assertEquals(7, next().piece());
  }

  @Test
  void afterAFailureItLooksAgain() throws Exception {
    isBroken = true;
    found = List.of(1L);
    look();
    Started first = next();
    onContext(() -> first.more().tryFail(new IllegalStateException("bug")));
    assertEquals(1, next().piece());
  }

  @Test
  void closingWaitsForWhatIsInProgressAndStartsNothingMore() throws Exception {
    found = List.of(1L, 2L);
    look();
    Started one = next();
    Started two = next();
    Future<Void> closed = onContext(sweep::close);
    end(one, true);
    assertFalse(closed.isComplete());
    end(two, true);
    closed.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    assertNull(started.poll(50, TimeUnit.MILLISECONDS));
  }
}
