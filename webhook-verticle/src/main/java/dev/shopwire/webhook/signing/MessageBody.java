package dev.shopwire.webhook.signing;

import dev.shopwire.common.outbox.Topic;
import io.vertx.core.buffer.Buffer;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a message is sent as (docs/api/webhooks.md): what {@code JSON.stringify} makes of
 * what {@code JSON.parse} reads in them is the same again. A message has the same bytes in every
 * attempt. Thread-safe.
 */
public final class MessageBody {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final String CUSTOMER = "customer";

  /** As the contract lists them: stored JSON keeps no order. */
  private static final List<String> USAGE_EVENT =
      List.of("eventId", "eventName", "timestamp", "properties", "path", "sessionKey", CUSTOMER);

  private static final List<String> USAGE_EVENT_CUSTOMER =
      List.of("id", "myplatformDomain", "name", "email");

  private MessageBody() {}

  /**
   * @throws IllegalArgumentException for a topic that isn't known
   * @throws java.io.UncheckedIOException for a payload that is no JSON
   */
  public static Buffer of(Message message) {
    Topic topic =
        Topic.of(message.topic())
            .orElseThrow(() -> new IllegalArgumentException("Unknown topic " + message.topic()));
    Map<String, String> members = new LinkedHashMap<>();
    members.put("id", StableJson.text(message.webhookId()));
    members.put("type", StableJson.text(topic.type()));
    members.put("topic", StableJson.text(topic.word()));
    members.put("date", StableJson.text(DATE.format(message.at())));
    members.put("app", app(message.app()));
    payload(topic, message.payload()).forEach(members::putIfAbsent);
    return Buffer.buffer(StableJson.object(members));
  }

  private static String app(Message.@Nullable App app) {
    if (app == null) {
      return "null";
    }
    Map<String, String> members = new LinkedHashMap<>();
    members.put("id", StableJson.text(app.id()));
    members.put("name", StableJson.text(app.name()));
    members.put("slug", StableJson.text(app.slug()));
    return StableJson.object(members);
  }

  private static Map<String, String> payload(Topic topic, String json) {
    Map<String, String> members = StableJson.members(json);
    if (topic != Topic.USAGE_EVENT) {
      return members;
    }
    members.computeIfPresent(
        CUSTOMER,
        (name, customer) ->
            StableJson.object(ordered(StableJson.members(customer), USAGE_EVENT_CUSTOMER)));
    return ordered(members, USAGE_EVENT);
  }

  /** {@code members} with those of {@code first} before the others. */
  private static Map<String, String> ordered(Map<String, String> members, List<String> first) {
    Map<String, String> ordered = new LinkedHashMap<>();
    for (String name : first) {
      String value = members.get(name);
      if (value != null) {
        ordered.put(name, value);
      }
    }
    members.forEach(ordered::putIfAbsent);
    return ordered;
  }
}
