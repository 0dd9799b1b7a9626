package dev.shopwire.app;

import dev.shopwire.attribution.AttributionConfig;
import dev.shopwire.attribution.AttributionVerticle;
import dev.shopwire.attribution.ListingVerticle;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.load.Load;
import dev.shopwire.common.load.LoadLimits;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.ConsoleConfig;
import dev.shopwire.console.ConsoleVerticle;
import dev.shopwire.embedded.Progress;
import dev.shopwire.enrichment.EnrichmentConfig;
import dev.shopwire.enrichment.EnrichmentVerticle;
import dev.shopwire.ingest.IngestConfig;
import dev.shopwire.ingest.IngestVerticle;
import dev.shopwire.ingest.PartitionVerticle;
import dev.shopwire.ingest.admission.LocalBuckets;
import dev.shopwire.ingest.events.IngestMetrics;
import dev.shopwire.ingest.rollups.BacklogMetrics;
import dev.shopwire.ingest.rollups.RollupVerticle;
import dev.shopwire.webhook.DeliveryVerticle;
import dev.shopwire.webhook.WebhookConfig;
import dev.shopwire.webhook.WebhookVerticle;
import dev.shopwire.webhook.delivery.DeliveryMetrics;
import dev.shopwire.webhook.secrets.SecretKeys;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running process of Shopwire. Blocking; for the main thread. */
final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);
  private static final Duration START_TIME = Duration.ofSeconds(30);
  private static final Duration DRAIN_TIME = Duration.ofSeconds(6);
  private static final Duration CLOSE_TIME = Duration.ofSeconds(1);

  private final AppConfig app;
  private final IngestConfig ingest;
  private final EnrichmentConfig enrichment;
  private final AttributionConfig attribution;
  private final ConsoleConfig console;
  private final WebhookConfig webhook;
  private final Health health = new Health();
  private final Metrics metrics = new Metrics();
  private final Stores stores;
  private final Vertx vertx;
  private final List<String> deployments = new ArrayList<>();

  /**
   * Starts everything that {@code settings} ask for and returns when it is ready.
   *
   * @throws dev.shopwire.common.config.SettingException naming what is wrong
   * @throws dev.shopwire.embedded.StoreException if an embedded store doesn't start
   */
  Service(Settings settings, Progress progress) {
    app = AppConfig.of(settings);
    ingest = IngestConfig.of(settings);
    enrichment = EnrichmentConfig.of(settings);
    attribution = AttributionConfig.of(settings);
    console = ConsoleConfig.of(settings);
    webhook = WebhookConfig.of(settings);
    LoadLimits limits = LoadLimits.of(settings);
    settings.refuseUnknown();
    LOG.info("Settings: {}", settings.effective());
    stores = new Stores(app, progress);
    vertx = Vertx.builder().with(metrics.options()).withMetrics(metrics.factory()).build();
    LoadMetrics.bind(Load.install(vertx, limits), metrics.registry());
    try {
      start(progress);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void start(Progress progress) {
    await(deploy(this::management, 1));
    Schema.prepare(stores.postgres(), progress);
    Bootstrap.Result bootstrap =
        await(new Bootstrap(app.bootstrapApiKey()).run(vertx, stores.postgres()));
    await(deployRoles(bootstrap.installation()));
    health.deployed();
    new Announcement(ingest.port(), console.port(), app, console)
        .lines(bootstrap.made())
        .forEach(progress::say);
  }

  private static <T> T await(Future<T> future) {
    return Waiting.await(future, START_TIME);
  }

  private Deployable management() {
    return new ManagementVerticle(
        app.managementHost(), app.managementPort(), stores.postgres(), health, metrics.registry());
  }

  private Future<?> deployRoles(UUID installation) {
    List<Future<?>> deployed = new ArrayList<>();
    for (Role role : app.roles()) {
      switch (role) {
        case INGEST -> deployed.add(deployIngest(installation));
        case ENRICHMENT ->
            deployed.add(
                deploy(
                    () -> new EnrichmentVerticle(enrichment, stores.postgres()),
                    enrichment.instances()));
        case ATTRIBUTION -> deployed.add(deployAttribution());
        case WEBHOOK -> deployed.add(deployWebhook());
        case CONSOLE ->
            deployed.add(deploy(() -> new ConsoleVerticle(console, stores.postgres()), 1));
      }
    }
    return Future.all(deployed);
  }

  private Future<?> deployAttribution() {
    Future<?> calls =
        deploy(
            () -> new AttributionVerticle(attribution, stores.postgres()), attribution.instances());
    return attribution
        .listing()
        .<Future<?>>map(
            listing ->
                calls.compose(
                    done ->
                        deploy(
                            () ->
                                new ListingVerticle(
                                    listing, attribution.domains(), stores.postgres()),
                            1)))
        .orElse(calls);
  }

  private Future<?> deployWebhook() {
    SecretKeys keys = SecretKeys.load(webhook.secrets());
    DeliveryMetrics deliveries = new DeliveryMetrics(metrics.registry());
    return deploy(() -> new WebhookVerticle(webhook, keys, stores.postgres()), 1)
        .compose(
            done ->
                deploy(
                    () -> new DeliveryVerticle(webhook, keys, stores.postgres(), deliveries),
                    webhook.delivery().instances()));
  }

  private Future<?> deployIngest(UUID installation) {
    IngestVerticle.Shared shared =
        new IngestVerticle.Shared(
            stores.postgres(),
            stores.redisUri(),
            installation,
            new ApiDocument("/v1/openapi.json", "/dev/shopwire/ingest/openapi.yaml"),
            new LocalBuckets(),
            new IngestMetrics(metrics.registry()));
    BacklogMetrics backlog = new BacklogMetrics(metrics.registry());
    return deploy(() -> new PartitionVerticle(ingest, stores.postgres()), 1)
        .compose(
            done ->
                deploy(
                    () ->
                        new RollupVerticle(
                            stores.postgres(),
                            stores.redisUri(),
                            ingest.redisTime(),
                            installation,
                            backlog),
                    1))
        .compose(done -> deploy(() -> new IngestVerticle(ingest, shared), app.instances()));
  }

  private Future<String> deploy(Supplier<Deployable> verticle, int instances) {
    return vertx
        .deployVerticle(verticle, new DeploymentOptions().setInstances(instances))
        .onSuccess(
            id -> {
              synchronized (deployments) {
                deployments.add(id);
              }
            });
  }

  /**
   * Leaves as a balancer wants it: not ready at once, still answering for the grace, then draining
   * and stopping the embedded stores; within 10 s.
   */
  void stop() {
    health.stopping();
    LockSupport.parkNanos(app.grace().toNanos());
    close();
  }

  @Override
  public void close() {
    List<Future<?>> undeployed = new ArrayList<>();
    synchronized (deployments) {
      deployments.forEach(id -> undeployed.add(vertx.undeploy(id)));
      deployments.clear();
    }
    awaitQuietly("drained", Future.join(undeployed), DRAIN_TIME);
    awaitQuietly("closed", vertx.close(), CLOSE_TIME);
    metrics.close();
    stores.close();
  }

  private static void awaitQuietly(String what, Future<?> future, Duration time) {
    try {
      Waiting.await(future, time);
    } catch (RuntimeException e) {
      LOG.warn("Not everything could be {} in time", what, e);
    }
  }
}
