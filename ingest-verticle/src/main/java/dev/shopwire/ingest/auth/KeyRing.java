package dev.shopwire.ingest.auth;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.telemetry.OnBehalf;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.RateLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
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

/**
 * The active keys that requests came with lately. What PostgreSQL said of a key is believed for
 * {@code trust} from the moment it was asked, and keys in use are asked for again before that, all
 * in one query: so a revocation holds everywhere within {@code trust}, with or without Redis or a
 * cluster, and a request in a steady stream never waits. For one event loop.
 */
public final class KeyRing {
  private static final int MAX_KNOWN = 50_000;
  private static final long ANSWER_MILLIS = 1_500;

  private static final class Entry {
    final Optional<Grant> grant;
    final Buffer hash;
    long askedAt;
    boolean used;

    Entry(Buffer hash, Optional<Grant> grant, long askedAt) {
      this.hash = hash;
      this.grant = grant;
      this.askedAt = askedAt;
    }
  }

  private final Vertx vertx;
  private final ApiKeys keys;
  private final RateLimits defaults;
  private final long trustNanos;
  private final Map<Buffer, Entry> known = new HashMap<>();
  private final Map<Buffer, Promise<Optional<Grant>>> wanted = new HashMap<>();
  private boolean refreshing;

  /**
   * @param defaults for keys without limits of their own
   * @param trust how long an answer of PostgreSQL is believed; less than the second in which a
   *     revocation must hold
   */
  public KeyRing(Vertx vertx, ApiKeys keys, RateLimits defaults, Duration trust) {
    this.vertx = vertx;
    this.keys = keys;
    this.defaults = defaults;
    this.trustNanos = trust.toNanos();
    vertx.setPeriodic(Math.max(1, trust.toMillis() / 4), timer -> refresh());
  }

  /**
   * What {@code presented} grants; fails with 401 for a key that is missing, malformed, unknown or
   * revoked, and with 503 when that can't be told now.
   */
  public Future<Grant> grant(Optional<String> presented) {
    if (presented.isEmpty()) {
      return refuse("An API key is missing: send it as X-Api-Key");
    }
    if (!ApiKey.isPlausible(presented.get())) {
      return refuse("The API key is malformed");
    }
    Buffer hash = Buffer.buffer(ApiKey.hash(presented.get()));
    Entry entry = known.get(hash);
    if (entry != null && isFresh(entry) && sameHash(entry.hash, hash)) {
      entry.used = true;
      return grantOf(entry.grant);
    }
    return look(hash).compose(KeyRing::grantOf);
  }

  private static Future<Grant> grantOf(Optional<Grant> grant) {
    return grant
        .map(Future::succeededFuture)
        .orElseGet(() -> refuse("The API key is unknown or revoked"));
  }

  private static Future<Grant> refuse(String why) {
    return Future.failedFuture(Failure.of(Code.UNAUTHORIZED, why));
  }

  private static boolean sameHash(Buffer one, Buffer other) {
    return MessageDigest.isEqual(one.getBytes(), other.getBytes());
  }

  private boolean isFresh(Entry entry) {
    return System.nanoTime() - entry.askedAt < trustNanos;
  }

  /** Everybody who asks for unknown keys in one turn of the loop shares a query. */
  private Future<Optional<Grant>> look(Buffer hash) {
    if (wanted.isEmpty()) {
      vertx.runOnContext(ignored -> lookUpWanted());
    }
    Promise<Optional<Grant>> own = OnBehalf.promise();
    wanted.computeIfAbsent(hash, key -> Promise.promise()).future().onComplete(own);
    return own.future();
  }

  private void lookUpWanted() {
    Map<Buffer, Promise<Optional<Grant>>> asked = Map.copyOf(wanted);
    wanted.clear();
    long askedAt = System.nanoTime();
    ask(asked.keySet())
        .onComplete(
            active -> {
              Map<Buffer, Grant> grants = grants(active);
              asked.forEach(
                  (hash, promise) -> {
                    Optional<Grant> grant = Optional.ofNullable(grants.get(hash));
                    remember(new Entry(hash, grant, askedAt));
                    promise.complete(grant);
                  });
            },
            error ->
                asked.values().forEach(promise -> promise.fail(PostgresFailures.asFailure(error))));
  }

  private Future<List<ApiKeys.Active>> ask(Collection<Buffer> hashes) {
    return keys.active(hashes).timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void remember(Entry entry) {
    // Only a flood of made-up keys gets here; forgetting costs a query each and nothing else.
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    known.put(entry.hash, entry);
  }

  private void refresh() {
    known.values().removeIf(entry -> !entry.used && !isFresh(entry));
    List<Entry> inUse =
        known.values().stream().filter(entry -> entry.used && entry.grant.isPresent()).toList();
    if (refreshing || inUse.isEmpty()) {
      return;
    }
    refreshing = true;
    long askedAt = System.nanoTime();
    ask(inUse.stream().map(entry -> entry.hash).toList())
        .onSuccess(
            active -> {
              Map<Buffer, Grant> grants = grants(active);
              inUse.forEach(
                  entry ->
                      known.put(
                          entry.hash,
                          new Entry(
                              entry.hash, Optional.ofNullable(grants.get(entry.hash)), askedAt)));
            })
        .onComplete(result -> refreshing = false);
  }

  private Map<Buffer, Grant> grants(List<ApiKeys.Active> active) {
    Map<Buffer, Grant> grants = new HashMap<>();
    for (ApiKeys.Active key : active) {
      RateLimits limits =
          new RateLimits(
              key.requestsPerSecond().orElse(defaults.requestsPerSecond()),
              key.eventsPerSecond().orElse(defaults.eventsPerSecond()),
              defaults.burstSeconds());
      grants.put(key.hash(), new Grant(key.keyId(), key.appId(), key.workspaceId(), limits));
    }
    return grants;
  }
}
