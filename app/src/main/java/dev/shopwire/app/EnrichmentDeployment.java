package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.enrichment.CompleteListsVerticle;
import dev.shopwire.enrichment.EnrichmentConfig;
import dev.shopwire.enrichment.EnrichmentVerticle;
import dev.shopwire.enrichment.fields.FieldCountCache;
import dev.shopwire.enrichment.linked.RunSlots;
import io.vertx.core.Future;

/** Runs the enrichment role. */
record EnrichmentDeployment(EnrichmentConfig config) implements RoleDeployment {

  @Override
  public int connections() {
    return config.instances() * config.connections() + CompleteListsVerticle.CONNECTIONS;
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    FieldCountCache fieldCounts = new FieldCountCache();
    RunSlots runSlots = new RunSlots();
    return deployments
        .deploy(
            Stage.BEHIND,
            () -> new EnrichmentVerticle(config, resources.stores(), fieldCounts, runSlots),
            config.instances())
        .compose(
            done ->
                deployments.deploy(
                    Stage.BEHIND, () -> new CompleteListsVerticle(config, resources.stores()), 1));
  }
}
