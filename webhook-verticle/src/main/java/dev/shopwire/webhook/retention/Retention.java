package dev.shopwire.webhook.retention;

import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the webhooks' days ahead of time and within retention: at the start and then hourly, once a
 * process. Many processes may do it at once. For one event loop.
 */
public final class Retention {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final Duration PERIOD = Duration.ofHours(1);

  /** A partition could not be locked, say: that passes. */
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private static final int DAYS_AHEAD = 7;
  private static final String MAINTAIN = "select maintain_webhook_partitions($1, $2) as dropped";
  private static final String FORGET_REPLAYS =
      """
      delete from webhook_replays
      where status = 'done' and finished_at < now() - make_interval(days => $1)
      """;

  // Nobody delivers for a deleted endpoint.
  private static final String END_REPLAYS =
      """
      update webhook_replays r set status = 'done', finished_at = now()
      from webhook_endpoints e
      where e.id = r.endpoint_id and e.status = 'deleted' and r.status = 'running'
      """;

  private final Vertx vertx;
  private final Pool pool;
  private final RetentionConfig config;
  private long timer;
  private boolean closed;

  public Retention(Vertx vertx, Pool pool, RetentionConfig config) {
    this.vertx = vertx;
    this.pool = pool;
    this.config = config;
  }

  /** Nothing needs to wait for the first run: what finds no day of its own is kept all the same. */
  public void start() {
    run()
        .onComplete(
            done -> again(PERIOD),
            error -> {
              LOG.warn("The webhooks' log is not maintained now, next try in a minute", error);
              again(AGAIN);
            });
  }

  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }

  private void again(Duration pause) {
    if (!closed) {
      timer = vertx.setTimer(pause.toMillis(), passed -> start());
    }
  }

  /** What is given up needs its day, so that comes before its end. */
  private Future<Void> run() {
    return Expiry.run(pool, config)
        .onSuccess(
            expired -> {
              if (expired > 0) {
                LOG.info("{} webhook deliveries were due for too long and given up", expired);
              }
            })
        .compose(expired -> maintain())
        .compose(maintained -> pool.preparedQuery(END_REPLAYS).execute())
        .compose(
            ended ->
                config.retentionDays() == 0
                    ? Future.succeededFuture()
                    : pool.preparedQuery(FORGET_REPLAYS)
                        .execute(Tuple.of(config.retentionDays()))
                        .mapEmpty());
  }

  private Future<Integer> maintain() {
    return Transactions.run(
            pool,
            connection ->
                connection
                    .preparedQuery(MAINTAIN)
                    .execute(Tuple.of(DAYS_AHEAD, config.retentionDays())))
        .map(rows -> rows.iterator().next().getInteger("dropped"))
        .onSuccess(
            dropped -> {
              if (dropped > 0) {
                LOG.info("{} days of the webhooks' log were past retention and dropped", dropped);
              }
            });
  }
}
