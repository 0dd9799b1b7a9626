package dev.shopwire.webhook;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.secrets.SecretKeysConfig;
import dev.shopwire.webhook.addresses.AddressConfig;
import dev.shopwire.webhook.delivery.DeliveryConfig;
import dev.shopwire.webhook.endpoints.EndpointsConfig;
import dev.shopwire.webhook.purging.WebhookPurgeConfig;
import dev.shopwire.webhook.secrets.SigningKeys;
import dev.shopwire.webhook.sending.SendingConfig;
import dev.shopwire.webhook.signing.HeaderNames;

/**
 * The webhook role's settings.
 *
 * @param connections PostgreSQL connections for the console's requests and for maintenance
 */
public record WebhookConfig(
    EndpointsConfig endpoints,
    SecretKeysConfig secrets,
    HeaderNames headers,
    AddressConfig addresses,
    SendingConfig sending,
    DeliveryConfig delivery,
    WebhookPurgeConfig retention,
    int connections) {

  public static WebhookConfig of(Settings settings) {
    return new WebhookConfig(
        EndpointsConfig.of(settings),
        SigningKeys.config(settings),
        HeaderNames.of(settings),
        AddressConfig.of(settings),
        SendingConfig.of(settings),
        DeliveryConfig.of(settings),
        WebhookPurgeConfig.of(settings),
        settings.integer("webhook.calls.connections", 4, 2, 1_000));
  }
}
