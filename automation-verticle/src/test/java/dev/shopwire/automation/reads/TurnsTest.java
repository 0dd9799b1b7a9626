package dev.shopwire.automation.reads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final Vertx vertx = Vertx.vertx();
  private final Context eventLoop = vertx.getOrCreateContext();
  private final List<String> started = new ArrayList<>();
  private final List<Promise<String>> running = new ArrayList<>();

  @AfterEach
  void close() throws TimeoutException {
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) throws TimeoutException {
    return future.await(10, TimeUnit.SECONDS);
  }

  /** Runs a step on the event loop, as all of them must be. */
  private void step(Runnable step) throws TimeoutException {
    Promise<Void> done = Promise.promise();
    eventLoop.runOnContext(
        go -> {
          step.run();
          done.complete();
        });
    await(done.future());
  }

  private Future<String> submit(Turns turns, long workspace, String name) {
    return turns.run(
        workspace,
        () -> {
          Promise<String> work = Promise.promise();
          started.add(name);
          running.add(work);
          return work.future();
        });
  }

  @Test
  void workspacesTakeTurns() throws TimeoutException {
    Turns turns = new Turns(vertx, 1, Duration.ofSeconds(60));
    step(
        () -> {
          for (String name : List.of("a1", "a2", "a3")) {
            submit(turns, 1, name);
          }
          submit(turns, 2, "b1");
          submit(turns, 3, "c1");
          submit(turns, 2, "b2");
        });
    for (int i = 0; i < 6; i++) {
      int number = i;
      step(() -> running.get(number).complete("done"));
    }
    assertEquals(List.of("a1", "a2", "b1", "c1", "a3", "b2"), started);
  }

  @Test
  void noMoreRunAtOnceThanAllowedAndAFailureFreesItsTurn() throws TimeoutException {
    Turns turns = new Turns(vertx, 2, Duration.ofSeconds(60));
    step(() -> List.of("1", "2", "3", "4").forEach(name -> submit(turns, 1, name)));
    assertEquals(2, started.size());
    step(() -> running.get(0).fail("failed"));
    assertEquals(List.of("1", "2", "3"), started);
    step(() -> running.get(1).complete(""));
    assertEquals(4, started.size());
  }

  @Test
  void whoWaitsTooLongIsRefusedAndTakesNoTurn() throws TimeoutException {
    Turns turns = new Turns(vertx, 1, Duration.ofMillis(50));
    List<Future<String>> submitted = new ArrayList<>();
    step(
        () -> {
          submitted.add(submit(turns, 1, "long"));
          submitted.add(submit(turns, 1, "refused"));
        });
    Failure failure = assertThrows(Failure.class, () -> await(submitted.get(1)));
    assertEquals("segment_reads_busy", failure.reason());
    assertTrue(failure.retryAfter().isPresent());
    step(() -> running.get(0).complete("done"));
    step(() -> submitted.add(submit(turns, 2, "next")));
    assertEquals(List.of("long", "next"), started);
  }

  @Test
  void veryManyAreRefusedAtOnce() throws TimeoutException {
    Turns turns = new Turns(vertx, 1, Duration.ofSeconds(60));
    List<Future<String>> submitted = new ArrayList<>();
    step(
        () -> {
          for (int i = 0; i < 258; i++) {
            submitted.add(submit(turns, i, "read " + i));
          }
        });
    assertFalse(submitted.get(256).isComplete());
    assertTrue(submitted.get(257).failed());
  }
}
