package dev.shopwire.webhook;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretReencryption;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.webhook.addresses.AddressRules;
import dev.shopwire.webhook.endpoints.DueDeliveryCleanup;
import dev.shopwire.webhook.endpoints.EndpointExport;
import dev.shopwire.webhook.endpoints.EndpointHandlers;
import dev.shopwire.webhook.log.CustomerTimeline;
import dev.shopwire.webhook.log.DeliveryExport;
import dev.shopwire.webhook.log.DeliveryHandlers;
import dev.shopwire.webhook.log.ExplanationHandlers;
import dev.shopwire.webhook.log.SignatureHandlers;
import dev.shopwire.webhook.purging.PartitionIndexes;
import dev.shopwire.webhook.purging.WebhookPurge;
import dev.shopwire.webhook.replay.ReplayHandlers;
import dev.shopwire.webhook.replay.TestDeliveryHandlers;
import dev.shopwire.webhook.secrets.SigningKeys;
import dev.shopwire.webhook.secrets.SigningSecretReencryption;
import dev.shopwire.webhook.secrets.SigningSecretVault;
import dev.shopwire.webhook.secrets.SigningSecrets;
import dev.shopwire.webhook.signing.Signatures;
import dev.shopwire.webhook.status.WebhookOverview;
import dev.shopwire.webhook.status.WebhookQueues;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the console's webhook requests and runs periodic maintenance, once per process; ready when
 * every bus address is registered.
 */
public final class WebhookVerticle extends VerticleBase {
  /** In addition to those of the pool and of complete lists. */
  public static final int CONNECTIONS = PartitionIndexes.CONNECTIONS;

  private static final Logger LOG = LoggerFactory.getLogger(WebhookVerticle.class);
  private static final long SWEEP_MILLIS = 10_000;

  private final BackgroundTaskLog sweeps = new BackgroundTaskLog(LOG, "Sweep of deleted endpoints");
  private final WebhookConfig config;
  private final SecretKeys keys;
  private final SharedStores stores;
  private final Postgres postgres;
  private Pool pool;
  private WebhookPurge retention;
  private PartitionIndexes indexes;
  private SecretReencryption reencryption;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public WebhookVerticle(WebhookConfig config, SecretKeys keys, SharedStores stores) {
    this.config = config;
    this.keys = keys;
    this.stores = stores;
    postgres = stores.postgres();
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, config.connections(), SessionSettings.CALLS);
    retention = new WebhookPurge(vertx, pool, config.retention());
    indexes = new PartitionIndexes(vertx, pool, postgres);
    reencryption = SigningSecretReencryption.of(vertx, pool, keys);
    return reencryption
        .check()
        .compose(checked -> serve())
        .onSuccess(
            served -> {
              retention.start();
              indexes.start();
              reencryption.start();
              vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
            });
  }

  private Future<?> serve() {
    SigningSecrets secrets = new SigningSecrets(new SigningSecretVault(keys));
    AddressRules rules = new AddressRules(config.addresses());
    EndpointHandlers endpoints =
        new EndpointHandlers(vertx, pool, secrets, config.endpoints(), rules::refusal);
    DeliveryHandlers deliveries = new DeliveryHandlers(pool);
    ReplayHandlers replays = new ReplayHandlers(vertx, pool);
    TestDeliveryHandlers tests = new TestDeliveryHandlers(vertx, pool);
    SignatureHandlers signatures =
        new SignatureHandlers(pool, secrets, new Signatures(config.headers()));
    ExplanationHandlers explanations =
        new ExplanationHandlers(pool, config.retention().retentionDays());
    return Future.all(
        List.of(
            Role.WEBHOOK.serveStatus(vertx),
            serveExports(),
            serve(WebhookContracts.TIMELINE, new CustomerTimeline(pool)::read),
            serve(WebhookContracts.OVERVIEW, new WebhookOverview(pool)::read),
            serve(WebhookContracts.QUEUES, request -> new WebhookQueues(pool).measure()),
            serve(
                WebhookContracts.SECRETS_STATUS,
                request -> SigningKeys.status(keys, pool, reencryption)),
            serve(WebhookContracts.LIST_ENDPOINTS, endpoints::list),
            serve(WebhookContracts.CREATE_ENDPOINT, endpoints::create),
            serve(WebhookContracts.SHOW_ENDPOINT, endpoints::show),
            serve(WebhookContracts.CHANGE_ENDPOINT, endpoints::change),
            serve(WebhookContracts.DELETE_ENDPOINT, endpoints::delete),
            serve(WebhookContracts.ROTATE_SECRET, endpoints::rotateSecret),
            serve(WebhookContracts.RESUME, endpoints::resume),
            serve(WebhookContracts.TEST, tests::test),
            serve(WebhookContracts.REPLAY, replays::replaySelected),
            serve(WebhookContracts.SHOW_REPLAY, replays::show),
            serve(WebhookContracts.LIST_DELIVERIES, deliveries::list),
            serve(WebhookContracts.EXPLAIN, explanations::explain),
            serve(WebhookContracts.SHOW_DELIVERY, deliveries::show),
            serve(WebhookContracts.REPLAY_DELIVERY, replays::replayOne),
            serve(WebhookContracts.EXPLAIN_SIGNATURE, signatures::explain)));
  }

  private Future<Void> serveExports() {
    return new ExportServer(Role.WEBHOOK, vertx, stores)
        .list("listWebhookEndpoints", new EndpointExport())
        .list("listWebhookDeliveries", new DeliveryExport())
        .list("getCustomerTimeline", CustomerTimeline.export())
        .serve();
  }

  private <Q, R> Future<Void> serve(Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, handler);
  }

  private void sweep() {
    sweeps.watch(DueDeliveryCleanup.sweepDeleted(pool));
  }

  @Override
  public Future<?> stop() {
    retention.close();
    indexes.close();
    reencryption.close();
    return pool.close();
  }
}
