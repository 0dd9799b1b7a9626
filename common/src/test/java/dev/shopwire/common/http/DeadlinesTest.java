package dev.shopwire.common.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
  private static final Duration LIMIT = Duration.ofMillis(20);

  private final Vertx vertx = Vertx.vertx();
  private final Context eventLoop = vertx.getOrCreateContext();
  private final List<String> expired = new ArrayList<>();

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  /** Runs {@code test} on the event loop and waits for its promise. */
  private void run(Consumer<Promise<Void>> test) throws TimeoutException {
    Promise<Void> done = Promise.promise();
    eventLoop.runOnContext(
        ignored -> {
          try {
            test.accept(done);
          } catch (RuntimeException e) {
            done.fail(e);
          }
        });
    done.future().await(10, TimeUnit.SECONDS);
  }

  @Test
  void aFutureThatExceedsTheLimitExpiresWithinAboutHalfASecond() throws TimeoutException {
    long start = System.nanoTime();
    run(done -> new Deadlines(vertx, LIMIT).watch(Promise.promise().future(), done::complete));
    long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
    assertTrue(millis >= LIMIT.toMillis(), millis + " ms");
    assertTrue(millis < 5_000, millis + " ms");
  }

  @Test
  void aFutureThatCompletesInTimeNeverExpires() throws TimeoutException {
    run(
        done -> {
          Deadlines deadlines = new Deadlines(vertx, LIMIT);
          Promise<String> quick = Promise.promise();
          Promise<String> failing = Promise.promise();
          deadlines.watch(quick.future(), () -> expired.add("quick"));
          deadlines.watch(failing.future(), () -> expired.add("failing"));
          deadlines.watch(Future.succeededFuture(), () -> expired.add("done before"));
          deadlines.watch(Promise.promise().future(), done::complete);
          quick.complete("in time");
          failing.fail("in time too");
        });
    assertEquals(List.of(), expired);
  }

  @Test
  void expirationsAreReportedOnceAndInOrder() throws TimeoutException {
    run(
        done -> {
          Deadlines deadlines = new Deadlines(vertx, LIMIT);
          deadlines.watch(Promise.promise().future(), () -> expired.add("first"));
          deadlines.watch(
              Promise.promise().future(),
              () -> {
                expired.add("second");
                deadlines.watch(
                    Promise.promise().future(),
                    () -> {
                      expired.add("after another sweep");
                      done.complete();
                    });
              });
        });
    assertEquals(List.of("first", "second", "after another sweep"), expired);
  }

  @Test
  void anExpirationMayCompleteItsFuture() throws TimeoutException {
    run(
        done -> {
          Deadlines deadlines = new Deadlines(vertx, LIMIT);
          for (String name : List.of("a", "b", "c")) {
            Promise<Void> slow = Promise.promise();
            deadlines.watch(
                slow.future(),
                () -> {
                  expired.add(name);
                  slow.fail("too late");
                });
          }
          deadlines.watch(Promise.promise().future(), done::complete);
        });
    assertEquals(List.of("a", "b", "c"), expired);
  }

  @Test
  void manyFuturesThatCompleteInTimeNeverExpire() throws TimeoutException {
    run(
        done -> {
          Deadlines deadlines = new Deadlines(vertx, LIMIT);
          List<Promise<Void>> quick = new ArrayList<>();
          for (int i = 0; i < 10_000; i++) {
            Promise<Void> promise = Promise.promise();
            deadlines.watch(promise.future(), () -> expired.add("quick"));
            quick.add(promise);
          }
          quick.forEach(Promise::complete);
          deadlines.watch(Promise.promise().future(), done::complete);
        });
    assertEquals(List.of(), expired);
  }
}
