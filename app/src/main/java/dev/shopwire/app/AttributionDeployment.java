package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.attribution.AttributionConfig;
import dev.shopwire.attribution.AttributionExportsVerticle;
import dev.shopwire.attribution.AttributionVerticle;
import dev.shopwire.attribution.InstallSourceVerticle;
import io.vertx.core.Future;

/** Runs the attribution role, its exports and, if an install source is connected, its reader. */
record AttributionDeployment(AttributionConfig config) implements RoleDeployment {

  @Override
  public int connections() {
    return config.instances() * config.connections()
        + AttributionExportsVerticle.CONNECTIONS
        + config.installSource().map(installSource -> installSource.connections() + 1).orElse(0);
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    Future<?> calls =
        deployments
            .deploy(
                Stage.BEHIND,
                () -> new AttributionVerticle(config, resources.postgres()),
                config.instances())
            .compose(
                done ->
                    deployments.deploy(
                        Stage.BEHIND, () -> new AttributionExportsVerticle(resources.stores()), 1));
    return config
        .installSource()
        .<Future<?>>map(
            installSource ->
                calls.compose(
                    done ->
                        deployments.deploy(
                            Stage.BACKGROUND,
                            () ->
                                new InstallSourceVerticle(
                                    installSource, config.domains(), resources.postgres()),
                            1)))
        .orElse(calls);
  }
}
