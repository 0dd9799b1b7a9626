package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.MessagePurge;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.common.load.BackgroundPace;
import dev.shopwire.common.load.MemoryBudget;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;

/** Sends queued mails, once per process; ready at once. */
public final class SendingVerticle extends VerticleBase {
  private static final long MIN_MEMORY = 16 << 20;
  private static final int HEAP_SHARE = 8;

  private final SendingConfig config;
  private final Postgres postgres;
  private final PartsFactory factory;
  private final SendingMetrics metrics;
  private Pool pool;
  private Parts parts;
  private Lanes lanes;
  private MessagePurge purge;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public SendingVerticle(
      SendingConfig config, Postgres postgres, PartsFactory factory, SendingMetrics metrics) {
    this.config = config;
    this.postgres = postgres;
    this.factory = factory;
    this.metrics = metrics;
  }

  /**
   * Where mails are sent, what they contain, and to whom they are not sent.
   *
   * @param hashKeys what erased addresses are suppressed under
   * @param close called when nothing is sent any more
   */
  public record Parts(
      MailSenders senders, MailContents contents, HashKeys hashKeys, Supplier<Future<?>> close) {}

  /** Makes what the verticle uses, for its event loop. */
  @FunctionalInterface
  public interface PartsFactory {
    Parts create(Vertx vertx, Pool pool);
  }

  @Override
  public Future<?> start() {
    return BackgroundPace.start(vertx).compose(this::start);
  }

  private Future<Void> start(BackgroundPace pace) {
    pool = postgres.poolForLongStatements(vertx, config.connections(), SessionSettings.BACKGROUND);
    LaneLeases leases =
        new LaneLeases(pool, UUID.randomUUID(), Duration.ofMillis(config.leaseMillis()));
    parts = factory.create(vertx, pool);
    SendingLog log = new SendingLog(pool, parts.hashKeys(), config.expireHours());
    lanes =
        new Lanes(
            new Lane.Context(
                vertx,
                pool,
                leases,
                log,
                parts.senders(),
                parts.contents(),
                metrics,
                config,
                new MemoryBudget(memoryBytes()),
                pace));
    purge = new MessagePurge(vertx, pool, config.retentionDays());
    purge.start();
    lanes.start();
    return MessageQueue.onWake(vertx, lanes::wake);
  }

  /** Of all mails that are being made and sent. */
  private static long memoryBytes() {
    return Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  @Override
  public Future<?> stop() {
    purge.close();
    return lanes.close().eventually(() -> parts.close().get()).eventually(pool::close);
  }
}
