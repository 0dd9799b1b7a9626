package dev.shopwire.ingest.mailreports;

import dev.shopwire.common.addresses.ClientAddress;
import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.caches.BoundedMap;
import dev.shopwire.common.contracts.MailReportContracts;
import dev.shopwire.common.contracts.MailReportContracts.KnownSecrets.Known;
import dev.shopwire.common.contracts.MailReportContracts.SecretsRequest;
import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import dev.shopwire.ingest.auth.KeyLookups;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Recognizes the secrets in the paths of reports, before a body is read. Those that are valid are
 * remembered for some seconds; the automation role, which is asked for the others, checks the
 * sender again with each report. Wrong ones are limited as invalid API keys are, and guessing costs
 * a bounded number of statements. Not thread-safe; use from one event loop.
 */
public final class EventsSecrets {
  /** 32 bytes in Base64. */
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

  private static final long KEPT_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int MAX_KEPT = 1_000;

  private final Vertx vertx;
  private final Proxies proxies;
  private final FailureLimit failures;
  private final RateLimits limits;
  private final KeyLookups<EventsGrant> lookups;
  private final Map<Buffer, Kept> kept = BoundedMap.leastRecentlyUsed(MAX_KEPT);

  private record Kept(EventsGrant grant, long atNanos) {}

  /**
   * The sender that a secret is of.
   *
   * @param limits as if it were an API key
   */
  record EventsGrant(long workspaceId, long senderId, ApiKeyGrant limits) {}

  /**
   * @param failures of this process's clients, shared by its event loops
   * @param limits of each secret
   */
  public EventsSecrets(Vertx vertx, Proxies proxies, FailureLimit failures, RateLimits limits) {
    this.vertx = vertx;
    this.proxies = proxies;
    this.failures = failures;
    this.limits = limits;
    this.lookups = new KeyLookups<>(vertx, this::ask);
  }

  /**
   * Fails with 404 for a wrong secret, as for a path that there is not, with 429 if its client sent
   * too many of them, and with 503 if it can't be checked now.
   */
  Future<EventsGrant> grant(String secret, HttpServerRequest request) {
    if (!FORM.matcher(secret).matches()) {
      return reject(proxies.clientOf(request));
    }
    Buffer hash = Buffer.buffer(Digest.SHA_256.of(secret.getBytes(StandardCharsets.US_ASCII)));
    Kept known = kept.get(hash);
    if (known != null && System.nanoTime() - known.atNanos() < KEPT_NANOS) {
      return Future.succeededFuture(known.grant());
    }
    ClientAddress client = proxies.clientOf(request);
    Future<Optional<EventsGrant>> lookup =
        failures.isReached(client) ? lookups.lookUpSuspect(hash, client) : lookups.lookUp(hash);
    return lookup.compose(
        found -> found.map(Future::succeededFuture).orElseGet(() -> reject(client)));
  }

  private Future<EventsGrant> reject(ClientAddress client) {
    Duration wait = failures.recordFailure(client);
    return Future.failedFuture(
        wait.isZero()
            ? Failure.of(Code.NOT_FOUND, "There is nothing at this path")
            : Failure.rateLimited(
                "Too many requests without a valid key came from this address", wait));
  }

  private Future<Map<Buffer, Optional<EventsGrant>>> ask(Collection<Buffer> hashes) {
    long askedAt = System.nanoTime();
    return MailReportContracts.SECRETS
        .call(vertx, new SecretsRequest(hashes.stream().map(EventsSecrets::text).toList()))
        .map(
            answer -> {
              Map<Buffer, Optional<EventsGrant>> grants = new HashMap<>();
              for (Known known : answer.known()) {
                Buffer hash = Buffer.buffer(Base64.getDecoder().decode(known.hash()));
                EventsGrant grant = grant(known);
                kept.put(hash, new Kept(grant, askedAt));
                grants.put(hash, Optional.of(grant));
              }
              return grants;
            });
  }

  private EventsGrant grant(Known known) {
    return new EventsGrant(
        known.workspaceId(),
        known.senderId(),
        new ApiKeyGrant("mail-sender-" + known.senderId(), 0, known.workspaceId(), limits));
  }

  private static String text(Buffer hash) {
    return Base64.getEncoder().encodeToString(hash.getBytes());
  }
}
