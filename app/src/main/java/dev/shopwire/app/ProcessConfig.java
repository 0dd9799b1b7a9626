package dev.shopwire.app;

import dev.shopwire.app.cluster.ClusterConfig;
import dev.shopwire.app.logs.LogConfig;
import dev.shopwire.app.tracing.TracingConfig;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.load.LoadLimits;
import java.util.List;
import java.util.Optional;

/**
 * All settings of a process.
 *
 * @param warnings what was ignored
 * @param managementHosts the names under which the management port may be called
 */
record ProcessConfig(
    LogConfig logs,
    TracingConfig tracing,
    AppConfig app,
    List<String> warnings,
    RoleConfigs roles,
    Optional<ClusterConfig> cluster,
    LoadLimits load,
    AllowedHosts managementHosts) {

  /**
   * Reads every setting that there is.
   *
   * @throws dev.shopwire.common.config.SettingException naming what is invalid or unknown
   */
  static ProcessConfig of(Settings settings) {
    settings.text("settings"); // Main has read it: it names the settings file.
    LogConfig logs = LogConfig.of(settings);
    TracingConfig tracing = TracingConfig.of(settings);
    AppConfig app = AppConfig.of(settings);
    List<String> warnings = RoleSecrets.removeUnneeded(settings, app.roles());
    ProcessConfig config =
        new ProcessConfig(
            logs,
            tracing,
            app,
            warnings,
            RoleConfigs.of(settings),
            ClusterConfig.of(settings),
            LoadLimits.of(settings),
            AllowedHosts.of(settings, app.managementHost()));
    settings.rejectUnknown();
    return config;
  }
}
