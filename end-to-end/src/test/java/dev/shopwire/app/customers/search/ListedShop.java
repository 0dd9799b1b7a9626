package dev.shopwire.app.customers.search;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A customer as the model knows it.
 *
 * @param id in PostgreSQL, by which equal customers are ordered
 * @param json as the list shows it
 * @param values by the name of a field in conditions; several for an all-apps field without an app.
 *     Plain values ({@code PlainJson}), times as {@code Instant}
 */
record ListedShop(long id, Map<String, @Nullable Object> json, Map<String, List<Object>> values) {

  List<Object> of(String field) {
    return values.getOrDefault(field, List.of());
  }
}
