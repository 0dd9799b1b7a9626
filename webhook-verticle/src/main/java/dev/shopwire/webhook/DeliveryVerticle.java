package dev.shopwire.webhook;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.webhook.addresses.AddressRules;
import dev.shopwire.webhook.delivery.DeliveryMetrics;
import dev.shopwire.webhook.delivery.Worker;
import dev.shopwire.webhook.fanout.FanOutMetrics;
import dev.shopwire.webhook.secrets.SigningSecretVault;
import dev.shopwire.webhook.secrets.SigningSecrets;
import dev.shopwire.webhook.sending.Sender;
import dev.shopwire.webhook.signing.Signatures;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;

/** Runs one delivery worker; ready after its first attempt to acquire its share of the lanes. */
public final class DeliveryVerticle extends VerticleBase {
  private final WebhookConfig config;
  private final SecretKeys keys;
  private final Postgres postgres;
  private final DeliveryMetrics metrics;
  private final FanOutMetrics fanOutMetrics;
  private Pool pool;
  private Sender sender;
  private Worker worker;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public DeliveryVerticle(
      WebhookConfig config,
      SecretKeys keys,
      Postgres postgres,
      DeliveryMetrics metrics,
      FanOutMetrics fanOutMetrics) {
    this.config = config;
    this.keys = keys;
    this.postgres = postgres;
    this.metrics = metrics;
    this.fanOutMetrics = fanOutMetrics;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, config.delivery().connections(), SessionSettings.BACKGROUND);
    sender = new Sender(vertx, config.sending(), new AddressRules(config.addresses()));
    worker =
        new Worker(
            vertx,
            pool,
            config.delivery(),
            new SigningSecrets(new SigningSecretVault(keys)),
            new Signatures(config.headers()),
            sender,
            metrics,
            fanOutMetrics);
    return worker.start();
  }

  /** Waits briefly for requests in flight and hands the lanes over before closing. */
  @Override
  public Future<?> stop() {
    return worker.close().eventually(sender::close).eventually(pool::close);
  }
}
