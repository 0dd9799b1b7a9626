package dev.shopwire.webhook;

import dev.shopwire.common.config.Settings;
import dev.shopwire.webhook.endpoints.EndpointsConfig;
import dev.shopwire.webhook.secrets.SecretsConfig;

/**
 * The webhook role's settings.
 *
 * @param allowPrivate for development: receivers may have loopback and private addresses
 */
public record WebhookConfig(
    boolean allowPrivate, SecretsConfig secrets, EndpointsConfig endpoints) {
  public static WebhookConfig of(Settings settings) {
    return new WebhookConfig(
        settings.bool("webhook.allow.private", false),
        SecretsConfig.of(settings),
        EndpointsConfig.of(settings));
  }
}
