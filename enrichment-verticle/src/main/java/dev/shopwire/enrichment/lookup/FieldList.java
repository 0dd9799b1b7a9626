package dev.shopwire.enrichment.lookup;

import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.fields.Field;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldHandlers;
import dev.shopwire.enrichment.fields.FieldValue;
import dev.shopwire.enrichment.fields.LinkedRun;
import dev.shopwire.enrichment.fields.StoredValue;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Formats a customer's custom fields for the console: as a list, since two apps may have fields
 * with the same name.
 */
final class FieldList {
  private FieldList() {}

  /**
   * @param catalog the fields to show
   * @param slugs the slugs of the workspace's apps by id
   */
  static List<Map<String, @Nullable Object>> of(
      Customer customer, FieldCatalog catalog, Map<Long, String> slugs) {
    return customer.allValues(catalog).stream()
        .sorted(
            Comparator.<Map.Entry<Field, StoredValue>, String>comparing(
                    entry -> entry.getKey().name())
                .thenComparing(entry -> entry.getKey().id())
                .thenComparing(entry -> entry.getValue().appId()))
        .map(entry -> json(entry.getKey(), entry.getValue(), slugs))
        .toList();
  }

  private static Map<String, @Nullable Object> json(
      Field field, StoredValue value, Map<Long, String> slugs) {
    // An all-apps field has no owner, but its value belongs to an app.
    long app = field.ownerApp() == Field.NO_APP ? value.appId() : field.ownerApp();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(field.id()));
    json.put("name", field.name());
    json.put("type", field.type().apiName());
    json.put("scope", field.scope().apiName());
    json.put(
        "app", app == Field.NO_APP ? null : FieldHandlers.app(app, slugs.getOrDefault(app, "")));
    json.put("private", field.hidden());
    json.put("value", FieldValue.json(field.type(), value.text()));
    json.put("linked", value.source().map(LinkedRun::json).orElse(null));
    return json;
  }
}
