package dev.shopwire.common.outbox;

import dev.shopwire.common.role.Role;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The topics of webhooks (docs/api/webhooks.md), each declared once: which are read, validated and
 * listed follows from the constants, and a test compares the documents with them.
 */
public enum Topic {
  USAGE_EVENT("customers/usage_event", "usage_event", Change.USAGE_EVENT),

  /**
   * The first identify of a customer in its workspace, through any app and with any content, even
   * if the customer was already known from events, contacts or referral codes.
   */
  FIRST_IDENTIFY("customers/first_identify", "customer", Change.IDENTIFY),

  /** Values that an identify changed or unset, without those of private fields. */
  CUSTOM_FIELDS_UPDATED("custom_fields/updated", "customer", Change.IDENTIFY),

  /** One message per contact, changed by the console (without an app) or by an app's push. */
  CONTACT_CREATED("contacts/created", "contact", Change.CONTACT),
  CONTACT_UPDATED("contacts/updated", "contact", Change.CONTACT),
  CONTACT_DELETED("contacts/deleted", "contact", Change.CONTACT),

  /** An affiliate got a shop's credit, by a code or newly assigned by an admin. */
  REFERRAL("affiliates/referral", "affiliate", Change.CREDIT),

  /** A customer became a member of a tracked segment. */
  SEGMENT_ENTERED("segments/entered", "segment", Change.SEGMENT),

  /** A customer ceased to be a member of a tracked segment. */
  SEGMENT_EXITED("segments/exited", "segment", Change.SEGMENT),

  /** The members of a segment were found anew, which may have changed them silently. */
  SEGMENT_REBUILT("segments/rebuilt", "segment", Change.SEGMENT),

  /** A run of a flow has reached a step that announces it. */
  FLOW_STEP("flows/step", "flow_step", Change.FLOW),

  /** The first install of an app in a shop. */
  APPS_INSTALLED("apps/installed", "lifecycle", Change.LIFECYCLE),
  APPS_REINSTALLED("apps/reinstalled", "lifecycle", Change.LIFECYCLE),
  APPS_UNINSTALLED("apps/uninstalled", "lifecycle", Change.LIFECYCLE),

  /** The shop itself was closed or suspended. */
  APPS_DEACTIVATED("apps/deactivated", "lifecycle", Change.LIFECYCLE),
  APPS_REACTIVATED("apps/reactivated", "lifecycle", Change.LIFECYCLE),
  SUBSCRIPTION_TRIAL_STARTED("subscriptions/trial_started", "lifecycle", Change.LIFECYCLE),
  SUBSCRIPTION_TRIAL_ENDED("subscriptions/trial_ended", "lifecycle", Change.LIFECYCLE),

  /** The subscription begins to pay. */
  SUBSCRIPTION_ACTIVATED("subscriptions/activated", "lifecycle", Change.LIFECYCLE),

  /** The plan or the price changed. */
  SUBSCRIPTION_CHANGED("subscriptions/changed", "lifecycle", Change.LIFECYCLE),
  SUBSCRIPTION_CANCEL_SCHEDULED("subscriptions/cancel_scheduled", "lifecycle", Change.LIFECYCLE),
  SUBSCRIPTION_CANCELED("subscriptions/canceled", "lifecycle", Change.LIFECYCLE),
  SUBSCRIPTION_FROZEN("subscriptions/frozen", "lifecycle", Change.LIFECYCLE),
  SUBSCRIPTION_UNFROZEN("subscriptions/unfrozen", "lifecycle", Change.LIFECYCLE),

  /** Sent by the test button to any endpoint; it cannot be subscribed to. */
  TEST("webhooks/test", "test", Change.NONE);

  /** The changes that cause messages, and the role that makes them. */
  public enum Change {
    USAGE_EVENT(Role.INGEST),
    IDENTIFY(Role.ENRICHMENT),
    CONTACT(Role.ENRICHMENT),
    CREDIT(Role.ATTRIBUTION),
    SEGMENT(Role.AUTOMATION),
    FLOW(Role.AUTOMATION),
    LIFECYCLE(Role.SOURCES),

    /** The message is sent on request. */
    NONE(Role.WEBHOOK);

    private final Role role;

    Change(Role role) {
      this.role = role;
    }

    /** The role that writes the messages. */
    public Role role() {
      return role;
    }
  }

  private final String apiName;
  private final String type;
  private final Change change;

  Topic(String apiName, String type, Change change) {
    this.apiName = apiName;
    this.type = type;
    this.change = change;
  }

  /** The name used in endpoints, headers and bodies. */
  public String apiName() {
    return apiName;
  }

  /** The body's field {@code type}: the kind of resource that the topic is about. */
  public String type() {
    return type;
  }

  /** The change that causes the topic's messages. */
  public Change change() {
    return change;
  }

  /** The topics of the messages that {@code change} causes. */
  public static Topic[] causedBy(Change change) {
    return Arrays.stream(values()).filter(topic -> topic.change == change).toArray(Topic[]::new);
  }

  public static Optional<Topic> of(String apiName) {
    return Arrays.stream(values()).filter(topic -> topic.apiName.equals(apiName)).findFirst();
  }

  /** The topics named by {@code apiNames}; unknown names are skipped. */
  public static Set<Topic> parseAll(String... apiNames) {
    Set<Topic> topics = EnumSet.noneOf(Topic.class);
    for (String apiName : apiNames) {
      of(apiName).ifPresent(topics::add);
    }
    return topics;
  }

  /** The topics that an endpoint may subscribe to. */
  public static List<Topic> subscribable() {
    return Arrays.stream(values()).filter(topic -> topic.change != Change.NONE).toList();
  }
}
