package dev.shopwire.sources.lifecycle;

/** What a transition is called in webhooks and flows. */
public enum LifecycleTopic {
  APPS_INSTALLED("apps/installed"),
  APPS_REINSTALLED("apps/reinstalled"),
  APPS_UNINSTALLED("apps/uninstalled"),
  APPS_DEACTIVATED("apps/deactivated"),
  APPS_REACTIVATED("apps/reactivated"),
  TRIAL_STARTED("subscriptions/trial_started"),
  TRIAL_ENDED("subscriptions/trial_ended"),

  /** The subscription begins to pay. */
  ACTIVATED("subscriptions/activated"),

  /** The plan or the price changed. */
  CHANGED("subscriptions/changed"),
  CANCEL_SCHEDULED("subscriptions/cancel_scheduled"),
  CANCELED("subscriptions/canceled"),
  FROZEN("subscriptions/frozen"),
  UNFROZEN("subscriptions/unfrozen");

  private final String id;

  LifecycleTopic(String id) {
    this.id = id;
  }

  /** The name in the API. */
  public String id() {
    return id;
  }
}
