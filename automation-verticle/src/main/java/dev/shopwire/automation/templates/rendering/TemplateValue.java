package dev.shopwire.automation.templates.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A value of a placeholder.
 *
 * @param text as mails show it, not escaped
 * @param isTrue what {@code #if} decides by: false for the boolean false and for empty lists and
 *     objects
 */
public record TemplateValue(String text, boolean isTrue) {
  /** A text; empty if it has nothing but white space, so that a default takes its place. */
  public static Optional<TemplateValue> of(String text) {
    return text.isBlank() ? Optional.empty() : Optional.of(new TemplateValue(text, true));
  }

  /** A number, shown without an exponent. */
  public static TemplateValue of(BigDecimal number) {
    return new TemplateValue(number.toPlainString(), true);
  }

  public static TemplateValue of(boolean value) {
    return new TemplateValue(Boolean.toString(value), value);
  }

  /** A time, shown in UTC as in the API. */
  public static TemplateValue of(Instant time) {
    return new TemplateValue(time.toString(), true);
  }

  public static TemplateValue of(LocalDate date) {
    return new TemplateValue(date.toString(), true);
  }

  /** A JSON value: lists and objects as compact JSON; empty for null and for blank text. */
  public static Optional<TemplateValue> of(JsonNode json) {
    return switch (json.getNodeType()) {
      case NULL, MISSING -> Optional.empty();
      case STRING -> of(json.textValue());
      case NUMBER -> Optional.of(of(json.decimalValue()));
      case BOOLEAN -> Optional.of(of(json.booleanValue()));
      default -> Optional.of(new TemplateValue(json.toString(), !json.isEmpty()));
    };
  }
}
