package dev.shopwire.ingest.unsubscribe;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.mail.UnsubscribeLink;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Reads and changes preferences with the functions that the automation role's schema publishes, so
 * that it works while none of its processes runs. Not thread-safe; use from one event loop.
 */
final class PreferenceStore {
  private static final String READ =
      "select topic_id, name, reason from mail_preferences($1, $2, $3)";
  private static final String UNSUBSCRIBE = "select unsubscribe_from_mail($1, $2, $3, $4)";
  private static final String AWAIT_MARKS = "select await_mail_marks($1, $2)";
  private static final String BEING_SENT = "select mails_being_sent($1, $2) as mails";
  private static final String RESUBSCRIBE = "select resubscribe_to_mail($1, $2, $3, $4)";

  private static final int MAX_WAITING = 200;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Pool pool;
  private final int atOnce;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int running;

  /**
   * @param pool looks API keys up, too
   * @param connections of the pool, one of which is left to other statements if it has several
   */
  PreferenceStore(Pool pool, int connections) {
    this.pool = pool;
    this.atOnce = Math.max(1, connections - 1);
  }

  Future<Preferences> read(UnsubscribeLink link) {
    return run(READ, Tuple.of(link.workspaceId(), link.email(), link.messageId()))
        .map(Preferences::read);
  }

  /**
   * Completes after the commit.
   *
   * @param topics 0 for all mails
   */
  Future<Void> unsubscribe(UnsubscribeLink link, List<Long> topics) {
    return run(
            UNSUBSCRIBE,
            Tuple.of(
                link.workspaceId(), link.email(), topics.toArray(Long[]::new), link.messageId()))
        .mapEmpty();
  }

  /** Completes when no mail to the address begins that does not see what was committed before. */
  Future<Void> awaitMarks(UnsubscribeLink link) {
    return run(AWAIT_MARKS, Tuple.of(link.workspaceId(), link.email())).mapEmpty();
  }

  /** How many mails to the address are being sent. */
  Future<Long> beingSent(UnsubscribeLink link) {
    return run(BEING_SENT, Tuple.of(link.workspaceId(), link.email()))
        .map(rows -> rows.iterator().next().getLong("mails"));
  }

  Future<Void> resubscribe(UnsubscribeLink link, List<Long> topics) {
    return run(
            RESUBSCRIBE,
            Tuple.of(
                link.workspaceId(), link.email(), topics.toArray(Long[]::new), link.messageId()))
        .mapEmpty();
  }

  /** Runs it when it is its turn; fails with 503 if too many wait. */
  private Future<RowSet<Row>> run(String sql, Tuple parameters) {
    if (waiting.size() >= MAX_WAITING) {
      return Future.failedFuture(
          Failure.unavailable(
              "preferences_busy", "Too many links are opened at this moment; try again", RETRY));
    }
    Promise<RowSet<Row>> result = Promise.promise();
    waiting.add(
        () -> pool.preparedQuery(sql).execute(parameters).onComplete(rows -> finish(result, rows)));
    next();
    return result.future();
  }

  private void next() {
    while (running < atOnce && !waiting.isEmpty()) {
      running++;
      waiting.remove().run();
    }
  }

  private void finish(Promise<RowSet<Row>> result, AsyncResult<RowSet<Row>> rows) {
    running--;
    next();
    result.handle(rows);
  }
}
