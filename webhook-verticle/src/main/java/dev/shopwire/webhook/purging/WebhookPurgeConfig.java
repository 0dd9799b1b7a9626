package dev.shopwire.webhook.purging;

import dev.shopwire.common.config.Settings;

/**
 * How long webhook data is kept.
 *
 * @param retentionDays of messages, deliveries and attempts; 0 keeps them indefinitely
 * @param pendingDays how long a delivery may be due
 */
public record WebhookPurgeConfig(int retentionDays, int pendingDays) {
  private static final int MAX_DAYS = 3_650;

  /**
   * @throws dev.shopwire.common.config.SettingException if a due delivery could lose its message
   */
  public static WebhookPurgeConfig of(Settings settings) {
    int pendingDays = settings.integer("webhook.pending.days", 14, 1, MAX_DAYS);
    int retentionDays = settings.integer("webhook.retention.days", 30, 0, MAX_DAYS);
    if (retentionDays != 0 && retentionDays <= pendingDays) {
      throw settings.invalid(
          "webhook.retention.days",
          "0, or more than webhook.pending.days (" + pendingDays + ")",
          Integer.toString(retentionDays));
    }
    return new WebhookPurgeConfig(retentionDays, pendingDays);
  }
}
