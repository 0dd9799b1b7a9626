package dev.shopwire.automation.flows;

import java.util.Locale;

/** What a flow is at; {@link FlowActions} has the changes. */
public enum FlowStatus {
  /** It was never published. */
  DRAFT,
  PUBLISHED,
  /** No step acts. */
  PAUSED,
  /** No customer enters any more. */
  ARCHIVED;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static FlowStatus of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
