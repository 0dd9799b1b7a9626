package dev.shopwire.automation.runs.engine;

import dev.shopwire.common.config.Settings;

/**
 * Settings of running flows.
 *
 * @param connections to PostgreSQL
 * @param stuckSeconds how long a step may be overdue before its run is shown as stuck
 * @param retentionDays how long runs that have ended are kept; 0 to keep them all
 */
public record FlowsConfig(int connections, int stuckSeconds, int retentionDays) {

  public static FlowsConfig of(Settings settings) {
    return new FlowsConfig(
        settings.integer("automation.flow.connections", 3, 2, 100),
        settings.integer("automation.stuck.seconds", 60, 1, 86_400),
        settings.integer("automation.runs.retention.days", 400, 0, 36_500));
  }
}
