package dev.shopwire.webhook.signing;

import dev.shopwire.common.json.Times;
import dev.shopwire.common.outbox.Topic;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the bytes that a message is sent as (docs/api/webhooks.md), which {@code
 * JSON.stringify(JSON.parse(body))} reproduces. A message has the same bytes in every attempt.
 * Thread-safe.
 */
public final class MessageBody {
  private static final String CUSTOMER = "customer";

  /** In the documented order, as stored JSON keeps none. */
  private static final List<String> USAGE_EVENT =
      List.of("eventId", "eventName", "timestamp", "properties", "path", "sessionKey", CUSTOMER);

  private static final List<String> USAGE_EVENT_CUSTOMER =
      List.of("id", "myplatformDomain", "name", "email");

  private MessageBody() {}

  /**
   * @throws IllegalArgumentException for an unknown topic
   * @throws java.io.UncheckedIOException for a payload that is not valid JSON
   */
  public static Buffer of(Message message) {
    Topic topic =
        Topic.of(message.topic())
            .orElseThrow(() -> new IllegalArgumentException("Unknown topic " + message.topic()));
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("id", StableJson.text(message.webhookId()));
    fields.put("type", StableJson.text(topic.type()));
    fields.put("topic", StableJson.text(topic.apiName()));
    fields.put("date", StableJson.text(Times.millis(message.at())));
    fields.put("app", app(message.app()));
    payload(topic, message.payload()).forEach(fields::putIfAbsent);
    return Buffer.buffer(StableJson.object(fields));
  }

  private static String app(Message.@Nullable App app) {
    if (app == null) {
      return "null";
    }
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("id", StableJson.text(app.id()));
    fields.put("name", StableJson.text(app.name()));
    fields.put("slug", StableJson.text(app.slug()));
    return StableJson.object(fields);
  }

  private static Map<String, String> payload(Topic topic, String json) {
    Map<String, String> fields = StableJson.fields(json);
    if (topic != Topic.USAGE_EVENT) {
      return fields;
    }
    fields.computeIfPresent(
        CUSTOMER,
        (name, customer) ->
            StableJson.object(ordered(StableJson.fields(customer), USAGE_EVENT_CUSTOMER)));
    return ordered(fields, USAGE_EVENT);
  }

  /** {@code fields} with those in {@code first} before the others. */
  private static Map<String, String> ordered(Map<String, String> fields, List<String> first) {
    Map<String, String> ordered = new LinkedHashMap<>();
    for (String name : first) {
      String value = fields.get(name);
      if (value != null) {
        ordered.put(name, value);
      }
    }
    fields.forEach(ordered::putIfAbsent);
    return ordered;
  }
}
