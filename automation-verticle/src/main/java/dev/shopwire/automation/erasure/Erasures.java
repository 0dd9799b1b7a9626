package dev.shopwire.automation.erasure;

import dev.shopwire.automation.messages.MailMessages;
import dev.shopwire.automation.reports.ReportTraces;
import dev.shopwire.automation.sending.SentTraces;
import dev.shopwire.automation.suppressions.AddressHashes;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.automation.suppressions.Suppressions;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases addresses, a portion of their mails in each transaction, in the background. Any number of
 * processes may do so, and continue where one was killed. Not thread-safe; use from one event loop.
 */
public final class Erasures {
  private static final Logger LOG = LoggerFactory.getLogger(Erasures.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final long WAIT_MILLIS = 20;
  private static final int AT_ONCE = 2;

  /** What is left of an erasure. */
  private enum Progress {
    /** There may be more to erase now. */
    MORE,
    /** Nothing at this moment: a mail is being sent, or an open transaction may write something. */
    WAITS,
    /** Nothing. */
    DONE
  }

  private final Vertx vertx;
  private final Pool pool;
  private final HashKeys hashKeys;
  private final Sweep<ErasureKey> sweep;

  public Erasures(Vertx vertx, Pool pool, HashKeys hashKeys) {
    this.vertx = vertx;
    this.pool = pool;
    this.hashKeys = hashKeys;
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            AT_ONCE,
            () -> ErasureTable.unfinished(pool),
            key -> portion(key).map(progress -> progress == Progress.MORE),
            new BackgroundTaskLog(LOG, "Erasure of addresses"));
  }

  public void start() {
    sweep.look();
  }

  public Future<Void> close() {
    return sweep.close();
  }

  /** Works on an erasure for a while; returns whether it is complete. */
  Future<Boolean> run(ErasureKey key, Duration time) {
    return run(key, System.nanoTime() + time.toNanos());
  }

  private Future<Boolean> run(ErasureKey key, long untilNanos) {
    return portion(key)
        .compose(
            progress -> {
              if (progress == Progress.DONE || System.nanoTime() - untilNanos > 0) {
                return Future.succeededFuture(progress == Progress.DONE);
              }
              Future<Void> wait =
                  progress == Progress.MORE
                      ? Future.succeededFuture()
                      : vertx.timer(WAIT_MILLIS, TimeUnit.MILLISECONDS).mapEmpty();
              return wait.compose(waited -> run(key, untilNanos));
            });
  }

  private Future<Progress> portion(ErasureKey key) {
    return hashKeys
        .findOrCreate(pool)
        .compose(hashes -> Transactions.run(pool, connection -> portion(connection, key, hashes)));
  }

  private static Future<Progress> portion(
      SqlConnection connection, ErasureKey key, AddressHashes hashes) {
    return ErasureTable.lock(connection, key)
        .compose(
            locked ->
                locked.isPresent()
                    ? erase(connection, key, open(key, locked.get(), hashes))
                    : progressOfOthers(connection, key));
  }

  private static String open(ErasureKey key, Buffer sealed, AddressHashes hashes) {
    return hashes
        .open(key.hash(), sealed)
        .orElseThrow(() -> new IllegalStateException("An address to be erased can't be decrypted"));
  }

  private static Future<Progress> progressOfOthers(SqlConnection connection, ErasureKey key) {
    return ErasureTable.exists(connection, key)
        .map(exists -> exists ? Progress.WAITS : Progress.DONE);
  }

  /** Mails are locked first, so that what is written about them afterwards sees their new state. */
  private static Future<Progress> erase(SqlConnection connection, ErasureKey key, String email) {
    long workspaceId = key.workspaceId();
    return ReportTraces.lock(connection, workspaceId, email)
        .compose(locked -> Suppressions.erase(connection, workspaceId, email, key.hash()))
        .compose(
            suppressions -> eraseMails(connection, key, email).map(mails -> suppressions + mails))
        .compose(
            before ->
                SentTraces.eraseAddress(connection, workspaceId, email).map(rows -> before + rows))
        .compose(
            erased ->
                erased > 0
                    ? ErasureTable.changed(connection, key).map(Progress.MORE)
                    : ErasureTable.finish(connection, key, email)
                        .map(isDone -> isDone ? Progress.DONE : Progress.WAITS));
  }

  /** Returns how many mails had the address. */
  private static Future<Integer> eraseMails(
      SqlConnection connection, ErasureKey key, String email) {
    return MailMessages.erase(connection, key.workspaceId(), email, key.hash())
        .compose(mails -> eraseContents(connection, key, mails).map(mails.size()));
  }

  private static Future<Void> eraseContents(
      SqlConnection connection, ErasureKey key, List<Long> mails) {
    return mails.isEmpty()
        ? Future.succeededFuture()
        : SentTraces.eraseMails(connection, key.workspaceId(), mails)
            .compose(
                erased -> ReportTraces.erase(connection, key.workspaceId(), key.hash(), mails));
  }
}
