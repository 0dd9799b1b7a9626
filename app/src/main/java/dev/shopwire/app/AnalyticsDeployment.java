package dev.shopwire.app;

import dev.shopwire.analytics.AnalyticsConfig;
import dev.shopwire.analytics.AnalyticsVerticle;
import dev.shopwire.analytics.ExportVerticle;
import dev.shopwire.analytics.query.SharedReadState;
import dev.shopwire.analytics.replica.Replica;
import dev.shopwire.analytics.replica.ReplicaVerticle;
import dev.shopwire.analytics.rollups.BacklogMetrics;
import dev.shopwire.analytics.rollups.RollupVerticle;
import dev.shopwire.app.Deployments.Stage;
import io.vertx.core.Future;
import java.util.Optional;

/** Runs the analytics role: rollups in the background, reads, and a read replica's lag. */
record AnalyticsDeployment(AnalyticsConfig config, PostgresConfig postgres)
    implements RoleDeployment {
  private static final int REPLICA_PULSE = 3;

  @Override
  public int connections() {
    return config.instances() * config.connections()
        + reads()
        + config.rollups().connections()
        + (postgres.replica().isPresent() ? 1 : 0);
  }

  @Override
  public int replicaConnections() {
    return postgres.replica().isPresent() ? reads() + REPLICA_PULSE : 0;
  }

  private int reads() {
    return config.reads().lookups() + config.reads().scans();
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    Optional<Replica> replica = replica(resources);
    AnalyticsVerticle.Shared shared =
        new AnalyticsVerticle.Shared(
            resources.stores(), replica, new SharedReadState(config.reads(), resources.registry()));
    BacklogMetrics backlog = new BacklogMetrics(resources.registry());
    return deployments
        .deploy(Stage.BACKGROUND, () -> rollups(resources, backlog), 1)
        .compose(
            done ->
                deployments.deploy(
                    Stage.BEHIND, () -> new AnalyticsVerticle(config, shared), config.instances()))
        .compose(
            done -> deployments.deploy(Stage.BEHIND, () -> new ExportVerticle(config, shared), 1))
        .compose(
            done ->
                replica
                    .map(
                        it ->
                            deployments.deploy(
                                Stage.BEHIND,
                                () ->
                                    new ReplicaVerticle(
                                        resources.postgres(),
                                        it,
                                        resources.stores().installation()),
                                1))
                    .orElse(Future.succeededFuture("")));
  }

  private Optional<Replica> replica(Resources resources) {
    return postgres
        .replica()
        .map(it -> resources.postgres().pooled() ? it.throughPooler() : it)
        .map(it -> new Replica(it, postgres.replicaLag(), resources.registry()));
  }

  private RollupVerticle rollups(Resources resources, BacklogMetrics backlog) {
    return new RollupVerticle(resources.stores(), config.redis(), config.rollups(), backlog);
  }
}
