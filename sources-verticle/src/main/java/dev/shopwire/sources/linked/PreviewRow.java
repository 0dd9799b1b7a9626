package dev.shopwire.sources.linked;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.sources.linked.KnownFields.ValueKey;
import dev.shopwire.sources.linked.RowKeys.Match;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows a row beside today's values of its customer. */
record PreviewRow(SourceRow row, Match match, List<MappedColumn> columns) {

  /**
   * As in the API; a row with a problem changes nothing, so that it has no fields.
   *
   * @param app of the database, 0 if it has none
   */
  Map<String, @Nullable Object> json(KnownFields known, Map<ValueKey, String> values, long app) {
    Optional<RowProblem> problem = match.problem().or(() -> row.problem(columns));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("key", row.key());
    json.put(
        "customer",
        match
            .customer()
            .map(
                customer ->
                    Map.of(
                        "id", CustomerId.of(customer.id()), "myplatformDomain", customer.domain()))
            .orElse(null));
    json.put("problem", problem.map(RowProblem::json).orElse(null));
    json.put(
        "fields",
        problem.isPresent() || match.customer().isEmpty()
            ? List.of()
            : fields(known, values, app, match.customer().get().id()));
    return json;
  }

  private List<Map<String, @Nullable Object>> fields(
      KnownFields known, Map<ValueKey, String> values, long app, long customer) {
    List<Map<String, @Nullable Object>> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      MappedColumn column = columns.get(i);
      long valueApp = column.scope() == ValueScope.ALL_APPS ? app : 0;
      Optional<String> now =
          Optional.ofNullable(values.get(new ValueKey(customer, known.ids().get(i), valueApp)));
      Optional<String> after = row.values().get(i).text();
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("field", column.field());
      json.put("type", column.type().id());
      json.put("now", value(column.type(), now));
      json.put("new", value(column.type(), after));
      json.put("change", change(column.type(), now, after));
      fields.add(json);
    }
    return fields;
  }

  private static String change(ValueType type, Optional<String> now, Optional<String> after) {
    if (now.isEmpty()) {
      return after.isEmpty() ? "same" : "set";
    }
    if (after.isEmpty()) {
      return "unset";
    }
    return ValueReader.isSame(type, now.get(), after.get()) ? "same" : "change";
  }

  private static @Nullable Object value(ValueType type, Optional<String> text) {
    return text.<Object>map(
            value ->
                switch (type) {
                  case TEXT -> value;
                  case BOOLEAN -> Boolean.valueOf(value);
                  case NUMBER, JSON -> new RawValue(value);
                })
        .orElse(null);
  }
}
