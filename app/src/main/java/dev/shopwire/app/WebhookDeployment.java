package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.webhook.DeliveryVerticle;
import dev.shopwire.webhook.WebhookConfig;
import dev.shopwire.webhook.WebhookVerticle;
import dev.shopwire.webhook.delivery.DeliveryMetrics;
import dev.shopwire.webhook.fanout.FanOutMetrics;
import io.vertx.core.Future;

/** Runs the webhook role: the console's requests, and delivery in the background. */
record WebhookDeployment(WebhookConfig config) implements RoleDeployment {

  @Override
  public int connections() {
    return config.connections()
        + WebhookVerticle.CONNECTIONS
        + config.delivery().instances() * config.delivery().connections();
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    SecretKeys keys = config.secrets().load();
    DeliveryMetrics deliveries = new DeliveryMetrics(resources.registry());
    FanOutMetrics fanOut = new FanOutMetrics(resources.registry());
    return deployments
        .deploy(Stage.BEHIND, () -> new WebhookVerticle(config, keys, resources.stores()), 1)
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND,
                    () ->
                        new DeliveryVerticle(
                            config, keys, resources.postgres(), deliveries, fanOut),
                    config.delivery().instances()));
  }
}
