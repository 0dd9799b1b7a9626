package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A value in a dialect file, with its JSON Pointer for faults. Every reading method fails with a
 * {@link DialectFault} if the value is not what was asked for. Immutable.
 */
record DialectNode(String pointer, JsonNode value) {

  DialectFault fault(String reason) {
    return new DialectFault(pointer, reason);
  }

  /** Whether a value is present: neither missing nor null. */
  boolean isPresent() {
    return !value.isMissingNode() && !value.isNull();
  }

  private DialectNode child(String name) {
    String escaped = name.replace("~", "~0").replace("/", "~1");
    return new DialectNode(pointer + "/" + escaped, value.path(name));
  }

  /** Requires an object with no other names than {@code allowed}. */
  DialectNode object(Set<String> allowed) {
    requireObject();
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      if (!allowed.contains(entry.getKey())) {
        throw child(entry.getKey())
            .fault(
                "is unknown; expected one of "
                    + String.join(", ", allowed.stream().sorted().toList()));
      }
    }
    return this;
  }

  private void requireObject() {
    if (!value.isObject()) {
      throw fault("must be an object");
    }
  }

  DialectNode required(String name) {
    DialectNode child = child(name);
    if (!child.isPresent()) {
      throw child.fault("is required");
    }
    return child;
  }

  Optional<DialectNode> optional(String name) {
    DialectNode child = child(name);
    return child.isPresent() ? Optional.of(child) : Optional.empty();
  }

  /** The entries of an object, in their order. */
  Map<String, DialectNode> entries(int max) {
    requireObject();
    if (value.size() > max) {
      throw fault("must have at most " + max + " entries");
    }
    Map<String, DialectNode> entries = new LinkedHashMap<>();
    value.properties().forEach(entry -> entries.put(entry.getKey(), child(entry.getKey())));
    return entries;
  }

  /** The items of an array of 1 to {@code max}. */
  List<DialectNode> items(int max) {
    if (!value.isArray() || value.isEmpty() || value.size() > max) {
      throw fault("must be an array of 1 to " + max + " items");
    }
    List<DialectNode> items = new ArrayList<>();
    for (JsonNode item : value) {
      items.add(new DialectNode(pointer + "/" + items.size(), item));
    }
    return items;
  }

  /** A text of 1 to {@code max} characters without control characters but line breaks and tabs. */
  String text(int max) {
    String text = value.isTextual() ? value.textValue() : "";
    boolean plain = text.chars().allMatch(c -> c >= ' ' || c == '\n' || c == '\t');
    if (text.isBlank() || text.length() > max || !plain) {
      throw fault("must be a text of 1 to " + max + " characters");
    }
    return text;
  }

  /** A text that matches {@code pattern}. */
  String text(String pattern, String expected) {
    if (!value.isTextual() || !value.textValue().matches(pattern)) {
      throw fault("must be " + expected);
    }
    return value.textValue();
  }

  List<String> texts(int maxItems, int maxLength) {
    return items(maxItems).stream().map(item -> item.text(maxLength)).toList();
  }

  int integer(int min, int max) {
    if (!value.isInt() || value.intValue() < min || value.intValue() > max) {
      throw fault("must be a whole number from " + min + " to " + max);
    }
    return value.intValue();
  }

  BigDecimal decimal(BigDecimal min, BigDecimal max) {
    BigDecimal number = value.isNumber() ? value.decimalValue() : null;
    if (number == null || number.compareTo(min) < 0 || number.compareTo(max) > 0) {
      throw fault("must be a number from " + min + " to " + max);
    }
    return number;
  }

  boolean bool() {
    if (!value.isBoolean()) {
      throw fault("must be true or false");
    }
    return value.booleanValue();
  }
}
