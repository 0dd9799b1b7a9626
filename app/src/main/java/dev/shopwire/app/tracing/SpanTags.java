package dev.shopwire.app.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.pgclient.PgException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Selects the attributes of spans from an allowlist. Paths, queries, addresses, users and error
 * messages are not on it; SQL is, since it contains placeholders and no values.
 */
final class SpanTags {
  private static final Set<String> ALLOWED =
      Set.of(
          "http.response.status_code",
          "url.scheme",
          "db.system",
          "db.query.text",
          "db.operation.name",
          "messaging.system",
          "messaging.destination.name",
          "messaging.operation.name");
  private static final String METHOD = "http.request.method";
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final int MAX_TEXT = 2_000;

  private final Map<String, String> tags = new TreeMap<>();

  private SpanTags() {}

  static <R> SpanTags of(R subject, TagExtractor<R> extractor) {
    SpanTags selected = new SpanTags();
    int count = extractor.len(subject);
    for (int i = 0; i < count; i++) {
      String name = extractor.name(subject, i);
      if (name.equals(METHOD)) {
        String method = extractor.value(subject, i);
        selected.tags.put(METHOD, METHODS.contains(method) ? method : "_OTHER");
      } else if (ALLOWED.contains(name)) {
        String value = extractor.value(subject, i);
        if (value != null) {
          selected.tags.put(name, value.substring(0, Math.min(value.length(), MAX_TEXT)));
        }
      }
    }
    return selected;
  }

  Attributes attributes() {
    AttributesBuilder attributes = Attributes.builder();
    tags.forEach(attributes::put);
    return attributes.build();
  }

  /** A low-cardinality name: method, bus address, or the first word of a statement. */
  String name() {
    if (tags.containsKey(METHOD)) {
      return method();
    }
    String address = tags.get("messaging.destination.name");
    if (address != null) {
      return address;
    }
    String sql = tags.get("db.query.text");
    if (sql != null) {
      return "postgresql " + sql.strip().split("\\W+", 2)[0].toLowerCase(Locale.ROOT);
    }
    return tags.getOrDefault("db.system", "call")
        + " "
        + tags.getOrDefault("db.operation.name", "");
  }

  String method() {
    return tags.getOrDefault(METHOD, "");
  }

  boolean isServerError() {
    return tags.getOrDefault("http.response.status_code", "").startsWith("5");
  }

  /** The kind of error without its message, which may contain a caller's input. */
  static String kind(Throwable error) {
    return error instanceof PgException refused && refused.getSqlState() != null
        ? "SQLSTATE " + refused.getSqlState()
        : error.getClass().getName();
  }
}
