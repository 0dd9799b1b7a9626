package dev.shopwire.automation.language.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Limits;
import dev.shopwire.automation.language.draft.Numerals;
import dev.shopwire.automation.language.draft.Operand;
import dev.shopwire.automation.language.draft.Operand.Form;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.language.draft.TestDraft;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.StorableText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads {@code op} and {@code value}: a value of any type, which is checked later. */
final class JsonTests {
  private static final String OP = "op";
  private static final String VALUE = "value";
  private static final String OPERATORS =
      Arrays.stream(Operator.values()).map(Operator::jsonName).collect(Collectors.joining(", "));

  private final JsonMembers members;

  JsonTests(JsonMembers members) {
    this.members = members;
  }

  TestDraft test() {
    Optional<String> name = members.required(OP, "an operator");
    Optional<Operator> operator = name.flatMap(Operator::ofJson);
    if (operator.isPresent()) {
      return new TestDraft(operator.get(), members.place(OP), operands(operator.get()));
    }
    members.value(VALUE);
    name.ifPresent(
        unknown ->
            invalid(
                members.place(OP),
                "expected one of " + OPERATORS + ", got " + Shown.text(unknown)));
    return TestDraft.faulty(members.place(OP));
  }

  private List<Operand> operands(Operator operator) {
    return switch (operator) {
      case IS_SET, IS_UNSET, IS_BLANK, IS_NOT_BLANK -> List.of();
      case IN, NOT_IN -> list();
      case BETWEEN -> bounds();
      default -> List.of(single());
    };
  }

  private Operand single() {
    return members.has(VALUE)
        ? operand(members.value(VALUE), members.place(VALUE))
        : missing("a value; is_unset finds who has none");
  }

  private Operand missing(String expected) {
    members.value(VALUE);
    return invalid(members.place(VALUE), "expected " + expected + ", got nothing");
  }

  private List<Operand> list() {
    JsonNode value = members.value(VALUE);
    if (!value.isArray() || value.isEmpty()) {
      return List.of(noArray("an array of 1 to " + Limits.VALUES + " values"));
    }
    if (value.size() > Limits.VALUES) {
      members
          .faults()
          .add(
              members.place(VALUE),
              FaultCode.TOO_MANY_VALUES,
              "expected at most " + Limits.VALUES + " values, got " + value.size());
      return List.of(new Operand.Faulty(members.place(VALUE)));
    }
    return items(value);
  }

  private List<Operand> bounds() {
    JsonNode value = members.value(VALUE);
    return value.isArray() && value.size() == 2
        ? items(value)
        : List.of(noArray("an array of two values"));
  }

  private Operand noArray(String expected) {
    JsonNode value = members.value(VALUE);
    if (value.isMissingNode() || value.isNull()) {
      return missing(expected);
    }
    if (value.isArray()) {
      return invalid(
          members.place(VALUE), "expected " + expected + ", got " + value.size() + " values");
    }
    members
        .faults()
        .add(
            members.place(VALUE),
            FaultCode.TYPE_MISMATCH,
            "expected " + expected + ", got " + JsonTypes.name(value));
    return new Operand.Faulty(members.place(VALUE));
  }

  private List<Operand> items(JsonNode array) {
    List<Operand> items = new ArrayList<>(array.size());
    String pointer = members.place(VALUE).pointer() + "/";
    for (int i = 0; i < array.size(); i++) {
      items.add(operand(array.get(i), Place.ofMember(pointer + i)));
    }
    return items;
  }

  private Operand operand(JsonNode value, Place place) {
    if (value.isTextual()) {
      return text(value.textValue(), place);
    }
    if (value.isNumber()) {
      return number(value, place);
    }
    return value.isBoolean()
        ? new Operand.Flag(value.booleanValue(), place)
        : new Operand.Other(JsonTypes.name(value), place);
  }

  private Operand text(String text, Place place) {
    Optional<String> problem = StorableText.findProblem(text);
    if (problem.isEmpty()) {
      return new Operand.Text(text, Form.JSON, place);
    }
    members.faults().add(place, FaultCode.INVALID_TEXT, "this string " + problem.get());
    return new Operand.Faulty(place);
  }

  private Operand number(JsonNode value, Place place) {
    Optional<BigDecimal> number =
        Double.isFinite(value.doubleValue()) ? Numerals.read(value.asText()) : Optional.empty();
    return number.isPresent()
        ? new Operand.Numeric(number.get(), place)
        : invalid(place, "expected " + Numerals.EXPECTED);
  }

  private Operand invalid(Place place, String message) {
    members.faults().add(place, FaultCode.INVALID_VALUE, message);
    return new Operand.Faulty(place);
  }
}
