package dev.shopwire.app;

import dev.shopwire.analytics.AnalyticsVerticle;
import dev.shopwire.analytics.query.SharedReadState;
import dev.shopwire.analytics.replica.Replica;
import dev.shopwire.analytics.replica.ReplicaVerticle;
import dev.shopwire.analytics.rollups.BacklogMetrics;
import dev.shopwire.analytics.rollups.RollupVerticle;
import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.attribution.AttributionVerticle;
import dev.shopwire.attribution.InstallSourceVerticle;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.redis.RedisMetrics;
import dev.shopwire.common.redis.RedisUri;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.AdminTokenCheck;
import dev.shopwire.console.ConsoleVerticle;
import dev.shopwire.enrichment.EnrichmentVerticle;
import dev.shopwire.ingest.IngestVerticle;
import dev.shopwire.ingest.PartitionVerticle;
import dev.shopwire.ingest.admission.Backpressure;
import dev.shopwire.ingest.admission.BackpressureVerticle;
import dev.shopwire.ingest.admission.BodyBuckets;
import dev.shopwire.ingest.admission.LocalBuckets;
import dev.shopwire.ingest.events.IngestMetrics;
import dev.shopwire.webhook.DeliveryVerticle;
import dev.shopwire.webhook.WebhookVerticle;
import dev.shopwire.webhook.delivery.DeliveryMetrics;
import dev.shopwire.webhook.fanout.FanOutMetrics;
import dev.shopwire.webhook.secrets.SecretKeys;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Deploys the verticles of the process's roles. For the thread that starts the process. */
final class Roles {
  private final AppConfig app;
  private final RoleConfigs configs;
  private final Deployments deployments;
  private final Postgres postgres;
  private final Optional<RedisUri> redisUri;
  private final DatabaseEpoch epoch;
  private final MeterRegistry registry;
  private final RedisMetrics redisMetrics;

  Roles(
      AppConfig app,
      RoleConfigs configs,
      Deployments deployments,
      Postgres postgres,
      Optional<RedisUri> redisUri,
      DatabaseEpoch epoch,
      Metrics metrics) {
    this.app = app;
    this.configs = configs;
    this.deployments = deployments;
    this.postgres = postgres;
    this.redisUri = redisUri;
    this.epoch = epoch;
    this.registry = metrics.registry();
    this.redisMetrics = new RedisMetrics(registry);
  }

  /** Deploys the process's roles; completes when all are ready. */
  Future<?> deploy(UUID installation) {
    List<Future<?>> deployed = new ArrayList<>();
    for (Role role : app.roles()) {
      switch (role) {
        case INGEST -> deployed.add(deployIngest(installation));
        case ANALYTICS -> deployed.add(deployAnalytics(installation));
        case ENRICHMENT ->
            deployed.add(
                deployments.deploy(
                    Stage.BEHIND,
                    () -> new EnrichmentVerticle(configs.enrichment(), postgres),
                    configs.enrichment().instances()));
        case ATTRIBUTION -> deployed.add(deployAttribution());
        case WEBHOOK -> deployed.add(deployWebhook());
        case CONSOLE -> deployed.add(deployConsole());
      }
    }
    return Future.all(deployed);
  }

  private Future<?> deployConsole() {
    FailureLimit failedTokens = new FailureLimit(AdminTokenCheck.FAILURES_PER_MINUTE);
    LoadMetrics.bind("console", failedTokens, registry);
    return deployments.deploy(
        Stage.CONSOLE, () -> new ConsoleVerticle(configs.console(), postgres, failedTokens), 1);
  }

  private Future<?> deployAttribution() {
    Future<?> calls =
        deployments.deploy(
            Stage.BEHIND,
            () -> new AttributionVerticle(configs.attribution(), postgres),
            configs.attribution().instances());
    return configs
        .attribution()
        .listing()
        .<Future<?>>map(
            listing ->
                calls.compose(
                    done ->
                        deployments.deploy(
                            Stage.BACKGROUND,
                            () ->
                                new InstallSourceVerticle(
                                    listing, configs.attribution().domains(), postgres),
                            1)))
        .orElse(calls);
  }

  private Future<?> deployWebhook() {
    SecretKeys keys = SecretKeys.load(configs.webhook().secrets());
    DeliveryMetrics deliveries = new DeliveryMetrics(registry);
    FanOutMetrics fanOut = new FanOutMetrics(registry);
    return deployments
        .deploy(Stage.BEHIND, () -> new WebhookVerticle(configs.webhook(), keys, postgres), 1)
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND,
                    () ->
                        new DeliveryVerticle(configs.webhook(), keys, postgres, deliveries, fanOut),
                    configs.webhook().delivery().instances()));
  }

  private Future<?> deployIngest(UUID installation) {
    FailureLimit failedKeys = new FailureLimit(configs.ingest().keyFailures());
    LoadMetrics.bind("public", failedKeys, registry);
    Backpressure backpressure = new Backpressure(configs.ingest().behind(), registry);
    IngestVerticle.Shared shared =
        new IngestVerticle.Shared(
            postgres,
            redisUri,
            redisMetrics,
            installation,
            epoch,
            new ApiDocument("/v1/openapi.json", "/dev/shopwire/ingest/openapi.yaml"),
            new LocalBuckets(),
            new BodyBuckets(),
            failedKeys,
            backpressure,
            new IngestMetrics(registry));
    return deployments
        .deploy(Stage.BACKGROUND, () -> new PartitionVerticle(configs.ingest(), postgres), 1)
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND, () -> new BackpressureVerticle(backpressure), 1))
        .compose(
            done ->
                deployments.deploy(
                    Stage.INGEST,
                    () -> new IngestVerticle(configs.ingest(), shared),
                    app.instances()));
  }

  private Future<?> deployAnalytics(UUID installation) {
    Optional<Replica> replica =
        app.postgres()
            .replica()
            .map(it -> postgres.pooled() ? it.throughPooler() : it)
            .map(it -> new Replica(it, app.postgres().replicaLag(), registry));
    AnalyticsVerticle.Shared shared =
        new AnalyticsVerticle.Shared(
            postgres,
            replica,
            redisUri,
            redisMetrics,
            installation,
            epoch,
            new SharedReadState(configs.analytics().reads(), registry));
    BacklogMetrics backlog = new BacklogMetrics(registry);
    return deployments
        .deploy(
            Stage.BACKGROUND,
            () ->
                new RollupVerticle(
                    postgres,
                    redisUri,
                    configs.analytics().redis(),
                    redisMetrics,
                    installation,
                    epoch,
                    configs.analytics().rollups(),
                    backlog),
            1)
        .compose(
            done ->
                deployments.deploy(
                    Stage.BEHIND,
                    () -> new AnalyticsVerticle(configs.analytics(), shared),
                    configs.analytics().instances()))
        .compose(
            done ->
                replica
                    .map(
                        it ->
                            deployments.deploy(
                                Stage.BEHIND,
                                () -> new ReplicaVerticle(postgres, it, installation),
                                1))
                    .orElse(Future.succeededFuture("")));
  }
}
