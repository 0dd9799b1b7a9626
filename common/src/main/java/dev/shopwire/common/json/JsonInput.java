package dev.shopwire.common.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
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
 * A request's object, read member by member. Faults are collected and told all at once by {@link
 * #check()}; what is at fault reads as if it were empty or absent. Warnings name what is left out
 * while the rest is kept. Not thread-safe.
 */
public final class JsonInput {
  private static final int MAX_WARNINGS = 50;
  private static final int MAX_FAULTS = 1_000;
  private static final Pattern EMAIL = Pattern.compile("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+");

  /** Of four digits, as RFC 3339 has years. */
  private static final Instant EARLIEST = Instant.parse("0000-12-31T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private final JsonFields members;
  private final List<Fault> faults;
  private final List<Fault> warnings;

  /** Of texts and names anywhere in the body, also where nobody reads them. */
  private final List<Fault> flaws;

  private final boolean isStrict;
  private final List<JsonInput> parts = new ArrayList<>(0);

  private JsonInput(
      JsonFields members,
      List<Fault> faults,
      List<Fault> warnings,
      List<Fault> flaws,
      boolean isStrict) {
    this.members = members;
    this.faults = faults;
    this.warnings = warnings;
    this.flaws = flaws;
    this.isStrict = isStrict;
  }

  /**
   * A body of the console: {@link #check()} refuses members that were not asked for until then.
   *
   * @throws Failure 400 for what is no JSON, 422 for what is no object
   */
  public static JsonInput strict(byte[] body) {
    return strict(JsonBody.text(body));
  }

  /** The same of a body that was read before. */
  public static JsonInput strict(String json) {
    return of(json, Map.of(), true);
  }

  /**
   * A body of the public API, whose unknown members are ignored, see {@link #unknownMembers}.
   *
   * @param aliases other names that a member may come with, and its own
   * @throws Failure 400 for what is no JSON, 422 for what is no object
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
        JsonTexts.flaws(node),
        isStrict);
  }

  /** A required text of 1 to {@code max} characters; empty text if it is at fault. */
  public String text(String name, int max) {
    JsonNode value = value(name);
    if (value.isMissingNode() || value.isNull()) {
      return fault(name, "required", "is required", "");
    }
    if (!value.isTextual()) {
      return fault(name, "invalid_type", "must be a string, got " + JsonTypes.name(value), "");
    }
    String text = value.textValue().strip();
    if (text.isEmpty() || Text.length(text) > max) {
      return fault(name, "invalid_length", "must have 1 to " + max + " characters", "");
    }
    Optional<String> flaw = Text.flaw(text);
    return flaw.isPresent() ? fault(name, "invalid_text", flaw.get(), "") : text;
  }

  /** A required text that matches {@code pattern}, which {@code form} describes. */
  public String text(String name, int max, String pattern, String form) {
    String text = text(name, max);
    return text.isEmpty() || text.matches(pattern)
        ? text
        : fault(name, "invalid_form", "must be " + form, "");
  }

  /** A text of up to {@code max} characters that may be absent or null; an empty one is null. */
  public PatchValue<String> optionalText(String name, int max) {
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
    if (Text.length(value.textValue()) > max) {
      return fault(name, "too_long", "must have up to " + max + " characters", PatchValue.absent());
    }
    Optional<String> flaw = Text.flaw(value.textValue());
    return flaw.isPresent()
        ? fault(name, "invalid_text", flaw.get(), PatchValue.absent())
        : PatchValue.of(value.textValue());
  }

  private static boolean isEmptyText(JsonNode value) {
    return value.isTextual() && value.textValue().isEmpty();
  }

  /**
   * An e-mail address, trimmed, that may be absent or null; what has its rough form is believed,
   * and nothing but blanks is null.
   */
  public PatchValue<String> optionalEmail(String name, int max) {
    PatchValue<String> given = optionalText(name, max);
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

  /** Whether a trimmed text has the rough form of an e-mail address. */
  public static boolean isEmail(String text) {
    return EMAIL.matcher(text).matches();
  }

  /** A boolean that may be absent or null. */
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

  /** A moment in ISO 8601 with an offset, that may be absent or null. */
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
      // Told below, as is a year that no other program reads.
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

  /** An array of texts without doubles that may be absent or null. */
  public PatchValue<List<String>> optionalTexts(String name, int maxItems, int maxLength) {
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
          || Text.length(item.textValue()) > maxLength
          || Text.flaw(item.textValue()).isPresent()) {
        faults.add(
            new Fault(
                members.pointerTo(name) + "/" + i,
                "invalid_text",
                name + " must hold strings of 1 to " + maxLength + " characters"));
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
    return part(value, members.pointerTo(name));
  }

  /** A required array of objects; empty if it is at fault. */
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
      String complaint = "holds " + max + " at most, got " + value.size();
      return fault(name, "too_many", complaint, List.of());
    }
    List<JsonInput> objects = new ArrayList<>(value.size());
    for (int i = 0; i < value.size(); i++) {
      String place = members.pointerTo(name) + "/" + i;
      if (!value.get(i).isObject()) {
        String complaint = name + " must hold objects, got " + JsonTypes.name(value.get(i));
        faults.add(new Fault(place, "invalid_type", complaint));
      }
      objects.add(part(value.get(i), place));
    }
    return objects;
  }

  /**
   * The items of an array: objects, and what is none as if it were an object's only member {@code
   * alone}.
   */
  public List<JsonInput> objectsOr(String name, String alone) {
    List<JsonInput> objects = new ArrayList<>();
    for (JsonNode item : value(name)) {
      JsonNode object = item.isObject() ? item : Json.MAPPER.createObjectNode().set(alone, item);
      objects.add(part(object, members.pointerTo(name) + "/" + objects.size()));
    }
    return objects;
  }

  /** An object within this one, which notes what is wrong with it here. */
  private JsonInput part(JsonNode object, String place) {
    JsonInput part =
        new JsonInput(
            new JsonFields(object, place, Map.of()), faults, warnings, List.of(), isStrict);
    parts.add(part);
    return part;
  }

  /** Notes that an item of the array {@code name} is at fault. */
  public void faultWithin(String name, int index, String code, String message) {
    faults.add(new Fault(members.pointerTo(name) + "/" + index, code, message));
  }

  /** The names of this object's members, in the order in which they came. */
  public List<String> names() {
    return members.names();
  }

  /** A member as it came; a missing node if it is absent. */
  public JsonNode value(String name) {
    return members.value(name);
  }

  /** The other name of a member that also came with another value, if it did. */
  public Optional<String> conflictingName(String name) {
    return members.conflictingName(name);
  }

  /** Notes that member {@code name} is at fault; {@code complaint} follows its name. */
  public void fault(String name, String code, String complaint) {
    faults.add(told(name, code, complaint));
  }

  /** Notes that member {@code name} is left out while the rest is kept, as {@link #fault}. */
  public void warn(String name, String code, String complaint) {
    warnings.add(told(name, code, complaint));
  }

  /** Notes that an item of the array {@code name} is left out while the rest is kept. */
  public void warnWithin(String name, int index, String code, String message) {
    warnings.add(new Fault(members.pointerTo(name) + "/" + index, code, message));
  }

  private Fault told(String name, String code, String complaint) {
    return new Fault(members.pointerTo(name), code, members.called(name) + " " + complaint);
  }

  private <T> T fault(String name, String code, String complaint, T instead) {
    fault(name, code, complaint);
    return instead;
  }

  /**
   * Members but for {@code known}, and those that came under two names: they are ignored, and the
   * answer says so (docs/api/README.md).
   */
  public List<Fault> unknownMembers(Set<String> known) {
    return members.ignored(known).limit(MAX_WARNINGS).toList();
  }

  private Stream<Fault> unread() {
    return Stream.concat(members.unread(), parts.stream().flatMap(JsonInput::unread));
  }

  /** What was left out so far, here and in objects within this one. */
  public List<Fault> warnings() {
    return List.copyOf(warnings);
  }

  /** Every fault found so far. */
  public List<Fault> faults() {
    List<Fault> all = new ArrayList<>(faults);
    flaws.stream().filter(flaw -> !isTold(flaw)).forEach(all::add);
    return all;
  }

  /** Whether the value that it is a part of is at fault already. */
  private boolean isTold(Fault flaw) {
    return faults.stream()
        .anyMatch(fault -> (flaw.pointer() + "/").startsWith(fault.pointer() + "/"));
  }

  /**
   * @throws Failure 422 with every fault found so far, and of the console's with every member that
   *     nobody asked for
   */
  public void check() {
    if (isStrict) {
      unread().limit(MAX_FAULTS).forEach(faults::add);
    }
    List<Fault> all = faults();
    if (!all.isEmpty()) {
      throw Failure.invalid(all);
    }
  }
}
