package dev.shopwire.sources.pull;

import dev.shopwire.common.json.Times;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
    json.putAll(members(node.details()));
    return json;
  }

  private static Map<String, @Nullable Object> json(ShopIdentity shop) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", shop.id().orElse(null));
    json.put("domain", shop.domain().orElse(null));
    json.put("name", shop.name().orElse(null));
    return json;
  }

  /** Only those that the record has. Amounts are texts, digit for digit. */
  static Map<String, Object> members(RecordDetails details) {
    Map<String, Object> json = new LinkedHashMap<>();
    put(json, "subscription", details.subscription());
    put(json, "plan", details.plan());
    put(json, "amount", details.amount().map(BigDecimal::toPlainString));
    put(json, "currency", details.currency());
    put(json, "interval", details.interval().map(BillingInterval::id));
    put(json, "trialDays", details.trialDays());
    put(json, "trialEndsAt", details.trialEndsAt().map(Times::format));
    put(json, "effectiveAt", details.effectiveAt().map(Times::format));
    put(json, "category", details.category().map(Category::id));
    put(json, "net", details.net().map(BigDecimal::toPlainString));
    put(json, "gross", details.gross().map(BigDecimal::toPlainString));
    put(json, "fee", details.fee().map(BigDecimal::toPlainString));
    put(json, "settledOn", details.settledOn().map(Object::toString));
    put(json, "reason", details.reason());
    put(json, "note", details.note());
    put(json, "status", details.status());
    return json;
  }

  private static void put(Map<String, Object> json, String name, Optional<?> value) {
    value.ifPresent(present -> json.put(name, present));
  }
}
