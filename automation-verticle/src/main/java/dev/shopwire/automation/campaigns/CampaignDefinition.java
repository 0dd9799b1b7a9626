package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.campaigns.audience.Audience;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign sends to whom.
 *
 * @param to how the addresses of a customer are found, in order
 * @param senderId null for the one of the workspace's settings
 * @param topicId null for none
 */
public record CampaignDefinition(
    String name,
    Audience audience,
    List<AddressChoice> to,
    long templateId,
    @Nullable Long senderId,
    @Nullable Long topicId,
    boolean isTransactional) {
  /** Whose days the dates of the audience's condition are. */
  public static final ZoneId ZONE = ZoneId.of("UTC");

  public CampaignDefinition {
    to = List.copyOf(to);
  }

  /** As mails have it. */
  public long topicOrNone() {
    return topicId == null ? 0 : topicId;
  }
}
