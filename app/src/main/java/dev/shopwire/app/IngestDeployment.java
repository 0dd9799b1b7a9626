package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.ingest.IngestConfig;
import dev.shopwire.ingest.IngestVerticle;
import dev.shopwire.ingest.PartitionVerticle;
import dev.shopwire.ingest.admission.Backpressure;
import dev.shopwire.ingest.admission.BackpressureVerticle;
import dev.shopwire.ingest.admission.BodyBuckets;
import dev.shopwire.ingest.admission.LocalBuckets;
import dev.shopwire.ingest.events.IngestLoadVerticle;
import dev.shopwire.ingest.events.IngestMetrics;
import io.vertx.core.Future;
import java.util.Optional;

/** Runs the ingest role: the public API, one instance per event loop. */
record IngestDeployment(IngestConfig config, int instances) implements RoleDeployment {

  /** One connection per instance writes; one per process creates partitions. */
  @Override
  public int connections() {
    return instances * (config.connections() + 1) + 1;
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(new Listener("http", config.host(), config.port()));
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    FailureLimit failedKeys = new FailureLimit(config.keyFailures());
    LoadMetrics.bind("public", failedKeys, resources.registry());
    Backpressure backpressure = new Backpressure(config.maxReportLag(), resources.registry());
    IngestMetrics metrics = new IngestMetrics(resources.registry());
    IngestVerticle.Shared shared =
        new IngestVerticle.Shared(
            resources.stores(),
            new ApiDocument("/v1/openapi.json", "/dev/shopwire/ingest/openapi.yaml"),
            new LocalBuckets(),
            new BodyBuckets(),
            failedKeys,
            new FailureLimit(config.keyFailures()),
            backpressure,
            metrics);
    return deployments
        .deploy(Stage.BACKGROUND, () -> new PartitionVerticle(config, resources.postgres()), 1)
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND, () -> new BackpressureVerticle(backpressure), 1))
        .compose(
            done -> deployments.deploy(Stage.BACKGROUND, () -> new IngestLoadVerticle(metrics), 1))
        .compose(
            done ->
                deployments.deploy(
                    Stage.INGEST, () -> new IngestVerticle(config, shared), instances));
  }
}
