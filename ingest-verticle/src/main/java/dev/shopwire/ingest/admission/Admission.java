package dev.shopwire.ingest.admission;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.batching.SerialBatches;
import dev.shopwire.common.redis.RedisErrors;
import dev.shopwire.common.redis.RedisKeys;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.redis.RedisMetrics;
import dev.shopwire.common.redis.Script;
import dev.shopwire.common.resources.Resources;
import dev.shopwire.common.telemetry.SharedWork;
import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether requests may proceed: takes their rate limit tokens and checks their idempotency
 * keys.
 *
 * <p>While a call to Redis is in flight, requests are collected; the next call sends all of them,
 * with one script run per API key that also stores the idempotency keys to remember. Redis is
 * optional here: while it is unavailable, this process's own token buckets apply and no request is
 * recognized as repeated. Not thread-safe; use from one event loop.
 */
public final class Admission {
  private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
  private static final Script SCRIPT =
      new Script(Resources.text("/dev/shopwire/ingest/admission.lua"));
  private static final long REMEMBER_SECONDS = Duration.ofDays(1).toSeconds();

  /** Idempotency keys that may wait to be stored; more are dropped while Redis is slow. */
  private static final int MAX_TO_REMEMBER = 10_000;

  private record PendingRequest(
      int events, Optional<String> requestKey, Promise<AdmissionDecision> decision) {}

  /** The work of one script run, for one API key. */
  private static final class Group {
    final ApiKeyGrant grant;
    final List<String> toRemember = new ArrayList<>();
    final List<PendingRequest> pending = new ArrayList<>();

    Group(ApiKeyGrant grant) {
      this.grant = grant;
    }
  }

  private final BackgroundTaskLog scripts =
      new BackgroundTaskLog(
          LOG,
          "Rate limiting in Redis failed",
          "Rate limiting in Redis succeeded again",
          RedisErrors::isOutage);
  private final RedisLink redis;
  private final LocalBuckets localBuckets;
  private final RedisMetrics metrics;
  private final UUID installation;
  private Map<String, Group> collecting = new LinkedHashMap<>();
  private int rememberedCount;
  private final SerialBatches<List<Group>> calls =
      new SerialBatches<>(this::collected, this::call, this::fail);

  /**
   * @param installation separates these Redis keys from those of other installations
   */
  public Admission(
      RedisLink redis, RedisMetrics metrics, LocalBuckets localBuckets, UUID installation) {
    this.redis = redis;
    this.metrics = metrics;
    this.localBuckets = localBuckets;
    this.installation = installation;
  }

  /**
   * Decides about one request.
   *
   * @param requestKey the request's idempotency key, if all its events carry ids
   * @return never fails
   */
  public Future<AdmissionDecision> admit(
      ApiKeyGrant grant, int events, Optional<String> requestKey) {
    if (redis.isUnavailable(keys(grant))) {
      return Future.succeededFuture(decideLocally(grant, events));
    }
    PendingRequest request = new PendingRequest(events, requestKey, SharedWork.promise());
    group(grant).pending.add(request);
    calls.added();
    return request.decision.future();
  }

  /** Stores the idempotency key of a request whose events are all stored; does not block. */
  public void remember(ApiKeyGrant grant, String requestKey) {
    if (redis.isUnavailable(keys(grant)) || rememberedCount >= MAX_TO_REMEMBER) {
      return;
    }
    rememberedCount++;
    group(grant).toRemember.add(requestKey);
    calls.added();
  }

  private RedisKeys keys(ApiKeyGrant grant) {
    return RedisKeys.of(installation, grant.appId());
  }

  private Group group(ApiKeyGrant grant) {
    return collecting.computeIfAbsent(grant.keyId(), key -> new Group(grant));
  }

  private Optional<List<Group>> collected() {
    if (collecting.isEmpty()) {
      return Optional.empty();
    }
    List<Group> groups = List.copyOf(collecting.values());
    collecting = new LinkedHashMap<>();
    rememberedCount = 0;
    return Optional.of(groups);
  }

  private Future<?> call(List<Group> groups) {
    return Future.join(groups.stream().map(this::runScript).toList());
  }

  private Future<?> runScript(Group group) {
    RedisKeys keys = keys(group.grant);
    List<String> names = new ArrayList<>();
    names.add(keys.rate(group.grant.keyId()));
    group.toRemember.forEach(requestKey -> names.add(keys.seen(requestKey)));
    List<Object> arguments = new ArrayList<>(rates(group));
    for (PendingRequest request : group.pending) {
      request.requestKey.ifPresent(requestKey -> names.add(keys.seen(requestKey)));
      arguments.add(request.events);
      arguments.add(request.requestKey.isPresent() ? names.size() : 0);
    }
    return SCRIPT
        .run(redis, keys, names, arguments)
        .map(
            reply -> {
              settle(group, reply);
              return null;
            })
        .otherwise(
            error -> {
              fail(List.of(group), error);
              return null;
            });
  }

  private void fail(List<Group> groups, Throwable error) {
    groups.forEach(this::decideLocally);
    if (!RedisErrors.isOutage(error)) {
      scripts.failed(error);
    }
  }

  private static List<Object> rates(Group group) {
    RateLimits limits = group.grant.limits();
    return List.of(
        limits.requestsPerSecond(),
        limits.requestBurst(),
        limits.eventsPerSecond(),
        limits.eventBurst(),
        group.toRemember.size(),
        REMEMBER_SECONDS,
        group.pending.size());
  }

  private void settle(Group group, @Nullable Response reply) {
    int size = group.pending.size();
    if (reply == null || reply.size() != size + 2) {
      decideLocally(group);
      return;
    }
    long requestsLeft = reply.get(size).toLong();
    long eventsLeft = reply.get(size + 1).toLong();
    for (int i = 0; i < size; i++) {
      long result = reply.get(i).toLong();
      PendingRequest request = group.pending.get(i);
      request.decision.tryComplete(AdmissionDecision.of(result, requestsLeft, eventsLeft));
    }
    scripts.succeeded();
  }

  /** Decides about the requests of a group that are still undecided. */
  private void decideLocally(Group group) {
    for (PendingRequest request : group.pending) {
      if (!request.decision.future().isComplete()) {
        request.decision.tryComplete(decideLocally(group.grant, request.events));
      }
    }
  }

  private AdmissionDecision decideLocally(ApiKeyGrant grant, int events) {
    metrics.recordFallback();
    return localBuckets.take(grant.keyId(), grant.limits(), events);
  }
}
