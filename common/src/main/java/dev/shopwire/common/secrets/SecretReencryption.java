package dev.shopwire.common.secrets;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import dev.shopwire.common.telemetry.Gauges;
import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Re-encrypts secrets that are stored under an old key with the first key, in the background, and
 * counts those left: the old keys may be removed when there are none. Runs at startup and then
 * every 30 s, since other processes may still encrypt with an old key; several processes may run it
 * at once. Not thread-safe; use from one event loop.
 */
public final class SecretReencryption {
  private static final Logger LOG = LoggerFactory.getLogger(SecretReencryption.class);
  private static final long PERIOD_MILLIS = 30_000;
  private static final int BATCH = 200;

  private final Vertx vertx;
  private final SecretKeys keys;
  private final List<EncryptedSecrets<?>> all;
  private final Advice advice;
  private final BackgroundTaskLog runs;
  private final AtomicLong underOldKeys = new AtomicLong();
  private final Map<String, Set<String>> reported = new HashMap<>();
  private long timer;
  private boolean closed;

  /**
   * The message for operators.
   *
   * @param setting of the keys
   * @param keyFile in the data directory, where the keys are without that setting
   * @param roles whose processes need the same keys: {@code the webhook role}
   * @param gauge the name of the gauge of secrets under old keys
   * @param progress what is 0 once an old key may be removed
   */
  public record Advice(
      String setting, String keyFile, String roles, String gauge, String progress) {}

  public SecretReencryption(
      Vertx vertx, SecretKeys keys, List<EncryptedSecrets<?>> all, Advice advice) {
    this.vertx = vertx;
    this.keys = keys;
    this.all = List.copyOf(all);
    this.advice = advice;
    String names = all.stream().map(EncryptedSecrets::name).collect(Collectors.joining(", "));
    this.runs = new BackgroundTaskLog(LOG, "Re-encryption of " + names);
    Gauges.replace(
        Telemetry.of(vertx).registry(),
        Gauge.builder(advice.gauge(), underOldKeys, AtomicLong::get)
            .description(
                "Number of " + names + " that are not encrypted with this process's first key"));
  }

  /**
   * Checks at startup that every secret is stored under one of the keys.
   *
   * @return fails with a {@link SettingException} if not
   */
  public Future<Void> check() {
    Future<Void> checked = Future.succeededFuture();
    for (EncryptedSecrets<?> secrets : all) {
      checked = checked.compose(before -> check(secrets));
    }
    return checked;
  }

  private Future<Void> check(EncryptedSecrets<?> secrets) {
    return secrets
        .others(keys.ids())
        .compose(
            others ->
                others.isEmpty()
                    ? Future.succeededFuture()
                    : Future.failedFuture(missing(secrets, others)));
  }

  private SettingException missing(EncryptedSecrets<?> secrets, Map<String, Long> others) {
    return new SettingException(
        "%s: the database contains %s encrypted with keys that this process does not have (%s; this process has %s). Every process with %s needs the same keys: set it to all of them, or copy the file %s from the data directory of the process that created it. After a rotation keep the old key behind the new one until %s is 0."
            .formatted(
                advice.setting(),
                secrets.name(),
                others.entrySet().stream()
                    .map(other -> other.getValue() + " with key " + other.getKey())
                    .collect(Collectors.joining(", ")),
                String.join(", ", keys.ids()),
                advice.roles(),
                advice.keyFile(),
                advice.progress()));
  }

  /** Starts immediately and does not block the caller. */
  public void start() {
    Future<Void> done = Future.succeededFuture();
    for (EncryptedSecrets<?> secrets : all) {
      done = done.compose(before -> new Run<>(secrets).run());
    }
    runs.watch(done.compose(replaced -> count()))
        .onComplete(
            ended -> {
              if (!closed) {
                timer = vertx.setTimer(PERIOD_MILLIS, passed -> start());
              }
            });
  }

  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }

  /** Counts the secrets that are not under the first key. */
  public Future<Long> count() {
    Future<Long> sum = Future.succeededFuture(0L);
    for (EncryptedSecrets<?> secrets : all) {
      sum = sum.compose(before -> count(secrets).map(count -> before + count));
    }
    return sum.onSuccess(underOldKeys::set);
  }

  private Future<Long> count(EncryptedSecrets<?> secrets) {
    return secrets
        .others(Set.of(keys.first().id()))
        .map(others -> others.values().stream().mapToLong(Long::longValue).sum());
  }

  /** One pass over all secrets of a table that are under old keys. */
  private final class Run<S> {
    private final EncryptedSecrets<S> secrets;
    private final Set<String> undecryptable = new TreeSet<>();
    private int replaced;

    Run(EncryptedSecrets<S> secrets) {
      this.secrets = secrets;
    }

    Future<Void> run() {
      return replaceAfter(Optional.empty()).compose(done -> count(secrets)).map(this::report);
    }

    private Future<Void> replaceAfter(Optional<S> last) {
      if (closed || keys.oldIds().isEmpty()) {
        return Future.succeededFuture();
      }
      return secrets
          .next(keys.oldIds(), last, BATCH)
          .compose(
              batch ->
                  batch.isEmpty()
                      ? Future.succeededFuture()
                      : replace(batch)
                          .compose(done -> replaceAfter(Optional.of(batch.get(batch.size() - 1)))));
    }

    private Future<Void> replace(List<S> batch) {
      List<S> before = new ArrayList<>();
      List<Encrypted> after = new ArrayList<>();
      for (S one : batch) {
        Optional<Encrypted> next = secrets.reencrypt(one);
        if (next.isPresent()) {
          before.add(one);
          after.add(next.get());
        } else {
          undecryptable.add(secrets.owner(one));
        }
      }
      return before.isEmpty()
          ? Future.succeededFuture()
          : secrets.replace(before, after).onSuccess(rows -> replaced += rows).mapEmpty();
    }

    /** Logs secrets that can't be decrypted once, not every 30 s. */
    private @Nullable Void report(long remaining) {
      if (replaced > 0) {
        LOG.info(
            "Re-encrypted {} {} with key {}; {} remain under other keys",
            replaced,
            secrets.name(),
            keys.first().id(),
            remaining);
      }
      if (!undecryptable.isEmpty() && !undecryptable.equals(reported.get(secrets.name()))) {
        LOG.error(
            "Some {} cannot be decrypted with the key they are stored under, and stay under it; they"
                + " belong to {}. {}",
            secrets.name(),
            undecryptable,
            secrets.remedy());
      }
      reported.put(secrets.name(), undecryptable);
      return null;
    }
  }
}
