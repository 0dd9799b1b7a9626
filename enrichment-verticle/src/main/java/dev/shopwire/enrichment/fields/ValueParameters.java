package dev.shopwire.enrichment.fields;

import dev.shopwire.common.json.StorableText;
import dev.shopwire.enrichment.fields.FieldPlan.Target;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds values of custom fields to the parameters of statements, one array per column. */
public final class ValueParameters {
  /**
   * Longer texts are stored as long values, so that index entries stay small for any characters.
   */
  private static final int INDEXED_LENGTH = 100;

  private ValueParameters() {}

  /** A value of one customer to set or unset. */
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

  /** Appends four arrays: booleans, numbers, texts and long values; all null for an empty value. */
  static void addValues(Tuple parameters, List<Optional<FieldValue>> values) {
    int size = values.size();
    List<@Nullable Boolean> booleans = new ArrayList<>(size);
    List<@Nullable String> numbers = new ArrayList<>(size);
    List<@Nullable String> texts = new ArrayList<>(size);
    List<@Nullable String> longs = new ArrayList<>(size);
    for (Optional<FieldValue> each : values) {
      Column column = each.map(ValueParameters::columnOf).orElse(Column.NONE);
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
      case TEXT -> StorableText.length(value.text()) > INDEXED_LENGTH ? Column.LONG : Column.TEXT;
      case JSON -> Column.LONG;
    };
  }

  private static void addKeys(Tuple parameters, List<Change> changes) {
    parameters
        .addArrayOfLong(changes.stream().map(Change::customerId).toArray(Long[]::new))
        .addArrayOfLong(
            changes.stream().map(change -> change.target().field().id()).toArray(Long[]::new))
        .addArrayOfLong(
            changes.stream().map(change -> change.target().appId()).toArray(Long[]::new));
  }
}
