package dev.shopwire.automation.campaigns;

import io.vertx.sqlclient.Row;
import java.util.Comparator;

/** A campaign of a workspace. */
public record CampaignKey(long workspaceId, long campaignId) implements Comparable<CampaignKey> {
  private static final Comparator<CampaignKey> ORDER =
      Comparator.comparingLong(CampaignKey::workspaceId).thenComparingLong(CampaignKey::campaignId);

  static CampaignKey read(Row row) {
    return new CampaignKey(row.getLong("workspace_id"), row.getLong("id"));
  }

  @Override
  public int compareTo(CampaignKey other) {
    return ORDER.compare(this, other);
  }
}
