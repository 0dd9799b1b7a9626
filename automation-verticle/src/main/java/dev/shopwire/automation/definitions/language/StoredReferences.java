package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.language.StoredCondition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Takes the ids of stored definitions as they are: they were checked when they were stored. */
final class StoredReferences implements References {
  static final String FIELD = "field";
  static final String APP = "app";

  /** What the placeholders of {@code data} name: a member that is only stored. */
  static final String FIELDS = "fields";

  /** Replaces the names of a field. */
  static void write(ObjectNode json, FieldRef field) {
    json.put(FIELD, Long.toString(field.fieldId()));
    if (field.appId() != 0) {
      json.put(APP, Long.toString(field.appId()));
    } else if (json.has(APP)) {
      json.putNull(APP);
    }
  }

  /** Adds the member; one that was sent is left there, since it is a fault. */
  static void writePlaceholders(Part part, Map<String, FieldRef> fields) {
    if (!fields.isEmpty() && !part.node().has(FIELDS)) {
      ObjectNode all = part.node().putObject(FIELDS);
      fields.forEach((path, field) -> write(all.putObject(path), field));
      part.value(FIELDS);
    }
  }

  @Override
  public Condition condition(Part part, String member) {
    return StoredCondition.read(part.value(member));
  }

  @Override
  public FieldRef field(Part part, FieldUse use) {
    part.value(APP);
    part.value(FIELD);
    return read(part.node());
  }

  private static FieldRef read(JsonNode json) {
    return new FieldRef(json.path(FIELD).asLong(), json.path(APP).asLong());
  }

  @Override
  public long app(Part part) {
    return part.value(APP).asLong();
  }

  @Override
  public long id(Part part, String member, Kind kind) {
    return part.value(member).asLong();
  }

  @Override
  public Set<Long> affiliates(Part part) {
    Set<Long> affiliates = new HashSet<>();
    part.value(MentionCollector.AFFILIATES).forEach(id -> affiliates.add(id.asLong()));
    return affiliates;
  }

  @Override
  public void value(Part part, String member, FieldRef field) {
    // It was checked, and a field that is used keeps its type.
  }

  @Override
  public Map<String, FieldRef> placeholders(Part part, ObjectNode data) {
    Map<String, FieldRef> fields = new HashMap<>();
    part.value(FIELDS)
        .properties()
        .forEach(field -> fields.put(field.getKey(), read(field.getValue())));
    return fields;
  }
}
