package dev.shopwire.sources.pull;

import dev.shopwire.common.json.Times;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows a record as it was read. */
final class RecordView {
  private RecordView() {}

  static Map<String, @Nullable Object> json(MappedNode node) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("key", node.key());
    json.put("kind", node.kind().map(RecordKind::id).orElse(null));
    json.put("type", node.type());
    json.put("at", node.at().map(Times::format).orElse(null));
    json.put("shop", node.shop().map(RecordView::json).orElse(null));
    json.put("problem", node.problem().orElse(null));
    json.put("test", node.details().test());
    json.putAll(node.details().json());
    return json;
  }

  private static Map<String, @Nullable Object> json(ShopIdentity shop) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", shop.id().orElse(null));
    json.put("domain", shop.domain().orElse(null));
    json.put("name", shop.name().orElse(null));
    return json;
  }
}
