package dev.shopwire.common.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.failure.ValidationError;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The fields of a request's JSON object by their documented names; tracks which of them were read.
 * Not thread-safe.
 */
final class JsonFields {
  private static final int MAX_SHOWN = 100;

  /** A field with the name it was sent under, which is used in errors. */
  private record Field(String name, JsonNode value) {}

  private final String pointer;
  private final Map<String, Field> fields = new LinkedHashMap<>();

  /** Fields that were also sent under another name with a different value. */
  private final Map<String, Field> conflicting = new LinkedHashMap<>();

  private final Set<String> read = new HashSet<>();

  /**
   * @param aliases alternative field names, mapped to the documented names
   */
  JsonFields(JsonNode object, String pointer, Map<String, String> aliases) {
    this.pointer = pointer;
    object
        .properties()
        .forEach(
            entry ->
                add(
                    aliases.getOrDefault(entry.getKey(), entry.getKey()),
                    new Field(entry.getKey(), entry.getValue())));
  }

  /** If a field is sent under several names, the documented one wins, unless it is null. */
  private void add(String name, Field field) {
    Field other = fields.putIfAbsent(name, field);
    if (other == null) {
      return;
    }
    boolean wins = other.value.isNull() || (field.name.equals(name) && !field.value.isNull());
    if (wins) {
      fields.put(name, field);
    }
    if (!other.value.isNull() && !field.value.isNull() && !field.value.equals(other.value)) {
      conflicting.put(name, wins ? other : field);
    }
  }

  /** The name under which a field was also sent with a different value, if any. */
  Optional<String> conflictingName(String name) {
    return Optional.ofNullable(conflicting.get(name)).map(Field::name);
  }

  List<String> names() {
    read.addAll(fields.keySet());
    return List.copyOf(fields.keySet());
  }

  /** Returns a missing node if the field is absent. */
  JsonNode value(String name) {
    read.add(name);
    Field field = fields.get(name);
    return field == null ? MissingNode.getInstance() : field.value;
  }

  String pointerTo(String name) {
    return Pointers.field(pointer, sentName(name));
  }

  /** Points to an item of the array {@code name}. */
  String pointerTo(String name, int index) {
    return pointerTo(name) + "/" + index;
  }

  /** An error of the field {@code name}; {@code problem} follows its name. */
  ValidationError error(String name, String code, String problem) {
    return new ValidationError(pointerTo(name), code, displayName(name) + " " + problem);
  }

  /** The field's name in messages to its sender. */
  private String displayName(String name) {
    String sent = sentName(name);
    boolean shown =
        StorableText.findProblem(sent).isEmpty() && StorableText.length(sent) <= MAX_SHOWN;
    return shown ? sent : "This field";
  }

  private String sentName(String name) {
    Field field = fields.get(name);
    return field == null ? name : field.name;
  }

  /** Warnings for fields other than {@code known} and for conflicting alternative names. */
  Stream<ValidationError> ignoredFields(Set<String> known) {
    Stream<ValidationError> conflicts =
        conflicting.entrySet().stream()
            .map(
                entry ->
                    errorOfSent(
                        entry.getValue().name,
                        "conflicting_fields",
                        "differs from " + entry.getKey() + " and was ignored"));
    Stream<ValidationError> unknown =
        fields.entrySet().stream()
            .filter(entry -> !known.contains(entry.getKey()))
            .map(
                entry ->
                    errorOfSent(
                        entry.getValue().name,
                        "unknown_member",
                        "is not a known field and was ignored"));
    return Stream.concat(conflicts, unknown);
  }

  /** Faults for fields that were never read. */
  Stream<ValidationError> unknownFields() {
    return fields.entrySet().stream()
        .filter(entry -> !read.contains(entry.getKey()))
        .map(
            entry ->
                errorOfSent(entry.getValue().name, "unknown_field", "is not a known field here"));
  }

  private ValidationError errorOfSent(String name, String code, String problem) {
    String location = Pointers.field(pointer, name);
    return new ValidationError(
        location, code, location.substring(pointer.length() + 1) + " " + problem);
  }
}
