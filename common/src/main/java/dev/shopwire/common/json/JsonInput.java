package dev.shopwire.common.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads a request's JSON object field by field. Errors are collected and reported together by
 * {@link #throwIfInvalid()}; an invalid field reads as empty or absent. Warnings report what was
 * left out while the rest was kept. Not thread-safe.
 */
public final class JsonInput {
  private static final int MAX_WARNINGS = 50;
  private static final int MAX_ERRORS = 1_000;

  private final JsonFields fields;
  private final JsonErrors errors;
  private final JsonValues values;
  private final boolean isStrict;
  private List<JsonInput> parts = List.of();

  private JsonInput(JsonFields fields, JsonErrors errors, boolean isStrict) {
    this.fields = fields;
    this.errors = errors;
    this.values = new JsonValues(fields, errors);
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
        new JsonFields(node, "", aliases), new JsonErrors(JsonStrings.validate(node)), isStrict);
  }

  /** A required string of 1 to {@code max} characters, trimmed; empty if invalid. */
  public String requiredString(String name, int max) {
    return values.requiredString(name, max);
  }

  /** A required string that matches {@code pattern}, which {@code form} describes. */
  public String requiredString(String name, int max, String pattern, String form) {
    return values.requiredString(name, max, pattern, form);
  }

  /** An optional string of up to {@code max} characters; an empty one counts as null. */
  public PatchValue<String> optionalString(String name, int max) {
    return values.optionalString(name, max);
  }

  /**
   * An optional e-mail address, trimmed; only its rough form is checked, and a blank one counts as
   * null.
   */
  public PatchValue<String> optionalEmail(String name, int max) {
    return values.optionalEmail(name, max);
  }

  /** Whether a trimmed string has the rough form of an e-mail address. */
  public static boolean isEmail(String text) {
    return JsonValues.isEmail(text);
  }

  /** An optional boolean. */
  public PatchValue<Boolean> optionalBoolean(String name) {
    return values.optionalBoolean(name);
  }

  /** An optional ISO 8601 date and time with an offset. */
  public PatchValue<Instant> optionalInstant(String name) {
    return values.optionalInstant(name);
  }

  /** An optional whole number from 1 to {@code max}. */
  public Optional<Integer> optionalPositiveInt(String name, int max) {
    return values.optionalPositiveInt(name, max);
  }

  /** An optional array of strings; duplicates are removed. */
  public PatchValue<List<String>> optionalStrings(String name, int maxItems, int maxLength) {
    return values.optionalStrings(name, maxItems, maxLength);
  }

  /** An optional object; an empty one if absent. */
  public JsonInput optionalObject(String name) {
    JsonNode value = value(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
      addError(name, "invalid_type", "must be an object, got " + JsonTypes.name(value));
    }
    return part(value, fields.pointerTo(name));
  }

  /** A required array of objects; empty if invalid. */
  public List<JsonInput> requiredObjects(String name, int max) {
    JsonNode value = value(name);
    if (value.isMissingNode() || value.isNull()) {
      addError(name, "required", "is required");
      return List.of();
    }
    if (!value.isArray()) {
      addError(name, "invalid_type", "must be an array, got " + JsonTypes.name(value));
      return List.of();
    }
    if (value.size() > max) {
      addError(name, "too_many", "must have at most " + max + " items, got " + value.size());
      return List.of();
    }
    List<JsonInput> objects = new ArrayList<>(value.size());
    for (int i = 0; i < value.size(); i++) {
      String pointer = fields.pointerTo(name, i);
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
      objects.add(part(object, fields.pointerTo(name, objects.size())));
    }
    return objects;
  }

  /** A nested object, whose errors and warnings are added to those of this one. */
  private JsonInput part(JsonNode object, String pointer) {
    JsonInput part = new JsonInput(new JsonFields(object, pointer, Map.of()), errors, isStrict);
    if (parts.isEmpty()) {
      parts = new ArrayList<>();
    }
    parts.add(part);
    return part;
  }

  /** Records that an item of the array {@code name} is invalid. */
  public void addItemError(String name, int index, String code, String message) {
    errors.add(new ValidationError(fields.pointerTo(name, index), code, message));
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
    errors.add(fields.error(name, code, problem));
  }

  /**
   * Records that the field {@code name} is left out while the rest is kept, as {@link #addError}.
   */
  public void addWarning(String name, String code, String problem) {
    errors.addWarning(fields.error(name, code, problem));
  }

  /** Records that an item of the array {@code name} is left out while the rest is kept. */
  public void addItemWarning(String name, int index, String code, String message) {
    errors.addWarning(new ValidationError(fields.pointerTo(name, index), code, message));
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
    return errors.warnings();
  }

  /** Every error found so far. */
  public List<ValidationError> errors() {
    return errors.all();
  }

  /**
   * @throws Failure 422 with every error found so far; for a strict body also with every field that
   *     was never read
   */
  public void throwIfInvalid() {
    if (isStrict) {
      unknownFields().limit(MAX_ERRORS).forEach(errors::add);
    }
    errors.throwIfAny();
  }
}
