package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;
import dev.shopwire.common.json.Numbers;
import dev.shopwire.common.json.StorableText;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Limits of custom fields (docs/api/customers.md).
 *
 * @param perRequest fields per request
 * @param perApp definitions that one app's pushes may create
 * @param textLength length of a text, in Unicode code points
 * @param jsonBytes bytes of an object or array in compact form, in UTF-8
 * @param jsonDepth depth of nested objects and arrays, the outermost being 1
 * @param customerBytes bytes of all values of a customer together, in UTF-8
 */
public record FieldLimits(
    int perRequest, int perApp, int textLength, int jsonBytes, int jsonDepth, int customerBytes) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,99}");

  /** Why a value is rejected. */
  public record Violation(String code, String text) {}

  public static FieldLimits of(Settings settings) {
    return new FieldLimits(
        settings.integer("limits.fields.per.call", 100, 1, 10_000),
        settings.integer("limits.fields.per.app", 250, 0, 100_000),
        SharedSettings.fieldTextLength(settings),
        SharedSettings.fieldJsonBytes(settings),
        SharedSettings.fieldJsonDepth(settings),
        SharedSettings.fieldCustomerBytes(settings));
  }

  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** The limit that {@code value} violates, if any. */
  Optional<Violation> violation(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> text(value.textValue());
      case NUMBER -> number(value);
      case BOOLEAN, NULL -> Optional.empty();
      default -> json(value);
    };
  }

  private Optional<Violation> text(String text) {
    if (StorableText.length(text) > textLength) {
      return reject("too_long", "is longer than " + textLength + " characters");
    }
    return StorableText.findProblem(text).map(problem -> new Violation("invalid_text", problem));
  }

  private static Optional<Violation> number(JsonNode value) {
    return Numbers.isStorable(value.asText())
        ? Optional.empty()
        : reject("invalid_number", "is out of range for a double");
  }

  private Optional<Violation> json(JsonNode value) {
    Optional<Violation> inside = checkNested(value, 1);
    if (inside.isPresent()) {
      return inside;
    }
    return value.toString().getBytes(StandardCharsets.UTF_8).length > jsonBytes
        ? reject("too_large", "is larger than " + jsonBytes + " bytes")
        : Optional.empty();
  }

  private Optional<Violation> checkNested(JsonNode value, int depth) {
    if (depth > jsonDepth) {
      return reject("too_deep", "is nested deeper than " + jsonDepth);
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      Optional<Violation> name =
          StorableText.findProblem(field.getKey())
              .map(problem -> new Violation("invalid_text", problem));
      if (name.isPresent()) {
        return name;
      }
    }
    for (JsonNode child : value) {
      Optional<Violation> violation =
          child.isContainerNode() ? checkNested(child, depth + 1) : scalar(child);
      if (violation.isPresent()) {
        return violation;
      }
    }
    return Optional.empty();
  }

  private static Optional<Violation> scalar(JsonNode value) {
    if (value.isTextual()) {
      return StorableText.findProblem(value.textValue())
          .map(problem -> new Violation("invalid_text", problem));
    }
    return value.isNumber() ? number(value) : Optional.empty();
  }

  private static Optional<Violation> reject(String code, String text) {
    return Optional.of(new Violation(code, text));
  }
}
