package dev.shopwire.webhook;

import dev.shopwire.common.config.Settings;
import dev.shopwire.webhook.addresses.AddressConfig;
import dev.shopwire.webhook.endpoints.EndpointsConfig;
import dev.shopwire.webhook.retention.RetentionConfig;
import dev.shopwire.webhook.secrets.SecretsConfig;
import dev.shopwire.webhook.sending.SendingConfig;

/** The webhook role's settings. */
public record WebhookConfig(
    AddressConfig addresses,
    SendingConfig sending,
    SecretsConfig secrets,
    EndpointsConfig endpoints,
    RetentionConfig retention) {
  public static WebhookConfig of(Settings settings) {
    return new WebhookConfig(
        AddressConfig.of(settings),
        SendingConfig.of(settings),
        SecretsConfig.of(settings),
        EndpointsConfig.of(settings),
        RetentionConfig.of(settings));
  }
}
