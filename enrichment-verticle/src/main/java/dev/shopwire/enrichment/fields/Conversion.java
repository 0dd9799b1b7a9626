package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.json.Numbers;
import java.util.Optional;
import java.util.regex.Pattern;

/** Converts stored values when their field gets another type (docs/api/customers.md). */
public final class Conversion {
  /** The syntax of numbers in JSON (RFC 8259 section 6). */
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private Conversion() {}

  /**
   * Converts {@code text} to {@code to}; empty if it does not convert. A value that already has
   * that type stays the same.
   *
   * @param text see {@link FieldValue}
   */
  public static Optional<FieldValue> of(String text, FieldType to, FieldLimits limits) {
    boolean fits =
        switch (to) {
          case TEXT -> true;
          case NUMBER -> NUMBER.matcher(text).matches() && Numbers.isStorable(text);
          case BOOLEAN -> text.equals("true") || text.equals("false");
          case JSON -> false;
        };
    if (to == FieldType.JSON) {
      return json(text, limits);
    }
    return fits ? Optional.of(new FieldValue(to, text)) : Optional.empty();
  }

  /** A json field holds only objects and arrays, within the limits of pushes. */
  private static Optional<FieldValue> json(String text, FieldLimits limits) {
    try {
      JsonNode value = JsonBody.tree(text);
      return value.isContainerNode() && limits.violation(value).isEmpty()
          ? Optional.of(FieldValue.of(value))
          : Optional.empty();
    } catch (Failure noJson) {
      return Optional.empty();
    }
  }
}
