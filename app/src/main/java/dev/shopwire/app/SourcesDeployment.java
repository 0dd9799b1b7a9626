package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.sources.SourcesConfig;
import dev.shopwire.sources.SourcesVerticle;
import dev.shopwire.sources.connections.PartnerSecrets;
import dev.shopwire.sources.databases.DatabaseSecrets;
import dev.shopwire.sources.dialects.Dialects;
import dev.shopwire.sources.linked.runs.LinkedMetrics;
import dev.shopwire.sources.pull.PartnerMetrics;
import dev.shopwire.sources.pull.PullVerticle;
import io.vertx.core.Future;

/** Runs the sources role: the console's calls, and in the background the pull. */
record SourcesDeployment(SourcesConfig config) implements RoleDeployment {

  @Override
  public int connections() {
    return config.connections() + config.pullConnections();
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    SecretKeys keys = config.secrets().load();
    Dialects dialects = Dialects.load(config.dialects());
    PartnerMetrics metrics = new PartnerMetrics(resources.registry());
    LinkedMetrics linkedMetrics = new LinkedMetrics(resources.registry());
    return deployments
        .deploy(
            Stage.BEHIND, () -> new SourcesVerticle(config, keys, dialects, resources.stores()), 1)
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND,
                    () ->
                        new PullVerticle(
                            config.pullConnections(),
                            config.request(),
                            resources.postgres(),
                            config.rules(resources.postgres()),
                            dialects,
                            new PartnerSecrets(keys),
                            config.domains(),
                            metrics,
                            new PullVerticle.LinkedRuns(
                                new DatabaseSecrets(keys),
                                config.values(),
                                linkedMetrics,
                                config.keptBytes())),
                    1));
  }
}
