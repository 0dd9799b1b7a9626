package dev.shopwire.enrichment.fields;

import dev.shopwire.common.json.Text;
import dev.shopwire.enrichment.fields.FieldPlan.Target;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
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
    List<@Nullable Boolean> booleans = new ArrayList<>();
    List<@Nullable String> numbers = new ArrayList<>();
    List<@Nullable String> texts = new ArrayList<>();
    List<@Nullable String> longs = new ArrayList<>();
    for (Change change : set) {
      FieldValue value = change.target().value().orElseThrow();
      boolean isLong =
          value.type() == FieldType.JSON
              || (value.type() == FieldType.TEXT && Text.length(value.text()) > INDEXED_LENGTH);
      booleans.add(value.type() == FieldType.BOOLEAN ? Boolean.valueOf(value.text()) : null);
      numbers.add(value.type() == FieldType.NUMBER ? value.text() : null);
      texts.add(value.type() == FieldType.TEXT && !isLong ? value.text() : null);
      longs.add(isLong ? value.text() : null);
    }
    parameters
        .addArrayOfBoolean(booleans.toArray(new Boolean[0]))
        .addArrayOfString(numbers.toArray(new String[0]))
        .addArrayOfString(texts.toArray(new String[0]))
        .addArrayOfString(longs.toArray(new String[0]));
    addKeys(parameters, unset);
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
