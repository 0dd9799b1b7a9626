package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.sources.SourcesConfig;
import dev.shopwire.sources.SourcesVerticle;
import io.vertx.core.Future;

/** Runs the sources role: the console's calls. */
record SourcesDeployment(SourcesConfig config) implements RoleDeployment {

  @Override
  public int connections() {
    return config.connections() + config.pullConnections();
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    return deployments.deploy(
        Stage.BEHIND, () -> new SourcesVerticle(config, resources.stores()), 1);
  }
}
