package dev.shopwire.app.segments.oracle;

import dev.shopwire.app.support.PlainJson;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A usage event of one customer.
 *
 * @param app the slug of its app
 * @param time of microseconds at most
 * @param properties plain values in the form of {@link PlainJson}
 */
record ModelEvent(
    String app,
    String id,
    String name,
    Instant time,
    @Nullable String path,
    @Nullable String sessionKey,
    Map<String, @Nullable Object> properties) {

  static final String PAGE_VIEW = "page_view";
  static final Comparator<ModelEvent> NEWEST_FIRST =
      Comparator.comparing(ModelEvent::time).reversed();

  boolean isPageView() {
    return name.equals(PAGE_VIEW) && path != null;
  }

  /** The event's JSON in a request. */
  Map<String, @Nullable Object> body(String domain) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("eventId", id);
    body.put("eventName", name);
    body.put("customerId", domain);
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
