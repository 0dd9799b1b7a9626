package dev.shopwire.webhook.secrets;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.contracts.WebhookContracts.SecretsStatus;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.telemetry.Gauges;
import dev.shopwire.common.telemetry.Telemetry;
import dev.shopwire.webhook.secrets.StoredSecrets.Stored;
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
 * Re-encrypts signing secrets that are stored under an old key with the first key, in the
 * background, and counts those left: the old keys may be removed when there are none. Runs at
 * startup and then every 30 s, since other processes may still encrypt with an old key; several
 * processes may run it at once. Not thread-safe; use from one event loop.
 */
public final class Reencryption {
  private static final Logger LOG = LoggerFactory.getLogger(Reencryption.class);
  private static final long PERIOD_MILLIS = 30_000;
  private static final int BATCH = 200;

  private final BackgroundTaskLog runs =
      new BackgroundTaskLog(LOG, "Re-encryption of signing secrets");
  private final Vertx vertx;
  private final Pool pool;
  private final SecretKeys keys;
  private final SigningSecretVault vault;
  private final AtomicLong underOldKeys = new AtomicLong();
  private Set<Long> reported = Set.of();
  private long timer;
  private boolean closed;

  public Reencryption(Vertx vertx, Pool pool, SecretKeys keys) {
    this.vertx = vertx;
    this.pool = pool;
    this.keys = keys;
    this.vault = new SigningSecretVault(keys);
    Gauges.replace(
        Telemetry.of(vertx).registry(),
        Gauge.builder("shopwire.webhook.secrets.under.old.keys", underOldKeys, AtomicLong::get)
            .description(
                "Valid signing secrets that are not encrypted with this process's first key"));
  }

  /** Starts immediately and does not block the caller. */
  public void start() {
    Run run = new Run();
    runs.watch(run.replaceAfter(Stored.NONE).compose(done -> status()))
        .onSuccess(status -> run.report(status.underOldKeys()))
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

  /** Counts the valid secrets, and those of them that are not yet under the first key. */
  public Future<SecretsStatus> status() {
    String first = keys.first().id();
    return StoredSecrets.count(pool, first)
        .onSuccess(count -> underOldKeys.set(count.others()))
        .map(count -> new SecretsStatus(first, count.secrets(), count.others()));
  }

  /** One pass over all secrets that are under old keys. */
  private final class Run {
    private final Set<Long> undecryptable = new TreeSet<>();
    private int replaced;

    Future<Void> replaceAfter(Stored last) {
      if (closed || keys.oldIds().isEmpty()) {
        return Future.succeededFuture();
      }
      return StoredSecrets.next(pool, keys.oldIds(), last, BATCH)
          .compose(
              batch ->
                  batch.isEmpty()
                      ? Future.succeededFuture()
                      : replace(batch).compose(done -> replaceAfter(batch.get(batch.size() - 1))));
    }

    private Future<Void> replace(List<Stored> batch) {
      List<Stored> before = new ArrayList<>();
      List<Buffer> replacements = new ArrayList<>();
      for (Stored one : batch) {
        Optional<String> text = vault.decrypt(one.workspaceId(), one.endpointId(), one.encrypted());
        if (text.isPresent()) {
          before.add(one);
          replacements.add(vault.encrypt(one.workspaceId(), one.endpointId(), text.get()).bytes());
        } else {
          undecryptable.add(one.endpointId());
        }
      }
      return before.isEmpty()
          ? Future.succeededFuture()
          : StoredSecrets.replace(pool, keys.first().id(), before, replacements)
              .onSuccess(rows -> replaced += rows)
              .mapEmpty();
    }

    /** Logs secrets that can't be decrypted once, not every 30 s. */
    void report(long remaining) {
      if (replaced > 0) {
        LOG.info(
            "Re-encrypted {} signing secrets with key {}; {} remain under other keys",
            replaced,
            keys.first().id(),
            remaining);
      }
      if (!undecryptable.isEmpty() && !undecryptable.equals(reported)) {
        LOG.error(
            "Signing secrets of webhook endpoints {} cannot be decrypted with the key they are"
                + " stored under and stay under it. Rotate the secrets of these endpoints",
            undecryptable);
      }
      reported = undecryptable;
    }
  }
}
