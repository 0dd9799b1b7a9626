package dev.shopwire.app;

import dev.shopwire.analytics.AnalyticsConfig;
import dev.shopwire.attribution.AttributionConfig;
import dev.shopwire.automation.AutomationConfig;
import dev.shopwire.common.config.Settings;
import dev.shopwire.console.ConsoleConfig;
import dev.shopwire.enrichment.EnrichmentConfig;
import dev.shopwire.ingest.IngestConfig;
import dev.shopwire.sources.SourcesConfig;
import dev.shopwire.webhook.WebhookConfig;

/** The settings of all roles, whichever of them the process runs. */
record RoleConfigs(
    IngestConfig ingest,
    AnalyticsConfig analytics,
    EnrichmentConfig enrichment,
    AttributionConfig attribution,
    AutomationConfig automation,
    SourcesConfig sources,
    ConsoleConfig console,
    WebhookConfig webhook) {
  static RoleConfigs of(Settings settings) {
    return new RoleConfigs(
        IngestConfig.of(settings),
        AnalyticsConfig.of(settings),
        EnrichmentConfig.of(settings),
        AttributionConfig.of(settings),
        AutomationConfig.of(settings),
        SourcesConfig.of(settings),
        ConsoleConfig.of(settings),
        WebhookConfig.of(settings));
  }
}
