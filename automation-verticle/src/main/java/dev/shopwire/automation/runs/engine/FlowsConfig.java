package dev.shopwire.automation.runs.engine;

import dev.shopwire.common.config.Settings;

/**
 * Settings of running flows.
 *
 * @param connections to PostgreSQL
 * @param stuckSeconds how long a step may be overdue before its run is shown as stuck
 */
public record FlowsConfig(int connections, int stuckSeconds) {

  public static FlowsConfig of(Settings settings) {
    return new FlowsConfig(
        settings.integer("automation.flow.connections", 3, 2, 100),
        settings.integer("automation.stuck.seconds", 60, 1, 86_400));
  }
}
