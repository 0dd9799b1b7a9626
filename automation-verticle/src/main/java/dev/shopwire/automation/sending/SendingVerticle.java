package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.MessagePurge;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.UUID;

/** Sends queued mails, once per process; ready at once. */
public final class SendingVerticle extends VerticleBase {
  private final SendingConfig config;
  private final Postgres postgres;
  private final MailSenders senders;
  private final MailContents contents;
  private final SendingMetrics metrics;
  private Pool pool;
  private Lanes lanes;
  private MessagePurge purge;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public SendingVerticle(
      SendingConfig config,
      Postgres postgres,
      MailSenders senders,
      MailContents contents,
      SendingMetrics metrics) {
    this.config = config;
    this.postgres = postgres;
    this.senders = senders;
    this.contents = contents;
    this.metrics = metrics;
  }

  @Override
  public Future<?> start() {
    pool =
        postgres.poolForLongStatements(
            vertx, SendingConfig.CONNECTIONS, SessionSettings.BACKGROUND);
    LaneLeases leases =
        new LaneLeases(pool, UUID.randomUUID(), Duration.ofMillis(config.leaseMillis()));
    SendingLog log = new SendingLog(pool, config.expireHours());
    lanes =
        new Lanes(new Lane.Context(vertx, pool, leases, log, senders, contents, metrics, config));
    purge = new MessagePurge(vertx, pool, config.retentionDays());
    purge.start();
    lanes.start();
    return MessageQueue.onWake(vertx, lanes::wake);
  }

  @Override
  public Future<?> stop() {
    purge.close();
    return lanes.close().eventually(pool::close);
  }
}
