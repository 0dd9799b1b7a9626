package dev.shopwire.sources.connections;

import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.Parameter;
import dev.shopwire.sources.dialects.StreamRule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows a dialect as the API does. */
final class DialectView {
  private DialectView() {}

  static Map<String, @Nullable Object> json(Dialect dialect) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", dialect.name());
    json.put("title", dialect.title());
    json.put("parameters", dialect.parameters().stream().map(DialectView::json).toList());
    json.put("streams", dialect.streams().stream().map(StreamRule::name).toList());
    json.put("sha256", dialect.sha256());
    return json;
  }

  private static Map<String, @Nullable Object> json(Parameter parameter) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", parameter.name());
    json.put("secret", parameter.isSecret());
    json.put("default", parameter.fallback().orElse(null));
    return json;
  }
}
