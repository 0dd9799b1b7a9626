package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.json.Numbers;
import dev.shopwire.common.json.Text;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What custom fields may be (docs/api/customers.md).
 *
 * @param perCall fields in one call
 * @param perApp definitions that one app's pushes may make
 * @param textLength of a text, in Unicode code points
 * @param jsonBytes of an object or array in compact form, in UTF-8
 * @param jsonDepth of nested objects and arrays, the outermost being 1
 * @param customerBytes of all values of a customer together, in UTF-8
 */
public record FieldLimits(
    int perCall, int perApp, int textLength, int jsonBytes, int jsonDepth, int customerBytes) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,99}");

  /** Why a value can't be taken. */
  public record Complaint(String code, String text) {}

  public static FieldLimits of(Settings settings) {
    return new FieldLimits(
        settings.integer("limits.fields.per.call", 100, 1, 10_000),
        settings.integer("limits.fields.per.app", 250, 0, 100_000),
        settings.integer("limits.field.text.length", 4_096, 1, 1 << 20),
        settings.integer("limits.field.json.bytes", 16 << 10, 2, 1 << 20),
        settings.integer("limits.field.json.depth", 16, 1, 100),
        settings.integer("limits.fields.customer.bytes", 1 << 20, 1_024, 2 << 20));
  }

  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** What is wrong with {@code value}, if anything is. */
  Optional<Complaint> complaint(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> text(value.textValue());
      case NUMBER -> number(value);
      case BOOLEAN, NULL -> Optional.empty();
      default -> json(value);
    };
  }

  private Optional<Complaint> text(String text) {
    if (Text.length(text) > textLength) {
      return complain("too_long", "is longer than " + textLength + " characters");
    }
    return Text.flaw(text).map(flaw -> new Complaint("invalid_text", flaw));
  }

  private static Optional<Complaint> number(JsonNode value) {
    return Numbers.isStorable(value.asText())
        ? Optional.empty()
        : complain("invalid_number", "is a number that no double can hold");
  }

  private Optional<Complaint> json(JsonNode value) {
    Optional<Complaint> inside = inside(value, 1);
    if (inside.isPresent()) {
      return inside;
    }
    return value.toString().getBytes(StandardCharsets.UTF_8).length > jsonBytes
        ? complain("too_large", "is larger than " + jsonBytes + " bytes")
        : Optional.empty();
  }

  private Optional<Complaint> inside(JsonNode value, int depth) {
    if (depth > jsonDepth) {
      return complain("too_deep", "nests deeper than " + jsonDepth);
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      Optional<Complaint> name =
          Text.flaw(member.getKey()).map(flaw -> new Complaint("invalid_text", flaw));
      if (name.isPresent()) {
        return name;
      }
    }
    for (JsonNode child : value) {
      Optional<Complaint> fault =
          child.isContainerNode() ? inside(child, depth + 1) : scalar(child);
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private static Optional<Complaint> scalar(JsonNode value) {
    if (value.isTextual()) {
      return Text.flaw(value.textValue()).map(flaw -> new Complaint("invalid_text", flaw));
    }
    return value.isNumber() ? number(value) : Optional.empty();
  }

  private static Optional<Complaint> complain(String code, String text) {
    return Optional.of(new Complaint(code, text));
  }
}
