package dev.shopwire.ingest.admission;

import dev.shopwire.common.redis.RedisKeys;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.redis.RedisMetrics;
import dev.shopwire.common.redis.Script;
import dev.shopwire.common.telemetry.SharedWork;
import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether requests may proceed: takes their rate tokens and looks for their idempotency
 * keys.
 *
 * <p>While one call to Redis is under way, requests collect; the next call takes them all, those of
 * one API key in one script, together with the idempotency keys that are to be remembered. Redis
 * only saves work here: while it is away, buckets of this process limit and no request is known.
 * For one event loop.
 */
public final class Admission {
  private static final Script SCRIPT = new Script(script());
  private static final long REMEMBER_SECONDS = Duration.ofDays(1).toSeconds();

  /** Answers that wait to be remembered; more than that while Redis is slow are forgotten. */
  private static final int MAX_REMEMBERED = 10_000;

  private record Asked(
      int events, Optional<String> requestKey, Promise<AdmissionDecision> decision) {}

  /** What one call to Redis does for one API key. */
  private static final class Group {
    final ApiKeyGrant grant;
    final List<String> toRemember = new ArrayList<>();
    final List<Asked> asked = new ArrayList<>();

    Group(ApiKeyGrant grant) {
      this.grant = grant;
    }
  }

  private final RedisLink redis;
  private final LocalBuckets localBuckets;
  private final RedisMetrics metrics;
  private final UUID installation;
  private Map<String, Group> collecting = new LinkedHashMap<>();
  private int remembering;
  private final SharedWork waiting = new SharedWork();
  private boolean sending;

  /**
   * @param installation keeps keys apart from those of other databases' processes
   */
  public Admission(
      RedisLink redis, RedisMetrics metrics, LocalBuckets localBuckets, UUID installation) {
    this.redis = redis;
    this.metrics = metrics;
    this.localBuckets = localBuckets;
    this.installation = installation;
  }

  /**
   * Asks for one request.
   *
   * @param requestKey the request's idempotency key, if all its events came with ids
   * @return never fails
   */
  public Future<AdmissionDecision> admit(
      ApiKeyGrant grant, int events, Optional<String> requestKey) {
    if (redis.isAway(keys(grant))) {
      return Future.succeededFuture(decideHere(grant, events));
    }
    Asked asked = new Asked(events, requestKey, SharedWork.promise());
    group(grant).asked.add(asked);
    send();
    return asked.decision.future();
  }

  /** To be called when all events of a request are stored; nobody waits for it. */
  public void remember(ApiKeyGrant grant, String requestKey) {
    if (redis.isAway(keys(grant)) || remembering >= MAX_REMEMBERED) {
      return;
    }
    remembering++;
    group(grant).toRemember.add(requestKey);
    send();
  }

  private RedisKeys keys(ApiKeyGrant grant) {
    return RedisKeys.of(installation, grant.appId());
  }

  private Group group(ApiKeyGrant grant) {
    return collecting.computeIfAbsent(grant.keyId(), key -> new Group(grant));
  }

  private void send() {
    if (sending) {
      waiting.note();
    } else if (!collecting.isEmpty()) {
      call();
    }
  }

  private void call() {
    sending = true;
    List<Group> groups = List.copyOf(collecting.values());
    collecting = new LinkedHashMap<>();
    remembering = 0;
    Future.join(groups.stream().map(this::ask).toList())
        .onComplete(
            result -> {
              sending = false;
              if (!collecting.isEmpty()) {
                waiting.run(this::call);
              }
            });
  }

  private Future<?> ask(Group group) {
    RedisKeys keys = keys(group.grant);
    List<String> names = new ArrayList<>();
    names.add(keys.rate(group.grant.keyId()));
    group.toRemember.forEach(request -> names.add(keys.seen(request)));
    List<Object> arguments = new ArrayList<>(rates(group));
    for (Asked asked : group.asked) {
      asked.requestKey.ifPresent(request -> names.add(keys.seen(request)));
      arguments.add(asked.events);
      arguments.add(asked.requestKey.isPresent() ? names.size() : 0);
    }
    return SCRIPT
        .run(redis, keys, names, arguments)
        .onComplete(answer -> settle(group, answer), error -> decideHere(group));
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
        group.asked.size());
  }

  private void settle(Group group, @Nullable Response answer) {
    int size = group.asked.size();
    if (answer == null || answer.size() != size + 2) {
      decideHere(group);
      return;
    }
    long requestsLeft = answer.get(size).toLong();
    long eventsLeft = answer.get(size + 1).toLong();
    for (int i = 0; i < size; i++) {
      long said = answer.get(i).toLong();
      group.asked.get(i).decision.complete(AdmissionDecision.of(said, requestsLeft, eventsLeft));
    }
  }

  private void decideHere(Group group) {
    group.asked.forEach(asked -> asked.decision.complete(decideHere(group.grant, asked.events)));
  }

  private AdmissionDecision decideHere(ApiKeyGrant grant, int events) {
    metrics.decidedHere();
    return localBuckets.take(grant.keyId(), grant.limits(), events);
  }

  private static String script() {
    try (InputStream in =
        Admission.class.getResourceAsStream("/dev/shopwire/ingest/admission.lua")) {
      if (in == null) {
        throw new IllegalStateException("admission.lua is missing from the build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
