package dev.shopwire.analytics.filters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.events.PropertyCondition;
import dev.shopwire.common.events.PropertyConditionReader;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.LoneSurrogates;
import dev.shopwire.common.query.Query;
import java.util.List;
import java.util.Optional;

/** Reads the parameter {@code properties}: a JSON array of conditions. */
final class PropertyFilters {
  static final String NAME = "properties";

  private static final int MAX_LENGTH = 16_384;

  private PropertyFilters() {}

  /** The raw parameter under either name; {@link #NAME} takes precedence. */
  static Optional<String> text(Query query) {
    return query.text(nameIn(query), MAX_LENGTH);
  }

  static List<PropertyCondition> read(Query query) {
    PropertyConditionReader reader = new PropertyConditionReader(query::addError);
    return text(query).map(text -> reader.read(nameIn(query), tree(text))).orElse(List.of());
  }

  private static String nameIn(Query query) {
    boolean hasVendorName = !query.has(NAME) && query.has(VendorNames.PROPERTY_FILTERS);
    return hasVendorName ? VendorNames.PROPERTY_FILTERS : NAME;
  }

  /** Replaces lone surrogates with U+0000, which is invalid in any text. */
  private static JsonNode tree(String text) {
    try {
      return Json.MAPPER.readTree(LoneSurrogates.replace(text));
    } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
      return MissingNode.getInstance();
    }
  }
}
