package dev.shopwire.common.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request's object, read member by member. Faults are collected and told all at once by {@link
 * #check()}; what is at fault reads as if it were empty or absent. Not thread-safe.
 */
public final class JsonInput {
  private static final int MAX_WARNINGS = 50;

  /** Of four digits, as RFC 3339 has years. */
  private static final Instant EARLIEST = Instant.parse("0000-12-31T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  /** A member under the name that it came with, which is how errors call it. */
  private record Member(String name, JsonNode value) {}

  private final Map<String, Member> members = new LinkedHashMap<>();
  private final String pointer;
  private final List<Fault> faults;

  private JsonInput(
      JsonNode object, String pointer, List<Fault> faults, Map<String, String> aliases) {
    this.pointer = pointer;
    this.faults = faults;
    object
        .properties()
        .forEach(
            entry ->
                members.put(
                    aliases.getOrDefault(entry.getKey(), entry.getKey()),
                    new Member(entry.getKey(), entry.getValue())));
  }

  /**
   * @throws Failure 400 for what is no JSON, 422 for what is no object
   */
  public static JsonInput of(byte[] body) {
    return of(JsonBody.text(body), Map.of());
  }

  /**
   * @param aliases other names that a member may come with, and its own
   * @throws Failure 400 for what is no JSON, 422 for what is no object
   */
  public static JsonInput of(String json, Map<String, String> aliases) {
    JsonNode node = JsonBody.tree(json);
    if (!node.isObject()) {
      throw Failure.invalid(
          "", "invalid_type", "The body must be an object, got " + JsonTypes.name(node));
    }
    return new JsonInput(node, "", new ArrayList<>(), aliases);
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

  /** A text of up to {@code max} characters that may be absent or null. */
  public Given<String> optionalText(String name, int max) {
    JsonNode value = value(name);
    if (value.isMissingNode()) {
      return Given.absent();
    }
    if (value.isNull()) {
      return Given.of(null);
    }
    if (!value.isTextual()) {
      String complaint = "must be a string or null, got " + JsonTypes.name(value);
      return fault(name, "invalid_type", complaint, Given.absent());
    }
    if (Text.length(value.textValue()) > max) {
      return fault(name, "too_long", "must have up to " + max + " characters", Given.absent());
    }
    Optional<String> flaw = Text.flaw(value.textValue());
    return flaw.isPresent()
        ? fault(name, "invalid_text", flaw.get(), Given.absent())
        : Given.of(value.textValue());
  }

  /**
   * An e-mail address, trimmed, that may be absent or null; what has its rough form is believed.
   */
  public Given<String> optionalEmail(String name, int max) {
    Given<String> given = optionalText(name, max);
    String text = given.value();
    if (text == null) {
      return given;
    }
    String email = text.strip();
    return email.matches("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+")
        ? Given.of(email)
        : fault(name, "invalid_email", "must be an e-mail address or null", Given.absent());
  }

  /** A boolean that may be absent or null. */
  public Given<Boolean> optionalBoolean(String name) {
    JsonNode value = value(name);
    if (value.isMissingNode()) {
      return Given.absent();
    }
    if (!value.isNull() && !value.isBoolean()) {
      String complaint = "must be true, false or null, got " + JsonTypes.name(value);
      return fault(name, "invalid_type", complaint, Given.absent());
    }
    return Given.of(value.isNull() ? null : value.booleanValue());
  }

  /** A moment in ISO 8601 with an offset, that may be absent or null. */
  public Given<Instant> optionalInstant(String name) {
    JsonNode value = value(name);
    if (value.isMissingNode()) {
      return Given.absent();
    }
    if (value.isNull()) {
      return Given.of(null);
    }
    try {
      Instant at = OffsetDateTime.parse(value.asText()).toInstant();
      if (at.isAfter(EARLIEST) && at.isBefore(LATEST)) {
        return Given.of(at.truncatedTo(ChronoUnit.MICROS));
      }
    } catch (DateTimeException e) {
      // Told below, as is a year that no other program reads.
    }
    String complaint = "must be an ISO 8601 date and time with an offset, or null";
    return fault(name, "invalid_timestamp", complaint, Given.absent());
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
  public Given<List<String>> optionalTexts(String name, int maxItems, int maxLength) {
    JsonNode value = value(name);
    if (value.isMissingNode()) {
      return Given.absent();
    }
    if (value.isNull()) {
      return Given.of(null);
    }
    if (!value.isArray() || value.size() > maxItems) {
      String complaint = "must be null or an array of up to " + maxItems + " strings";
      return fault(name, "invalid_type", complaint, Given.absent());
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
                pointerTo(name) + "/" + i,
                "invalid_text",
                name + " must hold strings of 1 to " + maxLength + " characters"));
      } else {
        texts.add(item.textValue());
      }
    }
    return Given.of(List.copyOf(texts));
  }

  /** An optional object; an empty one if absent. */
  public JsonInput object(String name) {
    JsonNode value = value(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
      fault(name, "invalid_type", "must be an object, got " + JsonTypes.name(value), "");
    }
    return new JsonInput(value, pointerTo(name), faults, Map.of());
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
      String place = pointerTo(name) + "/" + i;
      if (!value.get(i).isObject()) {
        String complaint = name + " must hold objects, got " + JsonTypes.name(value.get(i));
        faults.add(new Fault(place, "invalid_type", complaint));
      }
      objects.add(new JsonInput(value.get(i), place, faults, Map.of()));
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
      objects.add(new JsonInput(object, pointerTo(name) + "/" + objects.size(), faults, Map.of()));
    }
    return objects;
  }

  /** Notes that an item of the array {@code name} is at fault. */
  public void faultWithin(String name, int index, String code, String message) {
    faults.add(new Fault(pointerTo(name) + "/" + index, code, message));
  }

  /** The names of this object's members, in the order in which they came. */
  public List<String> names() {
    return List.copyOf(members.keySet());
  }

  /** A member as it came; a missing node if it is absent. */
  public JsonNode value(String name) {
    Member member = members.get(name);
    return member == null ? MissingNode.getInstance() : member.value;
  }

  /** Notes that member {@code name} is at fault; {@code complaint} follows its name. */
  public void fault(String name, String code, String complaint) {
    String called = called(name);
    boolean shown = Text.flaw(called).isEmpty() && Text.length(called) <= 100;
    faults.add(
        new Fault(pointerTo(name), code, (shown ? called : "This member") + " " + complaint));
  }

  private <T> T fault(String name, String code, String complaint, T instead) {
    fault(name, code, complaint);
    return instead;
  }

  private String pointerTo(String name) {
    return Pointers.member(pointer, called(name));
  }

  private String called(String name) {
    Member member = members.get(name);
    return member == null ? name : member.name;
  }

  /** Members but for {@code known}: they are ignored, and the answer says so (contract §1). */
  public List<Fault> unknownMembers(Set<String> known) {
    return members.entrySet().stream()
        .filter(entry -> !known.contains(entry.getKey()))
        .map(entry -> entry.getValue().name)
        .limit(MAX_WARNINGS)
        .map(
            name -> {
              String place = Pointers.member(pointer, name);
              String shown = place.substring(pointer.length() + 1);
              return new Fault(
                  place,
                  "unknown_member",
                  shown + " is not a member that Shopwire knows, it was ignored");
            })
        .toList();
  }

  /** Every fault found so far. */
  public List<Fault> faults() {
    return List.copyOf(faults);
  }

  /**
   * @throws Failure 422 with every fault found so far
   */
  public void check() {
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
  }
}
