package dev.shopwire.common.outbox;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What webhooks tell of (docs/api/webhooks.md). */
public enum Topic {
  USAGE_EVENT("customers/usage_event", "usage_event"),

  /**
   * The first identify of a customer in its workspace, through whichever app and whatever it says,
   * also of one that was known by events, people or codes before.
   */
  FIRST_IDENTIFY("customers/first_identify", "customer"),

  /** Values that an identify has made others, or unset; private fields are not among them. */
  CUSTOM_FIELDS_UPDATED("custom_fields/updated", "customer"),

  /** One message a person, by the console (through no app then) or an app's push. */
  CONTACT_CREATED("contacts/created", "contact"),
  CONTACT_UPDATED("contacts/updated", "contact"),
  CONTACT_DELETED("contacts/deleted", "contact"),

  /** An affiliate has got a shop's credit: by a code, or an admin gave it to one who hadn't it. */
  REFERRAL("affiliates/referral", "affiliate"),

  /** Sent by the test button, to whoever; nobody subscribes to it. */
  TEST("webhooks/test", "test");

  private final String word;
  private final String type;

  Topic(String word, String type) {
    this.word = word;
    this.type = type;
  }

  /** The name in endpoints, headers and bodies. */
  public String word() {
    return word;
  }

  /** The body's member {@code type}: what kind of thing the topic is about. */
  public String type() {
    return type;
  }

  public static Optional<Topic> of(String word) {
    return Arrays.stream(values()).filter(topic -> topic.word.equals(word)).findFirst();
  }

  /** Those of {@code words} that there are. */
  public static Set<Topic> all(String... words) {
    Set<Topic> topics = EnumSet.noneOf(Topic.class);
    for (String word : words) {
      of(word).ifPresent(topics::add);
    }
    return topics;
  }

  /** Those that an endpoint may want. */
  public static List<Topic> subscribable() {
    return Arrays.stream(values()).filter(topic -> topic != TEST).toList();
  }
}
