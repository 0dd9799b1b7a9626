package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.config.Settings;

/**
 * Limits on webhook endpoints.
 *
 * @param perWorkspace the maximum number of endpoints of a workspace
 */
public record EndpointsConfig(int perWorkspace) {
  public static EndpointsConfig of(Settings settings) {
    return new EndpointsConfig(settings.integer("limits.webhook.endpoints", 1_000, 1, 1_000_000));
  }
}
