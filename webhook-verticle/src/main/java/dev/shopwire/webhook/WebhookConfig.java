package dev.shopwire.webhook;

import dev.shopwire.common.config.Settings;

/**
 * The webhook role's settings.
 *
 * @param allowPrivate for development: receivers may have loopback and private addresses
 */
public record WebhookConfig(boolean allowPrivate) {
  public static WebhookConfig of(Settings settings) {
    return new WebhookConfig(settings.bool("webhook.allow.private", false));
  }
}
