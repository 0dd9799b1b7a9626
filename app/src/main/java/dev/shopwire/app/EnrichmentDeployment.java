package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.enrichment.EnrichmentConfig;
import dev.shopwire.enrichment.EnrichmentVerticle;
import io.vertx.core.Future;

/** Runs the enrichment role. */
record EnrichmentDeployment(EnrichmentConfig config) implements RoleDeployment {

  @Override
  public int connections() {
    return config.instances() * config.connections();
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    return deployments.deploy(
        Stage.BEHIND,
        () -> new EnrichmentVerticle(config, resources.postgres()),
        config.instances());
  }
}
