package dev.shopwire.app.analytics.behavior;

import dev.shopwire.app.support.PlainJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A usage event as it is posted, with what the oracles need to know of it.
 *
 * @param time with microsecond precision
 * @param properties plain values in the form of {@link PlainJson}
 */
record BehaviorEvent(
    String id,
    String name,
    String customer,
    Instant time,
    @Nullable String path,
    @Nullable String sessionKey,
    Map<String, @Nullable Object> properties) {

  /** Oldest first; events at the same time by their keys. */
  static final Comparator<BehaviorEvent> ORDER =
      Comparator.comparing(BehaviorEvent::time).thenComparing(BehaviorEvent::key);

  private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
  private static final int KEY_BYTES = 16;

  /** The event's key as the text of a UUID, which sorts like its bytes. */
  String key() {
    if (id.matches(UUID)) {
      return id;
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
      String hex = HexFormat.of().formatHex(hash, 0, KEY_BYTES);
      return hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean isPageView() {
    return name.equals("page_view") && path != null;
  }

  /** The value at {@code dotted}, a path into nested objects; null counts as missing. */
  Optional<Object> property(String dotted) {
    Object value = properties;
    for (String field : dotted.split("\\.", -1)) {
      value = value instanceof Map<?, ?> fields ? fields.get(field) : null;
    }
    return Optional.ofNullable(PlainJson.comparable(value));
  }

  /** The event's JSON in a request. */
  Map<String, @Nullable Object> body() {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("eventId", id);
    body.put("eventName", name);
    body.put("customerId", customer);
    body.put("timestamp", time.toString());
    if (path != null) {
      body.put("path", path);
    }
    if (sessionKey != null) {
      body.put("sessionKey", sessionKey);
    }
    if (!properties.isEmpty()) {
      body.put("properties", properties);
    }
    return body;
  }
}
