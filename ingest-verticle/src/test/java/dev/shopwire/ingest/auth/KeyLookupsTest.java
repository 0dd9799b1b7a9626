package dev.shopwire.ingest.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.addresses.ClientAddress;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.RateLimits;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeyLookupsTest {
  private static final Buffer VALID = Buffer.buffer("valid");
  private static final ApiKeyGrant GRANT = new ApiKeyGrant("key", 1, 1, new RateLimits(1, 1, 1));
  private static final ClientAddress GUESSER = new ClientAddress(1, 0);
  private static final ClientAddress OTHER = new ClientAddress(2, 0);

  private final Vertx vertx = Vertx.vertx();
  private final Context eventLoop = vertx.getOrCreateContext();
  private final List<List<Buffer>> questions = new ArrayList<>();
  private final KeyLookups lookups = new KeyLookups(vertx, this::answer);
  private int underWay;

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  private Future<Map<Buffer, Optional<ApiKeyGrant>>> answer(Collection<Buffer> hashes) {
    questions.add(List.copyOf(hashes));
    assertEquals(1, ++underWay, "one at a time");
    return vertx
        .timer(5)
        .map(
            passed -> {
              underWay--;
              Map<Buffer, Optional<ApiKeyGrant>> answers = new HashMap<>();
              hashes.forEach(hash -> answers.put(hash, Optional.empty()));
              if (hashes.contains(VALID)) {
                answers.put(VALID, Optional.of(GRANT));
              }
              return answers;
            });
  }

  private static Buffer made(int i) {
    return Buffer.buffer("made up " + i);
  }

  private void run(java.util.function.Supplier<Future<?>> test) throws TimeoutException {
    Promise<Void> done = Promise.promise();
    eventLoop.runOnContext(
        start -> {
          try {
            test.get().<Void>mapEmpty().onComplete(done);
          } catch (AssertionError | RuntimeException e) {
            done.fail(e);
          }
        });
    done.future().await(10, TimeUnit.SECONDS);
  }

  @Test
  void lookupsOfOneTurnShareAQueryAndLaterOnesTheNext() throws TimeoutException {
    run(
        () -> {
          List<Future<?>> asked = new ArrayList<>();
          for (int i = 0; i < 300; i++) {
            asked.add(lookups.ask(made(i)));
            asked.add(lookups.ask(made(i)));
          }
          return Future.all(asked);
        });
    assertEquals(List.of(256, 44), questions.stream().map(List::size).toList());
  }

  @Test
  void aValidKeyOfASuspectWaitsAndIsFound() throws TimeoutException {
    run(
        () -> {
          for (int i = 0; i < 1_000; i++) {
            lookups.askForSuspect(made(i), GUESSER);
          }
          return lookups
              .askForSuspect(VALID, GUESSER)
              .onSuccess(grant -> assertEquals(Optional.of(GRANT), grant));
        });
    assertEquals(4, questions.size());
  }

  @Test
  void lookupsThatWaitForAHangingQueryFailInTime() throws TimeoutException {
    KeyLookups hanging =
        new KeyLookups(
            vertx, hashes -> vertx.timer(1_500).compose(late -> Future.failedFuture("late")));
    long start = System.nanoTime();
    run(
        () -> {
          hanging.ask(made(1));
          return vertx
              .timer(100)
              .compose(later -> hanging.ask(made(2)))
              .transform(
                  answer -> {
                    assertTrue(answer.cause() instanceof Failure, () -> answer + "");
                    return Future.succeededFuture();
                  });
        });
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue(millis >= 1_700 && millis < 2_600, () -> millis + " ms");
  }

  @Test
  void suspectsTakeTurns() throws TimeoutException {
    run(
        () -> {
          for (int i = 0; i < 1_000; i++) {
            lookups.askForSuspect(made(i), GUESSER);
          }
          return lookups.askForSuspect(VALID, OTHER);
        });
    assertTrue(questions.get(0).contains(VALID));
  }
}
