package dev.shopwire.ingest.auth;

import dev.shopwire.common.addresses.ClientAddress;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.caches.BoundedMap;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.RateLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches recently used API keys. A result from PostgreSQL is trusted for {@code trust} from the
 * moment of the query, and keys in use are refreshed before that, all in one query. A revocation
 * thus takes effect everywhere within {@code trust}, with or without Redis or a cluster, and a
 * request in a steady stream never waits. Not thread-safe; use from one event loop.
 */
public final class ApiKeyCache {
  private static final int MAX_ACTIVE = 50_000;
  private static final int MAX_INVALID = 5_000;
  private static final long QUERY_TIMEOUT_MILLIS = 1_500;
  private static final Logger LOG = LoggerFactory.getLogger(ApiKeyCache.class);
  private static final String INVALID_KEY = "The API key is unknown or revoked";

  private static final class Entry {
    final Optional<ApiKeyGrant> grant;
    final Buffer hash;
    long queriedAt;
    boolean used;

    Entry(Buffer hash, Optional<ApiKeyGrant> grant, long queriedAt) {
      this.hash = hash;
      this.grant = grant;
      this.queriedAt = queriedAt;
    }
  }

  private final ApiKeys keys;
  private final RateLimits defaults;
  private final long trustNanos;
  private final Map<Buffer, Entry> activeKeys = BoundedMap.leastRecentlyUsed(MAX_ACTIVE);

  /** Keys that are unknown or revoked. */
  private final Map<Buffer, Entry> invalidKeys = BoundedMap.leastRecentlyUsed(MAX_INVALID);

  private final KeyLookups<ApiKeyGrant> lookups;
  private final FailureLimit failures;
  private final BackgroundTaskLog refreshes = new BackgroundTaskLog(LOG, "API key refresh");
  private boolean refreshing;

  /**
   * @param defaults the limits of keys without own limits
   * @param trust how long a result from PostgreSQL is trusted; less than the second within which a
   *     revocation must take effect
   * @param failures of this process's clients, shared by its event loops
   */
  public ApiKeyCache(
      Vertx vertx, ApiKeys keys, RateLimits defaults, Duration trust, FailureLimit failures) {
    this.keys = keys;
    this.defaults = defaults;
    this.trustNanos = trust.toNanos();
    this.failures = failures;
    this.lookups = new KeyLookups<>(vertx, this::lookUp);
    vertx.setPeriodic(Math.max(1, trust.toMillis() / 4), timer -> refresh());
  }

  /**
   * Returns the grant of {@code presented}. Fails with 401 for a key that is missing, malformed,
   * unknown or revoked, with 429 if its client sent too many such keys, and with 503 if the key
   * cannot be checked now.
   *
   * @param client the sender's address; resolved only if the key is not cached
   */
  public Future<ApiKeyGrant> grant(Optional<String> presented, Supplier<ClientAddress> client) {
    if (presented.isEmpty()) {
      return reject("The API key is missing; send it as X-Api-Key", client.get());
    }
    if (!ApiKey.isPlausible(presented.get())) {
      return reject("The API key is malformed", client.get());
    }
    Buffer hash = Buffer.buffer(ApiKey.hash(presented.get()));
    Entry entry = fresh(hash);
    if (entry != null) {
      entry.used = true;
      return entry.grant.isPresent()
          ? Future.succeededFuture(entry.grant.get())
          : reject(INVALID_KEY, client.get());
    }
    ClientAddress address = client.get();
    Future<Optional<ApiKeyGrant>> lookup =
        failures.isReached(address) ? lookups.lookUpSuspect(hash, address) : lookups.lookUp(hash);
    return lookup.compose(
        grant -> grant.map(Future::succeededFuture).orElseGet(() -> reject(INVALID_KEY, address)));
  }

  private Future<ApiKeyGrant> reject(String message, ClientAddress client) {
    Duration wait = failures.recordFailure(client);
    return Future.failedFuture(
        wait.isZero()
            ? Failure.of(Code.UNAUTHORIZED, message)
            : Failure.rateLimited(
                message + "; too many requests without a valid key came from this address", wait));
  }

  private @Nullable Entry fresh(Buffer hash) {
    Entry entry = activeKeys.get(hash);
    if (entry == null) {
      entry = invalidKeys.get(hash);
    }
    return entry != null && isFresh(entry) && sameHash(entry.hash, hash) ? entry : null;
  }

  private static boolean sameHash(Buffer one, Buffer other) {
    return MessageDigest.isEqual(one.getBytes(), other.getBytes());
  }

  private boolean isFresh(Entry entry) {
    return System.nanoTime() - entry.queriedAt < trustNanos;
  }

  private Future<Map<Buffer, Optional<ApiKeyGrant>>> lookUp(Collection<Buffer> hashes) {
    long queriedAt = System.nanoTime();
    return query(hashes)
        .map(
            active -> {
              Map<Buffer, ApiKeyGrant> grants = grants(active);
              Map<Buffer, Optional<ApiKeyGrant>> results = new HashMap<>();
              for (Buffer hash : hashes) {
                Optional<ApiKeyGrant> grant = Optional.ofNullable(grants.get(hash));
                remember(new Entry(hash, grant, queriedAt));
                results.put(hash, grant);
              }
              return results;
            })
        .recover(
            error ->
                Future.failedFuture(
                    PostgresFailures.asSharedFailure(LOG, "API key lookup failed", error)));
  }

  private void remember(Entry entry) {
    boolean active = entry.grant.isPresent();
    (active ? invalidKeys : activeKeys).remove(entry.hash);
    (active ? activeKeys : invalidKeys).put(entry.hash, entry);
  }

  private Future<List<ApiKeys.Active>> query(Collection<Buffer> hashes) {
    return keys.active(hashes).timeout(QUERY_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void refresh() {
    activeKeys.values().removeIf(entry -> !entry.used && !isFresh(entry));
    invalidKeys.values().removeIf(entry -> !isFresh(entry));
    List<Entry> inUse = activeKeys.values().stream().filter(entry -> entry.used).toList();
    if (refreshing || inUse.isEmpty()) {
      return;
    }
    refreshing = true;
    long queriedAt = System.nanoTime();
    refreshes
        .watch(
            query(inUse.stream().map(entry -> entry.hash).toList())
                .map(
                    active -> {
                      remember(inUse, grants(active), queriedAt);
                      return null;
                    }))
        .onComplete(result -> refreshing = false);
  }

  private void remember(List<Entry> entries, Map<Buffer, ApiKeyGrant> grants, long queriedAt) {
    for (Entry entry : entries) {
      remember(new Entry(entry.hash, Optional.ofNullable(grants.get(entry.hash)), queriedAt));
    }
  }

  private Map<Buffer, ApiKeyGrant> grants(List<ApiKeys.Active> active) {
    Map<Buffer, ApiKeyGrant> grants = new HashMap<>();
    for (ApiKeys.Active key : active) {
      RateLimits limits =
          new RateLimits(
              key.requestsPerSecond().orElse(defaults.requestsPerSecond()),
              key.eventsPerSecond().orElse(defaults.eventsPerSecond()),
              defaults.burstSeconds(),
              defaults.bytesPerSecond(key.eventsPerSecond()));
      grants.put(key.hash(), new ApiKeyGrant(key.keyId(), key.appId(), key.workspaceId(), limits));
    }
    return grants;
  }
}
