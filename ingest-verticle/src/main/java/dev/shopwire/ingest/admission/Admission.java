package dev.shopwire.ingest.admission;

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

  private record Asked(
      Grant grant, int events, Optional<String> requestKey, Promise<Decision> decision) {}

  private final RedisLink redis;
  private final LocalBuckets localBuckets;
  private final String prefix;
  private final String scriptSha;
  private List<Asked> waiting = new ArrayList<>();
  private List<Request> toRemember = new ArrayList<>();
  private boolean sending;
  private boolean scriptLoaded;

  /**
   * @param installation keeps keys apart from those of other databases' processes
   */
  public Admission(RedisLink redis, LocalBuckets localBuckets, UUID installation) {
    this.redis = redis;
    this.localBuckets = localBuckets;
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
    Asked asked = new Asked(grant, events, requestKey, Promise.promise());
    waiting.add(asked);
    send();
    return asked.decision.future();
  }

  /** To be called when all events of a request are stored; nobody waits for it. */
  public void remember(Grant grant, String requestKey) {
    if (redis.isAway() || toRemember.size() >= MAX_REMEMBERED) {
      return;
    }
    toRemember.add(
        Request.cmd(Command.SET)
            .arg(idempotencyKey(grant, requestKey))
            .arg("1")
            .arg("EX")
            .arg(REMEMBER_SECONDS));
    send();
  }

  private void send() {
    if (sending || (waiting.isEmpty() && toRemember.isEmpty())) {
      return;
    }
    sending = true;
    Map<String, List<Asked>> byKey = new LinkedHashMap<>();
    for (Asked asked : waiting) {
      byKey.computeIfAbsent(asked.grant.keyId(), key -> new ArrayList<>()).add(asked);
    }
    List<Request> remembered = toRemember;
    waiting = new ArrayList<>();
    toRemember = new ArrayList<>();
    List<List<Asked>> groups = List.copyOf(byKey.values());
    call(groups, remembered)
        .onComplete(answers -> settle(groups, answers), error -> groups.forEach(this::decideHere))
        .onComplete(
            result -> {
              sending = false;
              send();
            });
  }

  private Future<List<@Nullable Response>> call(
      List<List<Asked>> groups, List<Request> remembered) {
    List<Request> requests = new ArrayList<>(groups.size() + remembered.size());
    boolean withSource = !scriptLoaded;
    groups.forEach(group -> requests.add(script(group, withSource)));
    requests.addAll(remembered);
    return redis
        .batch(requests)
        .onSuccess(answers -> scriptLoaded |= !groups.isEmpty())
        .recover(
            error -> {
              if (!String.valueOf(error.getMessage()).startsWith("NOSCRIPT")) {
                return Future.failedFuture(error);
              }
              // Redis was restarted: say the script once more, with its text.
              scriptLoaded = false;
              return redis.batch(groups.stream().map(group -> script(group, true)).toList());
            });
  }

  private Request script(List<Asked> group, boolean withSource) {
    Grant grant = group.get(0).grant;
    List<String> keys = new ArrayList<>();
    keys.add(prefix + grant.appId() + "}:rate:" + grant.keyId());
    List<Number> numbers = new ArrayList<>();
    for (Asked asked : group) {
      asked.requestKey.ifPresent(key -> keys.add(idempotencyKey(grant, key)));
      numbers.add(asked.events);
      numbers.add(asked.requestKey.isPresent() ? keys.size() : 0);
    }
    Request request =
        withSource
            ? Request.cmd(Command.EVAL).arg(SCRIPT)
            : Request.cmd(Command.EVALSHA).arg(scriptSha);
    request.arg(keys.size());
    keys.forEach(request::arg);
    request
        .arg(grant.limits().requestsPerSecond())
        .arg(grant.limits().requestBurst())
        .arg(grant.limits().eventsPerSecond())
        .arg(grant.limits().eventBurst())
        .arg(group.size());
    numbers.forEach(number -> request.arg(number.longValue()));
    return request;
  }

  private String idempotencyKey(Grant grant, String requestKey) {
    return prefix + grant.appId() + "}:seen:" + requestKey;
  }

  private void settle(List<List<Asked>> groups, List<@Nullable Response> answers) {
    for (int g = 0; g < groups.size(); g++) {
      List<Asked> group = groups.get(g);
      Response answer = answers.get(g);
      if (answer == null || answer.size() != group.size() + 2) {
        decideHere(group);
        continue;
      }
      long requestsLeft = answer.get(group.size()).toLong();
      long eventsLeft = answer.get(group.size() + 1).toLong();
      for (int i = 0; i < group.size(); i++) {
        long said = answer.get(i).toLong();
        group.get(i).decision.complete(Decision.of(said, requestsLeft, eventsLeft));
      }
    }
  }

  private void decideHere(List<Asked> group) {
    for (Asked asked : group) {
      asked.decision.complete(
          localBuckets.take(asked.grant.keyId(), asked.grant.limits(), asked.events));
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
