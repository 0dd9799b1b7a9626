package dev.shopwire.automation.campaigns;

import dev.shopwire.common.audit.AuditEntry.AuditObject;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A campaign as it is stored.
 *
 * @param isMissed whether its time passed by so much that a person has to decide
 * @param total of its mails; 0 before they are made
 * @param withoutAddress null before its mails are made
 * @param duplicates null before its mails are made
 */
public record Campaign(
    CampaignKey key,
    CampaignDefinition definition,
    Status status,
    boolean isMissed,
    @Nullable OffsetDateTime scheduledAt,
    @Nullable OffsetDateTime frozenAt,
    @Nullable OffsetDateTime endedAt,
    @Nullable Integer templateVersion,
    long total,
    @Nullable Long withoutAddress,
    @Nullable Long duplicates,
    OffsetDateTime createdAt,
    OffsetDateTime updatedAt) {

  public long id() {
    return key.campaignId();
  }

  AuditObject auditObject() {
    return new AuditObject("campaign", Long.toString(id()), definition.name());
  }
}
