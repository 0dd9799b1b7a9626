package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests lists of objects, field names, aliases and unknown fields. */
class JsonInputFieldsTest {
  private static final Map<String, String> ALIASES = Map.of("other_name", "name");

  private static JsonInput of(String json) {
    return JsonInput.of(json, Map.of());
  }

  private static JsonInput aliased(String json) {
    return JsonInput.of(json, ALIASES);
  }

  private static String summary(List<ValidationError> errors) {
    return errors.stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  @Test
  void objectsAreReadInOrderAndTheirErrorsHavePointers() {
    JsonInput input = of("{\"list\":[{\"name\":\"a\"},{},{\"name\":7}]}");
    List<String> names =
        input.requiredObjects("list", 3).stream()
            .map(object -> object.requiredString("name", 5))
            .toList();
    assertEquals(List.of("a", "", ""), names);
    assertEquals("/list/1/name required, /list/2/name invalid_type", summary(input.errors()));
  }

  @ParameterizedTest
  @CsvSource({
    "{}, required",
    "{\"list\":null}, required",
    "{\"list\":{}}, invalid_type",
    "{\"list\":7}, invalid_type",
    "'{\"list\":[{},{},{}]}', too_many"
  })
  void anInvalidListIsOneErrorAndReadsAsEmpty(String json, String code) {
    JsonInput input = of(json);
    assertEquals(List.of(), input.requiredObjects("list", 2));
    assertEquals("/list " + code, summary(input.errors()));
  }

  @Test
  void anItemThatIsNotAnObjectIsAnErrorAndReadsAsEmpty() {
    JsonInput input = of("{\"list\":[7,[\"name\"],null,{\"name\":\"a\"}]}");
    List<JsonInput> objects = input.requiredObjects("list", 4);
    assertEquals(
        List.of(List.of(), List.of(), List.of(), List.of("name")),
        objects.stream().map(JsonInput::names).toList());
    assertEquals(
        "/list/0 invalid_type, /list/1 invalid_type, /list/2 invalid_type",
        summary(input.errors()));
  }

  @Test
  void aStrictBodyRejectsUnknownFields() {
    JsonInput input =
        JsonInput.strict("{\"name\":\"a\",\"nmae\":1,\"part\":{\"x\":1},\"list\":[{\"y\":2}]}");
    input.requiredString("name", 5);
    input.optionalObject("part");
    input.requiredObjects("list", 1);
    Failure failure = assertThrows(Failure.class, input::throwIfInvalid);
    assertEquals(
        "/nmae unknown_field, /part/x unknown_field, /list/0/y unknown_field",
        summary(failure.errors()));
  }

  @Test
  void theDocumentedNameWinsOverAnAlias() {
    for (String json :
        List.of("{\"name\":\"a\",\"other_name\":\"b\"}", "{\"other_name\":\"b\",\"name\":\"a\"}")) {
      JsonInput input = aliased(json);
      assertEquals("a", input.requiredString("name", 5));
      assertEquals("/other_name conflicting_fields", summary(input.ignoredFields(Set.of("name"))));
    }
    JsonInput same = aliased("{\"name\":\"a\",\"other_name\":\"a\"}");
    assertEquals(List.of(), same.ignoredFields(Set.of("name")));
  }

  @Test
  void stringsThatCannotBeStoredAreRejectedAnywhere() {
    JsonInput input = of("{\"a\":{\"b\":[1,\"\\u0000\"]},\"c\":\"\\ud800\",\"d\\u0000\":1}");
    assertEquals(
        List.of(
            "/a/b/1 A string contains U+0000",
            "/c A string contains an unpaired surrogate",
            "/? A field name contains U+0000"),
        input.errors().stream().map(error -> error.pointer() + " " + error.message()).toList());
  }

  @Test
  void namesKeepTheOrderOfTheBody() {
    assertEquals(List.of("b", "a", "c"), of("{\"b\":1,\"a\":null,\"c\":3,\"a\":4}").names());
    assertEquals(List.of(), of("{}").names());
  }

  @Test
  void aFieldIsAlsoReadByItsAlias() {
    assertEquals("a", aliased("{\"other_name\":\"a\"}").requiredString("name", 5));
    assertEquals("a", aliased("{\"name\":\"a\"}").requiredString("name", 5));
    assertEquals(List.of("name"), aliased("{\"other_name\":\"a\"}").names());
    assertTrue(aliased("{\"name\":1}").value("other_name").isMissingNode());
  }

  @Test
  void aNullFieldIsIgnoredIfItsAliasIsPresent() {
    JsonInput input = aliased("{\"name\":null,\"other_name\":\"a\"}");
    assertEquals("a", input.requiredString("name", 5));
    assertEquals(List.of(), input.ignoredFields(Set.of("name")));
  }

  @Test
  void anErrorUsesTheNameThatWasSent() {
    JsonInput input = aliased("{\"other_name\":7}");
    input.requiredString("name", 5);
    assertEquals(
        List.of(
            new ValidationError(
                "/other_name", "invalid_type", "other_name must be a string, got a number")),
        input.errors());
    JsonInput both = aliased("{\"other_name\":\"a\",\"name\":[]}");
    both.optionalString("name", 5);
    assertEquals("/name invalid_type", summary(both.errors()));
    JsonInput absent = aliased("{}");
    absent.requiredString("name", 5);
    assertEquals("/name required", summary(absent.errors()));
  }

  @Test
  void anErrorOfAnItemUsesTheNameOfTheListThatWasSent() {
    JsonInput texts = aliased("{\"other_name\":[7]}");
    texts.optionalStrings("name", 5, 5);
    assertEquals("/other_name/0 invalid_text", summary(texts.errors()));
    JsonInput objects = aliased("{\"other_name\":[{}]}");
    objects.requiredObjects("name", 5).get(0).requiredString("x", 5);
    assertEquals("/other_name/0/x required", summary(objects.errors()));
  }

  @Test
  void anAliasAppliesToTheBodyButNotToNestedObjects() {
    JsonInput inner = aliased("{\"o\":{\"other_name\":\"a\"}}").optionalObject("o");
    assertEquals(List.of("other_name"), inner.names());
  }

  @Test
  void unknownFieldsAreReportedByTheirSentNamesButAreNotErrors() {
    JsonInput input = of("{\"name\":1,\"nmae\":2,\"a/b\":{\"deep\":3}}");
    List<ValidationError> unknown = input.ignoredFields(Set.of("name"));
    assertEquals("/nmae unknown_member, /a~1b unknown_member", summary(unknown));
    assertTrue(unknown.get(0).message().startsWith("nmae is not a known field"));
    assertEquals(List.of(), input.errors());
    assertEquals(List.of(), aliased("{\"other_name\":1}").ignoredFields(Set.of("name")));
  }

  @Test
  void unknownFieldsOfAnItemHavePointers() {
    JsonInput item = of("{\"list\":[{},{\"x\":1}]}").requiredObjects("list", 5).get(1);
    assertEquals("/list/1/x unknown_member", summary(item.ignoredFields(Set.of())));
  }

  @Test
  void theListOfUnknownFieldsIsLimited() {
    String fields =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"m" + i + "\":0")
            .collect(Collectors.joining(","));
    assertEquals(50, of("{" + fields + "}").ignoredFields(Set.of()).size());
  }

  @Test
  void aNameThatIsTooLongToBeShownIsTruncated() {
    JsonInput input = of("{\"" + "n".repeat(500) + "\":2}");
    input.addError("n".repeat(500), "code", "is bad");
    assertEquals(
        List.of(new ValidationError("/" + "n".repeat(100) + "…", "code", "This field is bad")),
        input.errors());
    assertEquals(
        "/" + "n".repeat(100) + "… unknown_member", summary(input.ignoredFields(Set.of())));
  }

  @Test
  void allErrorsOfTheBodyAreReportedTogether() {
    JsonInput input = of("{\"flag\":1,\"list\":[{\"tags\":[1]}],\"o\":{\"n\":-1}}");
    input.optionalBoolean("flag");
    input.requiredObjects("list", 5).get(0).optionalStrings("tags", 5, 5);
    input.optionalObject("o").optionalPositiveInt("n", 5);
    Failure failure = assertThrows(Failure.class, input::throwIfInvalid);
    assertEquals(
        "/flag invalid_type, /list/0/tags/0 invalid_text, /o/n invalid_number",
        summary(failure.errors()));
    assertTrue(failure.message().contains("(and 2 more, see errors)"), failure::message);
  }
}
