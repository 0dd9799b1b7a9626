package dev.shopwire.ingest.admission;

import dev.shopwire.common.telemetry.OnBehalf;
import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.auth.Grant;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
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
  private static final String SCRIPT = script();
  private static final long REMEMBER_SECONDS = Duration.ofDays(1).toSeconds();

  /** Answers that wait to be remembered; more than that while Redis is slow are forgotten. */
  private static final int MAX_REMEMBERED = 10_000;

  private record Asked(int events, Optional<String> requestKey, Promise<Decision> decision) {}

  /** What one call to Redis does for one API key. */
  private static final class Group {
    final Grant grant;
    final List<String> toRemember = new ArrayList<>();
    final List<Asked> asked = new ArrayList<>();

    Group(Grant grant) {
      this.grant = grant;
    }
  }

  private final RedisLink redis;
  private final LocalBuckets localBuckets;
  private final String prefix;
  private final String scriptSha;
  private Map<String, Group> collecting = new LinkedHashMap<>();
  private int remembering;
  private final OnBehalf waiting = new OnBehalf();
  private boolean sending;
  private boolean scriptLoaded;

  /**
   * @param installation keeps keys apart from those of other databases' processes
   */
  public Admission(RedisLink redis, LocalBuckets localBuckets, UUID installation) {
    this.redis = redis;
    this.localBuckets = localBuckets;
    // The braces are a hash tag: all keys of an app lie in one slot of a Redis Cluster.
    this.prefix = "sw:{" + installation.toString().substring(24) + ":";
    this.scriptSha = sha1(SCRIPT);
  }

  /**
   * Asks for one request.
   *
   * @param requestKey the request's idempotency key, if all its events came with ids
   * @return never fails
   */
  public Future<Decision> admit(Grant grant, int events, Optional<String> requestKey) {
    if (redis.isAway()) {
      return Future.succeededFuture(localBuckets.take(grant.keyId(), grant.limits(), events));
    }
    Asked asked = new Asked(events, requestKey, OnBehalf.promise());
    group(grant).asked.add(asked);
    send();
    return asked.decision.future();
  }

  /** To be called when all events of a request are stored; nobody waits for it. */
  public void remember(Grant grant, String requestKey) {
    if (redis.isAway() || remembering >= MAX_REMEMBERED) {
      return;
    }
    remembering++;
    group(grant).toRemember.add(requestKey);
    send();
  }

  private Group group(Grant grant) {
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
    call(groups)
        .onComplete(answers -> settle(groups, answers), error -> groups.forEach(this::decideHere))
        .onComplete(
            result -> {
              sending = false;
              if (!collecting.isEmpty()) {
                waiting.run(this::call);
              }
            });
  }

  private Future<List<@Nullable Response>> call(List<Group> groups) {
    boolean withSource = !scriptLoaded;
    return redis
        .batch(groups.stream().map(group -> script(group, withSource)).toList())
        .onSuccess(answers -> scriptLoaded = true)
        .recover(
            error -> {
              if (!String.valueOf(error.getMessage()).startsWith("NOSCRIPT")) {
                return Future.failedFuture(error);
              }
              // Redis was restarted: say the script once more, with its text.
              return redis.batch(groups.stream().map(group -> script(group, true)).toList());
            });
  }

  private Request script(Group group, boolean withSource) {
    String tag = prefix + group.grant.appId() + "}:";
    Request request =
        withSource
            ? Request.cmd(Command.EVAL).arg(SCRIPT)
            : Request.cmd(Command.EVALSHA).arg(scriptSha);
    int keys = 1 + group.toRemember.size();
    for (Asked asked : group.asked) {
      keys += asked.requestKey.isPresent() ? 1 : 0;
    }
    request.arg(keys).arg(tag + "rate:" + group.grant.keyId());
    group.toRemember.forEach(key -> request.arg(tag + "seen:" + key));
    group.asked.forEach(
        asked -> asked.requestKey.ifPresent(key -> request.arg(tag + "seen:" + key)));
    RateLimits limits = group.grant.limits();
    request
        .arg(limits.requestsPerSecond())
        .arg(limits.requestBurst())
        .arg(limits.eventsPerSecond())
        .arg(limits.eventBurst())
        .arg(group.toRemember.size())
        .arg(REMEMBER_SECONDS)
        .arg(group.asked.size());
    int place = 1 + group.toRemember.size();
    for (Asked asked : group.asked) {
      request.arg(asked.events).arg(asked.requestKey.isPresent() ? ++place : 0);
    }
    return request;
  }

  private void settle(List<Group> groups, List<@Nullable Response> answers) {
    for (int g = 0; g < groups.size(); g++) {
      Group group = groups.get(g);
      int size = group.asked.size();
      Response answer = answers.get(g);
      if (answer == null || answer.size() != size + 2) {
        decideHere(group);
        continue;
      }
      long requestsLeft = answer.get(size).toLong();
      long eventsLeft = answer.get(size + 1).toLong();
      for (int i = 0; i < size; i++) {
        long said = answer.get(i).toLong();
        group.asked.get(i).decision.complete(Decision.of(said, requestsLeft, eventsLeft));
      }
    }
  }

  private void decideHere(Group group) {
    Grant grant = group.grant;
    for (Asked asked : group.asked) {
      asked.decision.complete(localBuckets.take(grant.keyId(), grant.limits(), asked.events));
    }
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

  private static String sha1(String text) {
    try {
      byte[] digest =
          java.security.MessageDigest.getInstance("SHA-1")
              .digest(text.getBytes(StandardCharsets.UTF_8));
      return java.util.HexFormat.of().formatHex(digest);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
