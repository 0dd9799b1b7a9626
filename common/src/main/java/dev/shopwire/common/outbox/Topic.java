package dev.shopwire.common.outbox;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The topics of webhooks (docs/api/webhooks.md). */
public enum Topic {
  USAGE_EVENT("customers/usage_event", "usage_event"),

  /**
   * The first identify of a customer in its workspace, through any app and with any content, even
   * if the customer was already known from events, contacts or referral codes.
   */
  FIRST_IDENTIFY("customers/first_identify", "customer"),

  /** Values that an identify changed or unset, without those of private fields. */
  CUSTOM_FIELDS_UPDATED("custom_fields/updated", "customer"),

  /** One message per contact, changed by the console (without an app) or by an app's push. */
  CONTACT_CREATED("contacts/created", "contact"),
  CONTACT_UPDATED("contacts/updated", "contact"),
  CONTACT_DELETED("contacts/deleted", "contact"),

  /** An affiliate got a shop's credit, by a code or newly assigned by an admin. */
  REFERRAL("affiliates/referral", "affiliate"),

  /** Sent by the test button to any endpoint; it cannot be subscribed to. */
  TEST("webhooks/test", "test");

  private final String word;
  private final String type;

  Topic(String word, String type) {
    this.word = word;
    this.type = type;
  }

  /** The name used in endpoints, headers and bodies. */
  public String word() {
    return word;
  }

  /** The body's field {@code type}: the kind of resource that the topic is about. */
  public String type() {
    return type;
  }

  public static Optional<Topic> of(String word) {
    return Arrays.stream(values()).filter(topic -> topic.word.equals(word)).findFirst();
  }

  /** The topics named by {@code words}; unknown names are skipped. */
  public static Set<Topic> all(String... words) {
    Set<Topic> topics = EnumSet.noneOf(Topic.class);
    for (String word : words) {
      of(word).ifPresent(topics::add);
    }
    return topics;
  }

  /** The topics that an endpoint may subscribe to. */
  public static List<Topic> subscribable() {
    return Arrays.stream(values()).filter(topic -> topic != TEST).toList();
  }
}
