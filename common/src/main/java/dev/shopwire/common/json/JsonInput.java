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
 * {@link #check()}; an invalid field reads as empty or absent. Warnings report what was left out
 * while the rest was kept. Not thread-safe.
 */
public final class JsonInput {
  private static final int MAX_WARNINGS = 50;
  private static final int MAX_FAULTS = 1_000;
  private static final Pattern EMAIL = Pattern.compile("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+");

  /** Bounds of years with four digits, as in RFC 3339. */
  private static final Instant EARLIEST = Instant.parse("0000-12-31T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private final JsonFields fields;
  private final List<ValidationError> faults;
  private final List<ValidationError> warnings;

  /** Invalid strings and names anywhere in the body, also in fields that are never read. */
  private final List<ValidationError> flaws;

  private final boolean isStrict;
  private final List<JsonInput> parts = new ArrayList<>(0);

  private JsonInput(
      JsonFields fields,
      List<ValidationError> faults,
      List<ValidationError> warnings,
      List<ValidationError> flaws,
      boolean isStrict) {
    this.fields = fields;
    this.faults = faults;
    this.warnings = warnings;
    this.flaws = flaws;
    this.isStrict = isStrict;
  }

  /**
   * Parses a body of the console API, where {@link #check()} rejects fields that were never read.
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
        JsonStrings.flaws(node),
        isStrict);
  }

  /** A required string of 1 to {@code max} characters, trimmed; empty if invalid. */
  public String text(String name, int max) {
    JsonNode value = value(name);
    if (value.isMissingNode() || value.isNull()) {
      return fault(name, "required", "is required", "");
    }
    if (!value.isTextual()) {
      return fault(name, "invalid_type", "must be a string, got " + JsonTypes.name(value), "");
    }
    String text = value.textValue().strip();
    if (text.isEmpty() || StorableText.length(text) > max) {
      return fault(name, "invalid_length", "must have 1 to " + max + " characters", "");
    }
    Optional<String> flaw = StorableText.flaw(text);
    return flaw.isPresent() ? fault(name, "invalid_text", flaw.get(), "") : text;
  }

  /** A required string that matches {@code pattern}, which {@code form} describes. */
  public String text(String name, int max, String pattern, String form) {
    String text = text(name, max);
    return text.isEmpty() || text.matches(pattern)
        ? text
        : fault(name, "invalid_form", "must be " + form, "");
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
      String complaint = "must be a string or null, got " + JsonTypes.name(value);
      return fault(name, "invalid_type", complaint, PatchValue.absent());
    }
    if (StorableText.length(value.textValue()) > max) {
      return fault(
          name, "too_long", "must have at most " + max + " characters", PatchValue.absent());
    }
    Optional<String> flaw = StorableText.flaw(value.textValue());
    return flaw.isPresent()
        ? fault(name, "invalid_text", flaw.get(), PatchValue.absent())
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
        : fault(name, "invalid_email", "must be an e-mail address or null", PatchValue.absent());
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
      String complaint = "must be true, false or null, got " + JsonTypes.name(value);
      return fault(name, "invalid_type", complaint, PatchValue.absent());
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
    String complaint = "must be an ISO 8601 date and time with an offset, or null";
    return fault(name, "invalid_timestamp", complaint, PatchValue.absent());
  }

  /** An optional whole number from 1 to {@code max}. */
  public Optional<Integer> positive(String name, int max) {
    JsonNode value = value(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < 1
        || value.intValue() > max) {
      String complaint = "must be a whole number from 1 to " + max;
      return fault(name, "invalid_number", complaint, Optional.empty());
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
      String complaint = "must be null or an array of up to " + maxItems + " strings";
      return fault(name, "invalid_type", complaint, PatchValue.absent());
    }
    Set<String> texts = new LinkedHashSet<>();
    for (int i = 0; i < value.size(); i++) {
      JsonNode item = value.get(i);
      if (!item.isTextual()
          || item.textValue().isEmpty()
          || StorableText.length(item.textValue()) > maxLength
          || StorableText.flaw(item.textValue()).isPresent()) {
        faults.add(
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
  public JsonInput object(String name) {
    JsonNode value = value(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
      fault(name, "invalid_type", "must be an object, got " + JsonTypes.name(value), "");
    }
    return part(value, fields.pointerTo(name));
  }

  /** A required array of objects; empty if invalid. */
  public List<JsonInput> objects(String name, int max) {
    JsonNode value = value(name);
    if (value.isMissingNode() || value.isNull()) {
      return fault(name, "required", "is required", List.of());
    }
    if (!value.isArray()) {
      String complaint = "must be an array, got " + JsonTypes.name(value);
      return fault(name, "invalid_type", complaint, List.of());
    }
    if (value.size() > max) {
      String complaint = "must have at most " + max + " items, got " + value.size();
      return fault(name, "too_many", complaint, List.of());
    }
    List<JsonInput> objects = new ArrayList<>(value.size());
    for (int i = 0; i < value.size(); i++) {
      String pointer = fields.pointerTo(name) + "/" + i;
      if (!value.get(i).isObject()) {
        String complaint = name + " must contain objects, got " + JsonTypes.name(value.get(i));
        faults.add(new ValidationError(pointer, "invalid_type", complaint));
      }
      objects.add(part(value.get(i), pointer));
    }
    return objects;
  }

  /**
   * The items of an array; an item that is not an object reads as an object with the single field
   * {@code alone}.
   */
  public List<JsonInput> objectsOr(String name, String alone) {
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
            new JsonFields(object, pointer, Map.of()), faults, warnings, List.of(), isStrict);
    parts.add(part);
    return part;
  }

  /** Records that an item of the array {@code name} is invalid. */
  public void addItemError(String name, int index, String code, String message) {
    faults.add(new ValidationError(fields.pointerTo(name) + "/" + index, code, message));
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

  /** Records that the field {@code name} is invalid; {@code complaint} follows its name. */
  public void fault(String name, String code, String complaint) {
    faults.add(toFault(name, code, complaint));
  }

  /** Records that the field {@code name} is left out while the rest is kept, as {@link #fault}. */
  public void warn(String name, String code, String complaint) {
    warnings.add(toFault(name, code, complaint));
  }

  /** Records that an item of the array {@code name} is left out while the rest is kept. */
  public void addItemWarning(String name, int index, String code, String message) {
    warnings.add(new ValidationError(fields.pointerTo(name) + "/" + index, code, message));
  }

  private ValidationError toFault(String name, String code, String complaint) {
    return new ValidationError(
        fields.pointerTo(name), code, fields.displayName(name) + " " + complaint);
  }

  private <T> T fault(String name, String code, String complaint, T instead) {
    fault(name, code, complaint);
    return instead;
  }

  /**
   * Warnings for fields that are ignored: those other than {@code known}, and conflicting ones that
   * were sent under two names (docs/api/README.md).
   */
  public List<ValidationError> ignoredFields(Set<String> known) {
    return fields.ignored(known).limit(MAX_WARNINGS).toList();
  }

  private Stream<ValidationError> unread() {
    return Stream.concat(fields.unread(), parts.stream().flatMap(JsonInput::unread));
  }

  /** What was left out so far, here and in nested objects. */
  public List<ValidationError> warnings() {
    return List.copyOf(warnings);
  }

  /** Every fault found so far. */
  public List<ValidationError> faults() {
    List<ValidationError> all = new ArrayList<>(faults);
    flaws.stream().filter(flaw -> !isReported(flaw)).forEach(all::add);
    return all;
  }

  /** Whether there already is a fault for the value or for one that contains it. */
  private boolean isReported(ValidationError flaw) {
    return faults.stream()
        .anyMatch(fault -> (flaw.pointer() + "/").startsWith(fault.pointer() + "/"));
  }

  /**
   * @throws Failure 422 with every fault found so far; for a strict body also with every field that
   *     was never read
   */
  public void check() {
    if (isStrict) {
      unread().limit(MAX_FAULTS).forEach(faults::add);
    }
    List<ValidationError> all = faults();
    if (!all.isEmpty()) {
      throw Failure.invalid(all);
    }
  }
}
