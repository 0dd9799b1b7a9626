package dev.shopwire.common.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a request's JSON object field by field. Faults are collected and reported together by
 * {@link #throwIfInvalid()}; an invalid field reads as empty or absent. Warnings report what was
 * left out while the rest was kept. Not thread-safe.
 */
public final class JsonInput {
  private static final int MAX_WARNINGS = 50;
  private static final int MAX_ERRORS = 1_000;
  private static final Pattern EMAIL = Pattern.compile("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+");

  /** Bounds of years with four digits, as in RFC 3339. */
  private static final Instant EARLIEST = Instant.parse("0000-12-31T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private final JsonFields fields;
  private final List<ValidationError> errors;
  private final List<ValidationError> warnings;

  /** Invalid strings and names anywhere in the body, also in fields that are never read. */
  private final List<ValidationError> textErrors;

  private final boolean isStrict;
  private final List<JsonInput> parts = new ArrayList<>(0);

  private JsonInput(
      JsonFields fields,
      List<ValidationError> errors,
      List<ValidationError> warnings,
      List<ValidationError> textErrors,
      boolean isStrict) {
    this.fields = fields;
    this.errors = errors;
    this.warnings = warnings;
    this.textErrors = textErrors;
    this.isStrict = isStrict;
  }

  /**
   * Parses a body of the console API, where {@link #throwIfInvalid()} rejects fields that were
   * never read.
   *
   * @throws Failure 400 if it is not JSON, 422 if it is not an object
   */
  public static JsonInput strict(byte[] body) {
    return strict(JsonBody.text(body));
  }

  /** Same as {@link #strict(byte[])} for a body that has been decoded. */
  public static JsonInput strict(String json) {
    return of(json, Map.of(), true);
  }

  /**
   * Parses a body of the public API, where unknown fields are ignored, see {@link #ignoredFields}.
   *
   * @param aliases alternative field names, mapped to the documented names
   * @throws Failure 400 if it is not JSON, 422 if it is not an object
   */
  public static JsonInput of(String json, Map<String, String> aliases) {
    return of(json, aliases, false);
  }

  private static JsonInput of(String json, Map<String, String> aliases, boolean isStrict) {
    JsonNode node = JsonBody.tree(json);
    if (!node.isObject()) {
      throw Failure.invalid(
          "", "invalid_type", "The body must be an object, got " + JsonTypes.name(node));
    }
    return new JsonInput(
        new JsonFields(node, "", aliases),
        new ArrayList<>(),
        new ArrayList<>(),
        JsonStrings.validate(node),
        isStrict);
  }

  /** A required string of 1 to {@code max} characters, trimmed; empty if invalid. */
  public String requiredString(String name, int max) {
    JsonNode value = value(name);
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

  /** A required string that matches {@code pattern}, which {@code form} describes. */
  public String requiredString(String name, int max, String pattern, String form) {
    String text = requiredString(name, max);
    return text.isEmpty() || text.matches(pattern)
        ? text
        : addError(name, "invalid_form", "must be " + form, "");
  }

  /** An optional string of up to {@code max} characters; an empty one counts as null. */
  public PatchValue<String> optionalString(String name, int max) {
    JsonNode value = value(name);
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

  /**
   * An optional e-mail address, trimmed; only its rough form is checked, and a blank one counts as
   * null.
   */
  public PatchValue<String> optionalEmail(String name, int max) {
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

  /** Whether a trimmed string has the rough form of an e-mail address. */
  public static boolean isEmail(String text) {
    return EMAIL.matcher(text).matches();
  }

  /** An optional boolean. */
  public PatchValue<Boolean> optionalBoolean(String name) {
    JsonNode value = value(name);
    if (value.isMissingNode()) {
      return PatchValue.absent();
    }
    if (!value.isNull() && !value.isBoolean()) {
      String problem = "must be true, false or null, got " + JsonTypes.name(value);
      return addError(name, "invalid_type", problem, PatchValue.absent());
    }
    return PatchValue.of(value.isNull() ? null : value.booleanValue());
  }

  /** An optional ISO 8601 date and time with an offset. */
  public PatchValue<Instant> optionalInstant(String name) {
    JsonNode value = value(name);
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

  /** An optional whole number from 1 to {@code max}. */
  public Optional<Integer> optionalPositiveInt(String name, int max) {
    JsonNode value = value(name);
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

  /** An optional array of strings; duplicates are removed. */
  public PatchValue<List<String>> optionalStrings(String name, int maxItems, int maxLength) {
    JsonNode value = value(name);
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
        errors.add(
            new ValidationError(
                fields.pointerTo(name) + "/" + i,
                "invalid_text",
                name + " must contain strings of 1 to " + maxLength + " characters"));
      } else {
        texts.add(item.textValue());
      }
    }
    return PatchValue.of(List.copyOf(texts));
  }

  /** An optional object; an empty one if absent. */
  public JsonInput optionalObject(String name) {
    JsonNode value = value(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
      addError(name, "invalid_type", "must be an object, got " + JsonTypes.name(value), "");
    }
    return part(value, fields.pointerTo(name));
  }

  /** A required array of objects; empty if invalid. */
  public List<JsonInput> requiredObjects(String name, int max) {
    JsonNode value = value(name);
    if (value.isMissingNode() || value.isNull()) {
      return addError(name, "required", "is required", List.of());
    }
    if (!value.isArray()) {
      String problem = "must be an array, got " + JsonTypes.name(value);
      return addError(name, "invalid_type", problem, List.of());
    }
    if (value.size() > max) {
      String problem = "must have at most " + max + " items, got " + value.size();
      return addError(name, "too_many", problem, List.of());
    }
    List<JsonInput> objects = new ArrayList<>(value.size());
    for (int i = 0; i < value.size(); i++) {
      String pointer = fields.pointerTo(name) + "/" + i;
      if (!value.get(i).isObject()) {
        String problem = name + " must contain objects, got " + JsonTypes.name(value.get(i));
        errors.add(new ValidationError(pointer, "invalid_type", problem));
      }
      objects.add(part(value.get(i), pointer));
    }
    return objects;
  }

  /**
   * The items of an array; an item that is not an object reads as an object with the single field
   * {@code alone}.
   */
  public List<JsonInput> objectsOrValues(String name, String alone) {
    List<JsonInput> objects = new ArrayList<>();
    for (JsonNode item : value(name)) {
      JsonNode object = item.isObject() ? item : Json.MAPPER.createObjectNode().set(alone, item);
      objects.add(part(object, fields.pointerTo(name) + "/" + objects.size()));
    }
    return objects;
  }

  /** A nested object, whose faults and warnings are added to those of this one. */
  private JsonInput part(JsonNode object, String pointer) {
    JsonInput part =
        new JsonInput(
            new JsonFields(object, pointer, Map.of()), errors, warnings, List.of(), isStrict);
    parts.add(part);
    return part;
  }

  /** Records that an item of the array {@code name} is invalid. */
  public void addItemError(String name, int index, String code, String message) {
    errors.add(new ValidationError(fields.pointerTo(name) + "/" + index, code, message));
  }

  /** The names of this object's fields, in the order sent. */
  public List<String> names() {
    return fields.names();
  }

  /** A field's value, unparsed; a missing node if it is absent. */
  public JsonNode value(String name) {
    return fields.value(name);
  }

  /** The name under which a field was also sent with a different value, if any. */
  public Optional<String> conflictingName(String name) {
    return fields.conflictingName(name);
  }

  /** Records that the field {@code name} is invalid; {@code problem} follows its name. */
  public void addError(String name, String code, String problem) {
    errors.add(toError(name, code, problem));
  }

  /**
   * Records that the field {@code name} is left out while the rest is kept, as {@link #addError}.
   */
  public void addWarning(String name, String code, String problem) {
    warnings.add(toError(name, code, problem));
  }

  /** Records that an item of the array {@code name} is left out while the rest is kept. */
  public void addItemWarning(String name, int index, String code, String message) {
    warnings.add(new ValidationError(fields.pointerTo(name) + "/" + index, code, message));
  }

  private ValidationError toError(String name, String code, String problem) {
    return new ValidationError(
        fields.pointerTo(name), code, fields.displayName(name) + " " + problem);
  }

  private <T> T addError(String name, String code, String problem, T fallback) {
    addError(name, code, problem);
    return fallback;
  }

  /**
   * Warnings for fields that are ignored: those other than {@code known}, and conflicting ones that
   * were sent under two names (docs/api/README.md).
   */
  public List<ValidationError> ignoredFields(Set<String> known) {
    return fields.ignoredFields(known).limit(MAX_WARNINGS).toList();
  }

  private Stream<ValidationError> unknownFields() {
    return Stream.concat(fields.unknownFields(), parts.stream().flatMap(JsonInput::unknownFields));
  }

  /** What was left out so far, here and in nested objects. */
  public List<ValidationError> warnings() {
    return List.copyOf(warnings);
  }

  /** Every fault found so far. */
  public List<ValidationError> errors() {
    List<ValidationError> all = new ArrayList<>(errors);
    textErrors.stream().filter(error -> !isReported(error)).forEach(all::add);
    return all;
  }

  /** Whether there already is a fault for the value or for one that contains it. */
  private boolean isReported(ValidationError textError) {
    return errors.stream()
        .anyMatch(error -> (textError.pointer() + "/").startsWith(error.pointer() + "/"));
  }

  /**
   * @throws Failure 422 with every fault found so far; for a strict body also with every field that
   *     was never read
   */
  public void throwIfInvalid() {
    if (isStrict) {
      unknownFields().limit(MAX_ERRORS).forEach(errors::add);
    }
    List<ValidationError> all = errors();
    if (!all.isEmpty()) {
      throw Failure.invalid(all);
    }
  }
}
