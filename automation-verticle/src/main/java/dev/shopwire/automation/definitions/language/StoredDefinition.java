package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.json.Json;

/**
 * The form in which definitions are stored: JSON as it was sent, but with conditions as trees
 * (StoredCondition), and with ids in place of the names of fields and apps. Not to be changed.
 */
public record StoredDefinition(JsonNode json) {

  /**
   * @throws IllegalStateException if it is not what {@link #write} returned
   */
  public static StoredDefinition parse(String stored) {
    try {
      return new StoredDefinition(Json.MAPPER.readTree(stored));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A stored definition is not JSON", e);
    }
  }

  public String write() {
    return json.toString();
  }

  /**
   * @throws IllegalStateException if it was stored by another version that allowed more
   */
  public FlowDefinition definition() {
    return read(json, new StoredReferences());
  }

  /**
   * The definition as callers see it.
   *
   * @param vocabulary with all that the definition refers to
   * @param withPrivate whether the reader may see private fields
   */
  public JsonNode show(Vocabulary vocabulary, boolean withPrivate) {
    JsonNode shown = json.deepCopy();
    read(shown, new ShownReferences(vocabulary, withPrivate));
    return shown;
  }

  private static FlowDefinition read(JsonNode json, References references) {
    DefinitionFaults faults = new DefinitionFaults();
    FlowDefinition definition =
        DefinitionReader.read(json, "", references, faults).orElseThrow(IllegalStateException::new);
    if (!faults.isEmpty() && !(references instanceof ShownReferences)) {
      throw new IllegalStateException("A stored definition is invalid: " + faults.all().get(0));
    }
    return definition;
  }
}
