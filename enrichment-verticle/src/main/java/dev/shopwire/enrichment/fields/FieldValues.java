package dev.shopwire.enrichment.fields;

import dev.shopwire.common.json.Text;
import dev.shopwire.enrichment.fields.FieldPlan.Target;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How values travel to the table {@code custom_field_values}: as columns, one array each, of those
 * to set and those to unset.
 */
public final class FieldValues {
  /** Longer texts would not fit into an index entry, whatever their characters. */
  private static final int INDEXED_LENGTH = 100;

  private FieldValues() {}

  /** A value of one customer that is to be set or unset. */
  public record Change(long customerId, Target target) {}

  /**
   * Appends ten arrays: customers, fields, apps, booleans, numbers, texts and long values to set;
   * customers, fields and apps to unset.
   */
  public static void addTo(Tuple parameters, List<Change> changes) {
    List<Change> set =
        changes.stream().filter(change -> change.target().value().isPresent()).toList();
    List<Change> unset =
        changes.stream().filter(change -> change.target().value().isEmpty()).toList();
    addKeys(parameters, set);
    addValues(parameters, set.stream().map(change -> change.target().value()).toList());
    addKeys(parameters, unset);
  }

  /**
   * Appends four arrays, booleans, numbers, texts and long values; null in all of them for none.
   */
  static void addValues(Tuple parameters, List<Optional<FieldValue>> values) {
    int size = values.size();
    List<@Nullable Boolean> booleans = new ArrayList<>(size);
    List<@Nullable String> numbers = new ArrayList<>(size);
    List<@Nullable String> texts = new ArrayList<>(size);
    List<@Nullable String> longs = new ArrayList<>(size);
    for (Optional<FieldValue> each : values) {
      Column column = each.map(FieldValues::columnOf).orElse(Column.NONE);
      String text = each.map(FieldValue::text).orElse("");
      booleans.add(column == Column.BOOLEAN ? Boolean.valueOf(text) : null);
      numbers.add(column == Column.NUMBER ? text : null);
      texts.add(column == Column.TEXT ? text : null);
      longs.add(column == Column.LONG ? text : null);
    }
    parameters
        .addArrayOfBoolean(booleans.toArray(new Boolean[0]))
        .addArrayOfString(numbers.toArray(new String[0]))
        .addArrayOfString(texts.toArray(new String[0]))
        .addArrayOfString(longs.toArray(new String[0]));
  }

  private enum Column {
    NONE,
    BOOLEAN,
    NUMBER,
    TEXT,
    LONG
  }

  private static Column columnOf(FieldValue value) {
    return switch (value.type()) {
      case BOOLEAN -> Column.BOOLEAN;
      case NUMBER -> Column.NUMBER;
      case TEXT -> Text.length(value.text()) > INDEXED_LENGTH ? Column.LONG : Column.TEXT;
      case JSON -> Column.LONG;
    };
  }

  private static void addKeys(Tuple parameters, List<Change> changes) {
    parameters
        .addArrayOfLong(changes.stream().map(Change::customerId).toArray(Long[]::new))
        .addArrayOfInteger(
            changes.stream().map(change -> change.target().field().id()).toArray(Integer[]::new))
        .addArrayOfInteger(
            changes.stream().map(change -> change.target().appId()).toArray(Integer[]::new));
  }
}
