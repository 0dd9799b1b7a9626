package dev.shopwire.webhook.secrets;

import dev.shopwire.common.contracts.WebhookContracts.SecretsStatus;
import dev.shopwire.common.telemetry.Telemetry;
import dev.shopwire.webhook.secrets.StoredKeys.Stored;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Re-encrypts with the first key, in the background, the signing secrets that are stored under an
 * old one, and counts what is left: the old keys may go when nothing is. At the start and then each
 * half minute, since other processes may still encrypt with an old key; many processes may do it at
 * once. For one event loop.
 */
public final class Reencryption {
  private static final Logger LOG = LoggerFactory.getLogger(Reencryption.class);
  private static final long PERIOD_MILLIS = 30_000;
  private static final int BATCH = 200;

  private final Vertx vertx;
  private final Pool pool;
  private final SecretKeys keys;
  private final SecretVault vault;
  private final AtomicLong left = new AtomicLong();
  private Set<Long> reported = Set.of();
  private long timer;
  private boolean closed;

  public Reencryption(Vertx vertx, Pool pool, SecretKeys keys) {
    this.vertx = vertx;
    this.pool = pool;
    this.keys = keys;
    this.vault = new SecretVault(keys);
    Gauge.builder("shopwire.webhook.secrets.under.old.keys", left, AtomicLong::get)
        .description("Valid signing secrets that are not encrypted with this process's first key")
        .register(Telemetry.of(vertx).registry());
  }

  /** Starts immediately and does not block the caller. */
  public void start() {
    Run run = new Run();
    run.after(Stored.NONE)
        .compose(done -> status())
        .onSuccess(status -> run.report(status.underOldKeys()))
        .onFailure(
            error -> LOG.warn("Signing secrets are re-encrypted later: {}", error.getMessage()))
        .onComplete(
            done -> {
              if (!closed) {
                timer = vertx.setTimer(PERIOD_MILLIS, passed -> start());
              }
            });
  }

  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }

  /** How many secrets there are, and how many of them are still under other keys, counted now. */
  public Future<SecretsStatus> status() {
    String first = keys.first().id();
    return StoredKeys.count(pool, first)
        .onSuccess(count -> left.set(count.others()))
        .map(count -> new SecretsStatus(first, count.secrets(), count.others()));
  }

  /** One walk over all secrets that are under old keys. */
  private final class Run {
    private final Set<Long> shut = new TreeSet<>();
    private int replaced;

    Future<Void> after(Stored last) {
      if (closed || keys.oldIds().isEmpty()) {
        return Future.succeededFuture();
      }
      return StoredKeys.next(pool, keys.oldIds(), last, BATCH)
          .compose(
              batch ->
                  batch.isEmpty()
                      ? Future.succeededFuture()
                      : replace(batch).compose(done -> after(batch.get(batch.size() - 1))));
    }

    private Future<Void> replace(List<Stored> batch) {
      List<Stored> before = new ArrayList<>();
      List<Buffer> replacements = new ArrayList<>();
      for (Stored one : batch) {
        Optional<String> text = vault.open(one.workspaceId(), one.endpointId(), one.sealed());
        if (text.isPresent()) {
          before.add(one);
          replacements.add(vault.seal(one.workspaceId(), one.endpointId(), text.get()).bytes());
        } else {
          shut.add(one.endpointId());
        }
      }
      return before.isEmpty()
          ? Future.succeededFuture()
          : StoredKeys.replace(pool, keys.first().id(), before, replacements)
              .onSuccess(rows -> replaced += rows)
              .mapEmpty();
    }

    /** Secrets that don't open are named once, not each half minute. */
    void report(long underOldKeys) {
      if (replaced > 0) {
        LOG.info(
            "{} signing secrets re-encrypted with key {}, {} are left under others",
            replaced,
            keys.first().id(),
            underOldKeys);
      }
      if (!shut.isEmpty() && !shut.equals(reported)) {
        LOG.error(
            "Signing secrets of webhook endpoints {} do not open with the key that they are stored"
                + " under: they stay under it. Rotate the secrets of these endpoints",
            shut);
      }
      reported = shut;
    }
  }
}
