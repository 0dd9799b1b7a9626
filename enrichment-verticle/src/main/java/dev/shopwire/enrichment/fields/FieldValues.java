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

  /**
   * Appends eight arrays: fields, apps, booleans, numbers, texts and long values to set; fields and
   * apps to unset.
   */
  public static void addTo(Tuple parameters, List<Target> targets) {
    List<Target> set = targets.stream().filter(target -> target.value().isPresent()).toList();
    List<Target> unset = targets.stream().filter(target -> target.value().isEmpty()).toList();
    addKeys(parameters, set);
    List<@Nullable Boolean> booleans = new ArrayList<>();
    List<@Nullable String> numbers = new ArrayList<>();
    List<@Nullable String> texts = new ArrayList<>();
    List<@Nullable String> longs = new ArrayList<>();
    for (Target target : set) {
      FieldValue value = target.value().orElseThrow();
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

  private static void addKeys(Tuple parameters, List<Target> targets) {
    parameters
        .addArrayOfInteger(
            targets.stream().map(target -> target.field().id()).toArray(Integer[]::new))
        .addArrayOfInteger(targets.stream().map(Target::appId).toArray(Integer[]::new));
  }
}
