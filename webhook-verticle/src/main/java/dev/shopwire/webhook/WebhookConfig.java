package dev.shopwire.webhook;

import dev.shopwire.common.config.Settings;
import dev.shopwire.webhook.addresses.AddressConfig;
import dev.shopwire.webhook.sending.SendingConfig;

/** The webhook role's settings. */
public record WebhookConfig(AddressConfig addresses, SendingConfig sending) {
  public static WebhookConfig of(Settings settings) {
    return new WebhookConfig(AddressConfig.of(settings), SendingConfig.of(settings));
  }
}
