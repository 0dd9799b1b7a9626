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
  private final List<List<Buffer>> queries = new ArrayList<>();
  private final KeyLookups<ApiKeyGrant> lookups = new KeyLookups<>(vertx, this::query);
  private int inFlight;

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  private Future<Map<Buffer, Optional<ApiKeyGrant>>> query(Collection<Buffer> hashes) {
    queries.add(List.copyOf(hashes));
    assertEquals(1, ++inFlight, "one query at a time");
    return vertx
        .timer(5)
        .map(
            passed -> {
              inFlight--;
              Map<Buffer, Optional<ApiKeyGrant>> results = new HashMap<>();
              hashes.forEach(hash -> results.put(hash, Optional.empty()));
              if (hashes.contains(VALID)) {
                results.put(VALID, Optional.of(GRANT));
              }
              return results;
            });
  }

  private static Buffer guessedHash(int i) {
    return Buffer.buffer("guessed " + i);
  }

  private void run(java.util.function.Supplier<Future<?>> test) throws TimeoutException {
    Promise<Void> done = Promise.promise();
    eventLoop.runOnContext(
        ignored -> {
          try {
            test.get().<Void>mapEmpty().onComplete(done);
          } catch (AssertionError | RuntimeException e) {
            done.fail(e);
          }
        });
    done.future().await(10, TimeUnit.SECONDS);
  }

  @Test
  void lookupsOfOneTickShareAQueryAndLaterOnesUseTheNext() throws TimeoutException {
    run(
        () -> {
          List<Future<?>> found = new ArrayList<>();
          for (int i = 0; i < 300; i++) {
            found.add(lookups.lookUp(guessedHash(i)));
            found.add(lookups.lookUp(guessedHash(i)));
          }
          return Future.all(found);
        });
    assertEquals(List.of(256, 44), queries.stream().map(List::size).toList());
  }

  @Test
  void aValidKeyFromASuspectAddressWaitsAndIsFound() throws TimeoutException {
    run(
        () -> {
          for (int i = 0; i < 1_000; i++) {
            lookups.lookUpSuspect(guessedHash(i), GUESSER);
          }
          return lookups
              .lookUpSuspect(VALID, GUESSER)
              .onSuccess(grant -> assertEquals(Optional.of(GRANT), grant));
        });
    assertEquals(4, queries.size());
  }

  @Test
  void lookupsThatWaitForAHangingQueryFailInTime() throws TimeoutException {
    KeyLookups<ApiKeyGrant> hanging =
        new KeyLookups<>(
            vertx, hashes -> vertx.timer(1_500).compose(late -> Future.failedFuture("late")));
    long start = System.nanoTime();
    run(
        () -> {
          hanging.lookUp(guessedHash(1));
          return vertx
              .timer(100)
              .compose(later -> hanging.lookUp(guessedHash(2)))
              .transform(
                  result -> {
                    assertTrue(result.cause() instanceof Failure, () -> result + "");
                    return Future.succeededFuture();
                  });
        });
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue(millis >= 1_700 && millis < 2_600, () -> millis + " ms");
  }

  @Test
  void suspectAddressesTakeTurns() throws TimeoutException {
    run(
        () -> {
          for (int i = 0; i < 1_000; i++) {
            lookups.lookUpSuspect(guessedHash(i), GUESSER);
          }
          return lookups.lookUpSuspect(VALID, OTHER);
        });
    assertTrue(queries.get(0).contains(VALID));
  }
}
