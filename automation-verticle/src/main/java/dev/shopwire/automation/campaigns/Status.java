package dev.shopwire.automation.campaigns;

import java.util.Locale;

/** What a campaign is at; {@link CampaignActions} has the changes. */
public enum Status {
  /** It can be changed and deleted. */
  DRAFT,
  /** Its mails are made at a time. */
  SCHEDULED,
  /** Its mails are being made; none is there yet. */
  PREPARING,
  SENDING,
  /** Its mails are there, and none of them begins. */
  PAUSED,
  /** None of its mails waits or is being sent. */
  DONE,
  CANCELLED;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Status of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
