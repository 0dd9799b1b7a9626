package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.senders.SecretTable.Stored;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import dev.shopwire.common.telemetry.Gauges;
import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Re-encrypts senders' secrets that are stored under an old key with the first key, in the
 * background, and counts those left: the old keys may be removed when there are none. Runs at
 * startup and then every 30 s; several processes may run it at once. Not thread-safe; use from one
 * event loop.
 */
public final class SecretReencryption {
  private static final Logger LOG = LoggerFactory.getLogger(SecretReencryption.class);
  private static final long PERIOD_MILLIS = 30_000;
  private static final int BATCH = 200;
  private static final Stored BEFORE_ALL = new Stored(0, 0, "", new Encrypted("", Buffer.buffer()));

  private final BackgroundTaskLog runs =
      new BackgroundTaskLog(LOG, "Re-encryption of mail senders' secrets");
  private final Vertx vertx;
  private final Pool pool;
  private final SecretKeys keys;
  private final SenderSecrets secrets;
  private final AtomicLong underOldKeys = new AtomicLong();
  private Set<Long> reported = Set.of();
  private long timer;
  private boolean closed;

  public SecretReencryption(Vertx vertx, Pool pool, SecretKeys keys) {
    this.vertx = vertx;
    this.pool = pool;
    this.keys = keys;
    this.secrets = new SenderSecrets(keys);
    Gauges.replace(
        Telemetry.of(vertx).registry(),
        Gauge.builder("shopwire.mail.secrets.under.old.keys", underOldKeys, AtomicLong::get)
            .description(
                "Secrets of mail senders that are not encrypted with this process's first key"));
  }

  /**
   * Checks at startup that every secret is stored under one of the keys.
   *
   * @return fails with a {@link SettingException} if not
   */
  public Future<Void> check() {
    return SecretTable.others(pool, keys.ids())
        .compose(
            others ->
                others.isEmpty()
                    ? Future.succeededFuture()
                    : Future.failedFuture(missing(keys, others)));
  }

  private static SettingException missing(SecretKeys keys, Map<String, Long> others) {
    return new SettingException(
        "SHOPWIRE_WEBHOOK_SECRET_KEYS: the database contains secrets of mail senders encrypted with"
            + " keys that this process does not have ("
            + others.entrySet().stream()
                .map(other -> other.getValue() + " with key " + other.getKey())
                .collect(Collectors.joining(", "))
            + "; this process has "
            + String.join(", ", keys.ids())
            + "). Every process with the automation or webhook role needs the same keys: set it to"
            + " all of them, or copy the file webhook.key from the data directory of the process"
            + " that created it. After a rotation keep the old key behind the new one until"
            + " shopwire_mail_secrets_under_old_keys is 0.");
  }

  /** Starts immediately and does not block the caller. */
  public void start() {
    Run run = new Run();
    runs.watch(
            run.replaceAfter(BEFORE_ALL)
                .compose(done -> SecretTable.countOthers(pool, keys.first().id())))
        .onSuccess(
            remaining -> {
              underOldKeys.set(remaining);
              run.report(remaining);
            })
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

  /** One pass over all secrets that are under old keys. */
  private final class Run {
    private final Set<Long> undecryptable = new TreeSet<>();
    private int replaced;

    Future<Void> replaceAfter(Stored last) {
      if (closed || keys.oldIds().isEmpty()) {
        return Future.succeededFuture();
      }
      return SecretTable.next(pool, keys.oldIds(), last, BATCH)
          .compose(
              batch ->
                  batch.isEmpty()
                      ? Future.succeededFuture()
                      : replace(batch).compose(done -> replaceAfter(batch.get(batch.size() - 1))));
    }

    private Future<Void> replace(List<Stored> batch) {
      Future<Void> done = Future.succeededFuture();
      for (Stored one : batch) {
        done = done.compose(before -> replace(one));
      }
      return done;
    }

    private Future<Void> replace(Stored one) {
      Optional<String> text = secrets.decrypt(one);
      if (text.isEmpty()) {
        undecryptable.add(one.senderId());
        return Future.succeededFuture();
      }
      Encrypted next = secrets.encrypt(one.workspaceId(), one.senderId(), one.kind(), text.get());
      return SecretTable.replace(pool, one, next)
          .onSuccess(isReplaced -> replaced += isReplaced ? 1 : 0)
          .mapEmpty();
    }

    /** Logs senders whose secrets can't be decrypted once, not every 30 s. */
    void report(long remaining) {
      if (replaced > 0) {
        LOG.info(
            "Re-encrypted {} secrets of mail senders with key {}; {} remain under other keys",
            replaced,
            keys.first().id(),
            remaining);
      }
      if (!undecryptable.isEmpty() && !undecryptable.equals(reported)) {
        LOG.error(
            "Secrets of mail senders {} cannot be decrypted with the key they are stored under."
                + " Give these senders their smtp, imap and private key again",
            undecryptable);
      }
      reported = undecryptable;
    }
  }
}
