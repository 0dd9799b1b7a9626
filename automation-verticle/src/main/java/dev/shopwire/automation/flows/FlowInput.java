package dev.shopwire.automation.flows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.language.DefinitionDraft;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import java.util.List;
import java.util.Optional;

/**
 * The body of a request that creates or changes a flow. Whatever is absent stays as it is.
 *
 * @param revision of the draft that the caller knows; empty for any
 * @param faults of the body, without those of the definition
 */
record FlowInput(
    Optional<String> name,
    Optional<DefinitionDraft> definition,
    Optional<Integer> revision,
    List<ValidationError> faults) {
  static final String DEFINITION_POINTER = "/definition";

  private static final int MAX_NAME = 100;
  private static final String NAME = "name";
  private static final String DEFINITION = "definition";
  private static final String REVISION = "revision";

  FlowInput {
    faults = List.copyOf(faults);
  }

  /**
   * @param isNew whether name and definition are required
   * @throws dev.shopwire.common.failure.Failure 400 or 422 if it is no JSON object
   */
  static FlowInput read(String body, boolean isNew) {
    JsonInput input = JsonInput.strict(body);
    Optional<String> name =
        isNew || !input.value(NAME).isMissingNode()
            ? Optional.of(input.requiredString(NAME, MAX_NAME))
            : Optional.empty();
    JsonNode definition = input.value(DEFINITION);
    boolean isAbsent = definition.isMissingNode() || definition.isNull();
    if (definition.isNull() || (isNew && isAbsent)) {
      input.addError(DEFINITION, "required", "is required");
    }
    Optional<Integer> revision = isNew ? Optional.empty() : revision(input);
    return new FlowInput(
        name,
        isAbsent
            ? Optional.empty()
            : Optional.of(DefinitionDraft.of(definition, DEFINITION_POINTER)),
        revision,
        Bodies.faults(input));
  }

  static Optional<Integer> revision(JsonInput input) {
    return input.optionalPositiveInt(REVISION, Integer.MAX_VALUE);
  }
}
