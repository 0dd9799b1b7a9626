package dev.shopwire.sources.lifecycle;

import java.util.Locale;

/** The states of an app in a shop. If several apply, it is the first one in this order. */
public enum LifecycleState {
  UNINSTALLED,
  DEACTIVATED,
  FROZEN,

  /** The end of the subscription is scheduled. */
  CANCELING,
  TRIAL,
  SUBSCRIBED,

  /** Installed, with a subscription that ended since the last install. */
  UNSUBSCRIBED,
  INSTALLED;

  /** The name in the API, in segments and in the database. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
