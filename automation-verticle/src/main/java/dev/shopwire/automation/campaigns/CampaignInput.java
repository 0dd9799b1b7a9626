package dev.shopwire.automation.campaigns;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.language.ConditionReader;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.automation.segments.BodyFaults;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.query.NumericId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The body of a request that creates or changes a campaign. Whatever is absent stays as it is.
 *
 * @param segment of the audience; empty if it is a condition or stays
 * @param condition of the audience; empty if it is a segment or stays
 * @param faults of the body, without those of names
 */
record CampaignInput(
    Optional<String> name,
    Optional<Long> segment,
    Optional<Draft> condition,
    Optional<List<AddressChoice>> to,
    Optional<Long> template,
    PatchValue<Long> sender,
    PatchValue<Long> topic,
    PatchValue<Boolean> transactional,
    List<ValidationError> faults) {
  static final int MAX_NAME = 100;
  static final int MAX_CHOICES = 10;
  static final String CONDITION_POINTER = "/audience/condition";

  private static final String NAME = "name";
  private static final String AUDIENCE = "audience";
  private static final String SEGMENT = "segment";
  private static final String CONDITION = "condition";
  private static final String TO = "to";
  private static final String TEMPLATE = "template";
  private static final String SENDER = "sender";
  private static final String TOPIC = "topic";

  /**
   * @param isNew whether only sender, topic and transactional may be absent
   * @throws dev.shopwire.common.failure.Failure 400 or 422 if it is no JSON object
   */
  static CampaignInput read(String body, boolean isNew) {
    JsonInput input = JsonInput.strict(body);
    BodyFaults faults = new BodyFaults();
    Optional<String> name =
        isNew || !input.value(NAME).isMissingNode()
            ? Optional.of(input.requiredString(NAME, MAX_NAME))
            : Optional.empty();
    JsonInput audience = audience(input, isNew);
    Optional<Long> segment = id(audience, SEGMENT);
    Optional<Draft> condition = condition(audience, faults);
    Optional<List<AddressChoice>> to = to(input, isNew);
    if (isNew && isAbsent(input.value(TEMPLATE))) {
      input.addError(TEMPLATE, "required", "is required");
    }
    Optional<Long> template = id(input, TEMPLATE);
    PatchValue<Long> sender = optionalId(input, SENDER);
    PatchValue<Long> topic = optionalId(input, TOPIC);
    PatchValue<Boolean> transactional = input.optionalBoolean("transactional");
    return new CampaignInput(
        name,
        segment,
        condition,
        to,
        template,
        sender,
        topic,
        transactional,
        List.copyOf(faults.all(input)));
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static JsonInput audience(JsonInput input, boolean isNew) {
    JsonNode given = input.value(AUDIENCE);
    JsonInput audience = input.optionalObject(AUDIENCE);
    if (given.isNull() || (isNew && given.isMissingNode())) {
      input.addError(AUDIENCE, "required", "is required");
    } else if (given.isObject()
        && isAbsent(audience.value(SEGMENT)) == isAbsent(audience.value(CONDITION))) {
      input.addError(AUDIENCE, "one_of", "must have exactly one of segment and condition");
    }
    return audience;
  }

  private static Optional<Draft> condition(JsonInput audience, BodyFaults faults) {
    JsonNode given = audience.value(CONDITION);
    if (isAbsent(given)) {
      return Optional.empty();
    }
    if (!given.isTextual()) {
      audience.addError(
          CONDITION, "invalid_type", "must be a string, got " + JsonTypes.name(given));
      return Optional.empty();
    }
    return faults.read(() -> ConditionReader.ofText(given.textValue(), CONDITION_POINTER));
  }

  private static Optional<List<AddressChoice>> to(JsonInput input, boolean isNew) {
    JsonNode given = input.value(TO);
    if (given.isMissingNode() && !isNew) {
      return Optional.empty();
    }
    if (isAbsent(given)) {
      input.addError(TO, "required", "is required");
      return Optional.empty();
    }
    if (!given.isArray()) {
      input.addError(TO, "invalid_type", "must be an array, got " + JsonTypes.name(given));
      return Optional.empty();
    }
    if (given.isEmpty() || given.size() > MAX_CHOICES) {
      input.addError(TO, "invalid_length", "must have 1 to " + MAX_CHOICES + " items");
      return Optional.empty();
    }
    return Optional.of(choices(input, given));
  }

  private static List<AddressChoice> choices(JsonInput input, JsonNode given) {
    List<AddressChoice> choices = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      JsonNode item = given.get(i);
      Optional<AddressChoice> choice =
          item.isTextual() ? AddressChoice.parse(item.textValue()) : Optional.empty();
      if (choice.isEmpty()) {
        input.addItemError(TO, i, "invalid_recipient", "expected one of " + AddressChoice.EXPECTED);
      }
      choice.filter(found -> !choices.contains(found)).ifPresent(choices::add);
    }
    return choices;
  }

  private static Optional<Long> id(JsonInput input, String member) {
    JsonNode given = input.value(member);
    if (isAbsent(given)) {
      return Optional.empty();
    }
    Optional<Long> id = given.isTextual() ? NumericId.parse(given.textValue()) : Optional.empty();
    if (id.isEmpty()) {
      input.addError(
          member, "unknown_" + member, "must be the id of a %s, as a string".formatted(member));
    }
    return id;
  }

  private static PatchValue<Long> optionalId(JsonInput input, String member) {
    return input.value(member).isMissingNode()
        ? PatchValue.absent()
        : PatchValue.of(id(input, member).orElse(null));
  }
}
