package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.config.Settings;

/**
 * The limits of endpoints.
 *
 * @param perWorkspace how many endpoints a workspace may have
 */
public record EndpointsConfig(int perWorkspace) {
  public static EndpointsConfig of(Settings settings) {
    return new EndpointsConfig(settings.integer("limits.webhook.endpoints", 1_000, 1, 1_000_000));
  }
}
