package dev.shopwire.ingest.auth;

import dev.shopwire.common.addresses.ClientAddress;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Looks up keys that are not cached yet, many in one question, one question at a time. Those of
 * clients that sent too many wrong keys are asked for in questions of their own, each client in
 * turn and after a pause: so a flood of made-up keys costs a bounded number of questions, and a
 * valid key from the same address waits for some of them and is never refused. For one event loop.
 */
final class KeyLookups {
  private static final int MAX_QUESTION = 256;
  private static final long PAUSE_MILLIS = 50;

  /** A caller is owed an answer within 2 s. */
  private static final long WAIT_MILLIS = 1_700;

  /** More than all connections of a port at their default, each of which waits for one key. */
  private static final int MAX_WAITING = 10_000;

  private final Vertx vertx;
  private final Function<Collection<Buffer>, Future<Map<Buffer, Optional<ApiKeyGrant>>>> question;
  private final Map<Buffer, Promise<Optional<ApiKeyGrant>>> waiting = new HashMap<>();
  private final Set<Buffer> trusted = new LinkedHashSet<>();
  private final Map<ClientAddress, ArrayDeque<Buffer>> suspects = new LinkedHashMap<>();
  private boolean asking;
  private boolean askingForSuspects;

  /**
   * @param question answers for all keys that it is asked for, or fails
   */
  KeyLookups(
      Vertx vertx,
      Function<Collection<Buffer>, Future<Map<Buffer, Optional<ApiKeyGrant>>>> question) {
    this.vertx = vertx;
    this.question = question;
  }

  /** For a client that sent no wrong keys, or not too many. */
  Future<Optional<ApiKeyGrant>> ask(Buffer hash) {
    return wait(
        hash,
        () -> {
          trusted.add(hash);
          if (!asking) {
            asking = true;
            // Lookups in the same event loop turn share one query.
            vertx.runOnContext(turn -> askForTrusted());
          }
        });
  }

  /** For a client that did. */
  Future<Optional<ApiKeyGrant>> askForSuspect(Buffer hash, ClientAddress client) {
    return wait(
        hash,
        () -> {
          suspects.computeIfAbsent(client, key -> new ArrayDeque<>()).add(hash);
          if (!askingForSuspects) {
            askingForSuspects = true;
            vertx.setTimer(PAUSE_MILLIS, timer -> askForSuspects());
          }
        });
  }

  private Future<Optional<ApiKeyGrant>> wait(Buffer hash, Runnable enqueue) {
    Promise<Optional<ApiKeyGrant>> known = waiting.get(hash);
    if (known == null) {
      if (waiting.size() >= MAX_WAITING) {
        return Future.failedFuture(Failure.unavailable("Too many API keys wait to be looked up"));
      }
      known = Promise.promise();
      waiting.put(hash, known);
      enqueue.run();
    }
    Promise<Optional<ApiKeyGrant>> own = SharedWork.promise();
    known.future().onComplete(own);
    // Its question may have to wait for the end of one that hangs.
    return own.future()
        .timeout(WAIT_MILLIS, TimeUnit.MILLISECONDS)
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)));
  }

  private void askForTrusted() {
    Set<Buffer> hashes = new LinkedHashSet<>();
    Iterator<Buffer> next = trusted.iterator();
    while (next.hasNext() && hashes.size() < MAX_QUESTION) {
      hashes.add(next.next());
      next.remove();
    }
    put(hashes)
        .onComplete(
            done -> {
              asking = !trusted.isEmpty();
              if (asking) {
                askForTrusted();
              }
            });
  }

  private void askForSuspects() {
    put(nextOfSuspects())
        .onComplete(
            done -> {
              askingForSuspects = !suspects.isEmpty();
              if (askingForSuspects) {
                vertx.setTimer(PAUSE_MILLIS, timer -> askForSuspects());
              }
            });
  }

  /** One key of each client in turn. */
  private Set<Buffer> nextOfSuspects() {
    Set<Buffer> hashes = new LinkedHashSet<>();
    while (!suspects.isEmpty() && hashes.size() < MAX_QUESTION) {
      Iterator<ArrayDeque<Buffer>> clients = suspects.values().iterator();
      while (clients.hasNext() && hashes.size() < MAX_QUESTION) {
        ArrayDeque<Buffer> keys = clients.next();
        hashes.add(keys.remove());
        if (keys.isEmpty()) {
          clients.remove();
        }
      }
    }
    return hashes;
  }

  /** Never fails. */
  private Future<?> put(Set<Buffer> hashes) {
    return question
        .apply(hashes)
        .onComplete(
            grants ->
                hashes.forEach(
                    hash -> take(hash).complete(grants.getOrDefault(hash, Optional.empty()))),
            error -> hashes.forEach(hash -> take(hash).fail(error)))
        .otherwiseEmpty();
  }

  private Promise<Optional<ApiKeyGrant>> take(Buffer hash) {
    Promise<Optional<ApiKeyGrant>> promise = waiting.remove(hash);
    return promise == null ? Promise.promise() : promise;
  }
}
