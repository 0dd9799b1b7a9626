package dev.shopwire.ingest.auth;

import dev.shopwire.common.addresses.ClientAddress;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The active keys that requests came with lately. What PostgreSQL said of a key is believed for
 * {@code trust} from the moment it was asked, and keys in use are asked for again before that, all
 * in one query: so a revocation holds everywhere within {@code trust}, with or without Redis or a
 * cluster, and a request in a steady stream never waits. For one event loop.
 */
public final class ApiKeyCache {
  private static final int MAX_KNOWN = 50_000;
  private static final int MAX_UNKNOWN = 5_000;
  private static final long ANSWER_MILLIS = 1_500;
  private static final String UNKNOWN = "The API key is unknown or revoked";

  private static final class Entry {
    final Optional<ApiKeyGrant> grant;
    final Buffer hash;
    long askedAt;
    boolean used;

    Entry(Buffer hash, Optional<ApiKeyGrant> grant, long askedAt) {
      this.hash = hash;
      this.grant = grant;
      this.askedAt = askedAt;
    }
  }

  private final ApiKeys keys;
  private final RateLimits defaults;
  private final long trustNanos;
  private final Map<Buffer, Entry> known = forgetful(MAX_KNOWN);

  /** Keys that grant nothing. */
  private final Map<Buffer, Entry> unknown = forgetful(MAX_UNKNOWN);

  private final KeyLookups lookups;
  private final FailureLimit failures;
  private boolean refreshing;

  /**
   * @param defaults for keys without limits of their own
   * @param trust how long an answer of PostgreSQL is believed; less than the second in which a
   *     revocation must hold
   * @param failures of clients of this process, shared by its event loops
   */
  public ApiKeyCache(
      Vertx vertx, ApiKeys keys, RateLimits defaults, Duration trust, FailureLimit failures) {
    this.keys = keys;
    this.defaults = defaults;
    this.trustNanos = trust.toNanos();
    this.failures = failures;
    this.lookups = new KeyLookups(vertx, this::lookUp);
    vertx.setPeriodic(Math.max(1, trust.toMillis() / 4), timer -> refresh());
  }

  private static Map<Buffer, Entry> forgetful(int most) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<Buffer, Entry> eldest) {
        return size() > most;
      }
    };
  }

  /**
   * What {@code presented} grants; fails with 401 for a key that is missing, malformed, unknown or
   * revoked, or with 429 where its client sent too many of those; and with 503 when the key can't
   * be checked now.
   *
   * @param client the sender's address; asked for only if the key isn't known
   */
  public Future<ApiKeyGrant> grant(Optional<String> presented, Supplier<ClientAddress> client) {
    if (presented.isEmpty()) {
      return refuse("An API key is missing: send it as X-Api-Key", client.get());
    }
    if (!ApiKey.isPlausible(presented.get())) {
      return refuse("The API key is malformed", client.get());
    }
    Buffer hash = Buffer.buffer(ApiKey.hash(presented.get()));
    Entry entry = fresh(hash);
    if (entry != null) {
      entry.used = true;
      return entry.grant.isPresent()
          ? Future.succeededFuture(entry.grant.get())
          : refuse(UNKNOWN, client.get());
    }
    ClientAddress asker = client.get();
    return (failures.isReached(asker) ? lookups.askForSuspect(hash, asker) : lookups.ask(hash))
        .compose(
            grant -> grant.map(Future::succeededFuture).orElseGet(() -> refuse(UNKNOWN, asker)));
  }

  private Future<ApiKeyGrant> refuse(String why, ClientAddress client) {
    Duration wait = failures.failed(client);
    return Future.failedFuture(
        wait.isZero()
            ? Failure.of(Code.UNAUTHORIZED, why)
            : Failure.rateLimited(
                why + "; too many requests without a valid key came from this address", wait));
  }

  private @Nullable Entry fresh(Buffer hash) {
    Entry entry = known.get(hash);
    if (entry == null) {
      entry = unknown.get(hash);
    }
    return entry != null && isFresh(entry) && sameHash(entry.hash, hash) ? entry : null;
  }

  private static boolean sameHash(Buffer one, Buffer other) {
    return MessageDigest.isEqual(one.getBytes(), other.getBytes());
  }

  private boolean isFresh(Entry entry) {
    return System.nanoTime() - entry.askedAt < trustNanos;
  }

  private Future<Map<Buffer, Optional<ApiKeyGrant>>> lookUp(Collection<Buffer> hashes) {
    long askedAt = System.nanoTime();
    return ask(hashes)
        .map(
            active -> {
              Map<Buffer, ApiKeyGrant> grants = grants(active);
              Map<Buffer, Optional<ApiKeyGrant>> answers = new HashMap<>();
              for (Buffer hash : hashes) {
                Optional<ApiKeyGrant> grant = Optional.ofNullable(grants.get(hash));
                remember(new Entry(hash, grant, askedAt));
                answers.put(hash, grant);
              }
              return answers;
            })
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)));
  }

  private void remember(Entry entry) {
    boolean active = entry.grant.isPresent();
    (active ? unknown : known).remove(entry.hash);
    (active ? known : unknown).put(entry.hash, entry);
  }

  private Future<List<ApiKeys.Active>> ask(Collection<Buffer> hashes) {
    return keys.active(hashes).timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void refresh() {
    known.values().removeIf(entry -> !entry.used && !isFresh(entry));
    unknown.values().removeIf(entry -> !isFresh(entry));
    List<Entry> inUse = known.values().stream().filter(entry -> entry.used).toList();
    if (refreshing || inUse.isEmpty()) {
      return;
    }
    refreshing = true;
    long askedAt = System.nanoTime();
    ask(inUse.stream().map(entry -> entry.hash).toList())
        .onSuccess(
            active -> {
              Map<Buffer, ApiKeyGrant> grants = grants(active);
              inUse.forEach(
                  entry ->
                      remember(
                          new Entry(
                              entry.hash, Optional.ofNullable(grants.get(entry.hash)), askedAt)));
            })
        .onComplete(result -> refreshing = false);
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
