package dev.shopwire.common.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.ValidationError;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads typed values of the fields of one JSON object, see {@link JsonInput}. An invalid value is
 * added to the errors and reads as empty or absent. Not thread-safe.
 */
final class JsonValues {
  private static final Pattern EMAIL = Pattern.compile("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+");

  /** Bounds of years with four digits, as in RFC 3339. */
  private static final Instant EARLIEST = Instant.parse("0000-12-31T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private final JsonFields fields;
  private final JsonErrors errors;

  JsonValues(JsonFields fields, JsonErrors errors) {
    this.fields = fields;
    this.errors = errors;
  }

  String requiredString(String name, int max) {
    JsonNode value = fields.value(name);
    if (value.isMissingNode() || value.isNull()) {
      return addError(name, "required", "is required", "");
    }
    if (!value.isTextual()) {
      return addError(name, "invalid_type", "must be a string, got " + JsonTypes.name(value), "");
    }
    String text = value.textValue().strip();
    if (text.isEmpty() || StorableText.length(text) > max) {
      return addError(name, "invalid_length", "must have 1 to " + max + " characters", "");
    }
    Optional<String> problem = StorableText.findProblem(text);
    return problem.isPresent() ? addError(name, "invalid_text", problem.get(), "") : text;
  }

  String requiredString(String name, int max, String pattern, String form) {
    String text = requiredString(name, max);
    return text.isEmpty() || text.matches(pattern)
        ? text
        : addError(name, "invalid_form", "must be " + form, "");
  }

  PatchValue<String> optionalString(String name, int max) {
    JsonNode value = fields.value(name);
    if (value.isMissingNode()) {
      return PatchValue.absent();
    }
    if (value.isNull() || isEmptyText(value)) {
      return PatchValue.of(null);
    }
    if (!value.isTextual()) {
      String problem = "must be a string or null, got " + JsonTypes.name(value);
      return addError(name, "invalid_type", problem, PatchValue.absent());
    }
    if (StorableText.length(value.textValue()) > max) {
      return addError(
          name, "too_long", "must have at most " + max + " characters", PatchValue.absent());
    }
    Optional<String> problem = StorableText.findProblem(value.textValue());
    return problem.isPresent()
        ? addError(name, "invalid_text", problem.get(), PatchValue.absent())
        : PatchValue.of(value.textValue());
  }

  private static boolean isEmptyText(JsonNode value) {
    return value.isTextual() && value.textValue().isEmpty();
  }

  PatchValue<String> optionalEmail(String name, int max) {
    PatchValue<String> given = optionalString(name, max);
    String text = given.value();
    if (text == null) {
      return given;
    }
    String email = text.strip();
    if (email.isEmpty()) {
      return PatchValue.of(null);
    }
    return isEmail(email)
        ? PatchValue.of(email)
        : addError(name, "invalid_email", "must be an e-mail address or null", PatchValue.absent());
  }

  static boolean isEmail(String text) {
    return EMAIL.matcher(text).matches();
  }

  PatchValue<Boolean> optionalBoolean(String name) {
    JsonNode value = fields.value(name);
    if (value.isMissingNode()) {
      return PatchValue.absent();
    }
    if (!value.isNull() && !value.isBoolean()) {
      String problem = "must be true, false or null, got " + JsonTypes.name(value);
      return addError(name, "invalid_type", problem, PatchValue.absent());
    }
    return PatchValue.of(value.isNull() ? null : value.booleanValue());
  }

  PatchValue<Instant> optionalInstant(String name) {
    JsonNode value = fields.value(name);
    if (value.isMissingNode()) {
      return PatchValue.absent();
    }
    if (value.isNull()) {
      return PatchValue.of(null);
    }
    try {
      Instant at = OffsetDateTime.parse(value.asText()).toInstant();
      if (at.isAfter(EARLIEST) && at.isBefore(LATEST)) {
        return PatchValue.of(at.truncatedTo(ChronoUnit.MICROS));
      }
    } catch (DateTimeException e) {
      // reported below, as is a year that other programs can't read
    }
    String problem = "must be an ISO 8601 date and time with an offset, or null";
    return addError(name, "invalid_timestamp", problem, PatchValue.absent());
  }

  Optional<Integer> optionalPositiveInt(String name, int max) {
    JsonNode value = fields.value(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < 1
        || value.intValue() > max) {
      String problem = "must be a whole number from 1 to " + max;
      return addError(name, "invalid_number", problem, Optional.empty());
    }
    return Optional.of(value.intValue());
  }

  PatchValue<List<String>> optionalStrings(String name, int maxItems, int maxLength) {
    JsonNode value = fields.value(name);
    if (value.isMissingNode()) {
      return PatchValue.absent();
    }
    if (value.isNull()) {
      return PatchValue.of(null);
    }
    if (!value.isArray() || value.size() > maxItems) {
      String problem = "must be null or an array of up to " + maxItems + " strings";
      return addError(name, "invalid_type", problem, PatchValue.absent());
    }
    Set<String> texts = new LinkedHashSet<>();
    for (int i = 0; i < value.size(); i++) {
      JsonNode item = value.get(i);
      if (!item.isTextual()
          || item.textValue().isEmpty()
          || StorableText.length(item.textValue()) > maxLength
          || StorableText.findProblem(item.textValue()).isPresent()) {
        String problem = name + " must contain strings of 1 to " + maxLength + " characters";
        errors.add(new ValidationError(fields.pointerTo(name, i), "invalid_text", problem));
      } else {
        texts.add(item.textValue());
      }
    }
    return PatchValue.of(List.copyOf(texts));
  }

  private <T> T addError(String name, String code, String problem, T fallback) {
    errors.add(fields.error(name, code, problem));
    return fallback;
  }
}
