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
 * Looks up uncached keys, many per query and one query at a time. Keys of clients that have sent
 * too many invalid keys are looked up in separate queries, clients in turn and after a pause. So a
 * flood of made-up keys costs a bounded number of queries, and a valid key from the same address
 * may wait for some of them but is never rejected. Not thread-safe; use from one event loop.
 *
 * @param <G> what a valid key grants
 */
public final class KeyLookups<G> {
  private static final int MAX_QUERY_KEYS = 256;
  private static final long PAUSE_MILLIS = 50;

  /** Callers must get a response within 2 s. */
  private static final long TIMEOUT_MILLIS = 1_700;

  /** More than the default limit of connections per port, each of which waits for one key. */
  private static final int MAX_WAITING = 10_000;

  private final Vertx vertx;
  private final Function<Collection<Buffer>, Future<Map<Buffer, Optional<G>>>> query;
  private final Map<Buffer, Promise<Optional<G>>> waiting = new HashMap<>();
  private final Set<Buffer> trusted = new LinkedHashSet<>();
  private final Map<ClientAddress, ArrayDeque<Buffer>> suspects = new LinkedHashMap<>();
  private boolean querying;
  private boolean queryingSuspects;

  /**
   * @param query returns a result for every requested key, or fails
   */
  public KeyLookups(
      Vertx vertx, Function<Collection<Buffer>, Future<Map<Buffer, Optional<G>>>> query) {
    this.vertx = vertx;
    this.query = query;
  }

  /** Looks up a key of a client that did not send too many invalid keys. */
  public Future<Optional<G>> lookUp(Buffer hash) {
    return join(
        hash,
        () -> {
          trusted.add(hash);
          if (!querying) {
            querying = true;
            // Lookups in the same event loop turn share one query.
            vertx.runOnContext(turn -> queryTrusted());
          }
        });
  }

  /** Looks up a key of a client that did. */
  public Future<Optional<G>> lookUpSuspect(Buffer hash, ClientAddress client) {
    return join(
        hash,
        () -> {
          suspects.computeIfAbsent(client, key -> new ArrayDeque<>()).add(hash);
          if (!queryingSuspects) {
            queryingSuspects = true;
            vertx.setTimer(PAUSE_MILLIS, timer -> querySuspects());
          }
        });
  }

  private Future<Optional<G>> join(Buffer hash, Runnable enqueue) {
    Promise<Optional<G>> shared = waiting.get(hash);
    if (shared == null) {
      if (waiting.size() >= MAX_WAITING) {
        return Future.failedFuture(Failure.unavailable("Too many API key lookups are pending"));
      }
      shared = Promise.promise();
      waiting.put(hash, shared);
      enqueue.run();
    }
    Promise<Optional<G>> own = SharedWork.promise();
    shared.future().onComplete(own);
    // Its query may have to wait for an earlier one that hangs.
    return own.future()
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)));
  }

  private void queryTrusted() {
    Set<Buffer> hashes = new LinkedHashSet<>();
    Iterator<Buffer> next = trusted.iterator();
    while (next.hasNext() && hashes.size() < MAX_QUERY_KEYS) {
      hashes.add(next.next());
      next.remove();
    }
    runQuery(hashes)
        .onComplete(
            done -> {
              querying = !trusted.isEmpty();
              if (querying) {
                queryTrusted();
              }
            });
  }

  private void querySuspects() {
    runQuery(nextSuspects())
        .onComplete(
            done -> {
              queryingSuspects = !suspects.isEmpty();
              if (queryingSuspects) {
                vertx.setTimer(PAUSE_MILLIS, timer -> querySuspects());
              }
            });
  }

  /** Takes one key of each client in turn. */
  private Set<Buffer> nextSuspects() {
    Set<Buffer> hashes = new LinkedHashSet<>();
    while (!suspects.isEmpty() && hashes.size() < MAX_QUERY_KEYS) {
      Iterator<ArrayDeque<Buffer>> clients = suspects.values().iterator();
      while (clients.hasNext() && hashes.size() < MAX_QUERY_KEYS) {
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
  private Future<?> runQuery(Set<Buffer> hashes) {
    return query
        .apply(hashes)
        .onComplete(
            grants ->
                hashes.forEach(
                    hash -> remove(hash).complete(grants.getOrDefault(hash, Optional.<G>empty()))),
            error -> hashes.forEach(hash -> remove(hash).fail(error)))
        .otherwiseEmpty();
  }

  private Promise<Optional<G>> remove(Buffer hash) {
    Promise<Optional<G>> promise = waiting.remove(hash);
    return promise == null ? Promise.promise() : promise;
  }
}
