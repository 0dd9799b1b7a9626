package dev.shopwire.app.segments.oracle;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Random json values of fields, and properties of events. */
final class ModelDocuments {
  private ModelDocuments() {}

  /** An array or an object. */
  static Object document(Dice dice) {
    if (dice.oneIn(3)) {
      return dice.any(
          List.<Object>of(
              List.of("pro", BigDecimal.ONE, true),
              List.of(new BigDecimal("1.0"), "1"),
              List.of("Pro", "a_b", "100%", "true"),
              List.of(),
              List.of(List.of("pro")),
              List.of(Map.of("pro", BigDecimal.ONE))));
    }
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    if (!dice.oneIn(3)) {
      Map<String, Object> address = new LinkedHashMap<>();
      address.put("city", dice.any(ModelValues.TEXTS));
      address.put("zip", dice.any(ModelValues.NUMBERS));
      document.put("address", dice.oneIn(6) ? mixedNonNull(dice) : address);
      document.put("address.city", "not this one");
    }
    putSometimes(
        dice,
        document,
        "tags",
        List.of(dice.any(ModelValues.TEXTS), dice.any(ModelValues.NUMBERS), true));
    putSometimes(
        dice,
        document,
        "n",
        dice.oneIn(3) ? ModelValues.mixed(dice) : dice.any(ModelValues.NUMBERS));
    putSometimes(dice, document, "due", ModelTimes.date(dice));
    putSometimes(dice, document, "flag", dice.oneIn(2));
    putSometimes(dice, document, "empty", dice.oneIn(2) ? "" : null);
    putSometimes(dice, document, "it's \"k\"", dice.any(ModelValues.TEXTS));
    putSometimes(dice, document, "%", ModelValues.mixed(dice));
    putSometimes(dice, document, "a.b", Map.of("c", dice.any(ModelValues.TEXTS)));
    putSometimes(
        dice, document, "deep", Map.of("a", dice.oneIn(3) ? List.of("b") : Map.of("b", "pro")));
    return document;
  }

  private static Object mixedNonNull(Dice dice) {
    Object value = ModelValues.mixed(dice);
    return value == null ? "" : value;
  }

  private static void putSometimes(
      Dice dice, Map<String, @Nullable Object> document, String name, @Nullable Object value) {
    if (dice.oneIn(2)) {
      document.put(name, value);
    }
  }

  static Map<String, @Nullable Object> properties(Dice dice) {
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    putSometimes(dice, properties, "plan", dice.any(ModelValues.TEXTS));
    putSometimes(
        dice,
        properties,
        "amount",
        dice.oneIn(4) ? ModelValues.mixed(dice) : dice.any(ModelValues.NUMBERS));
    putSometimes(dice, properties, "mixed", ModelValues.mixed(dice));
    putSometimes(
        dice,
        properties,
        "address",
        dice.oneIn(5) ? ModelValues.mixed(dice) : Map.of("city", dice.any(ModelValues.TEXTS)));
    putSometimes(dice, properties, "address.city", "not this one");
    putSometimes(dice, properties, "a.b", Map.of("c", dice.any(ModelValues.TEXTS)));
    putSometimes(
        dice,
        properties,
        "deep",
        Map.of("a", dice.oneIn(3) ? List.of("b") : Map.of("b", dice.any(ModelValues.NUMBERS))));
    return properties;
  }
}
