package dev.shopwire.console.pages.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.console.pages.forms.Field.Option;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests how forms become JSON bodies, and failures of the API faults of fields. */
class FormTest {
  private static final Form FORM =
      Form.of(
          "form",
          "",
          "Save",
          Field.text("name", "Name").required(),
          Field.text("timezone", "Time zone"),
          Field.text("limits.perSecond", "Limit"),
          Field.checkbox("totp", "TOTP"),
          Field.password("password", "Password", "new-password"),
          Field.repeatedPassword("repeat", "Repeat password"));

  private static String body(String form) {
    return body(FORM.fields(), form);
  }

  private static String body(List<Field> fields, String form) {
    FormData data = FormData.parse(form.getBytes(StandardCharsets.UTF_8));
    return new String(Form.body(fields, data), StandardCharsets.UTF_8);
  }

  @Test
  void fieldsBecomeTheJsonThatTheApiTakes() {
    assertEquals(
        "{\"name\":\"A & \\\"B\\\"\",\"timezone\":null,\"limits\":{\"perSecond\":\"5\"},"
            + "\"totp\":true,\"password\":\" kept as typed \"}",
        body(
            "csrf=x&name=A+%26+%22B%22&timezone=&limits.perSecond=5&totp=true"
                + "&password=+kept+as+typed+&repeat=y&other=z"));
  }

  @Test
  void arraysAndNumbersAreSentAsSuch() {
    List<Field> fields =
        List.of(
            Field.checkboxes("topics", "Topics", List.of(new Option("a", "A"))),
            Field.lines("domains", "Domains"),
            Field.number("limit", "Limit"),
            Field.number("other", "Other"),
            Field.textArea("note", "Note"),
            Field.hidden("page"));
    assertEquals(
        "{\"topics\":[\"a\",\"b\"],\"domains\":[\"x.example\",\"y.example\"],\"limit\":-1.50,"
            + "\"other\":\"1e9\",\"note\":\"two\\nlines\",\"page\":\"/customers\"}",
        body(
            fields,
            "topics=a&topics=b&domains=x.example%0D%0A%0D%0A+y.example+&limit=-1.50&other=1e9"
                + "&note=two%0Alines&page=%2Fcustomers"));
    assertEquals("{\"topics\":[],\"domains\":[],\"limit\":null}", body(fields, "domains=&limit=+"));
  }

  @Test
  void passwordsAndHiddenValuesAreNotShown() {
    Form form =
        Form.of("f", "", "Save", Field.password("p", "P", "new-password"), Field.hidden("h"))
            .after(
                new Submission("f", FormData.of(Map.of("p", "secret", "h", "kept")), Faults.NONE));
    assertEquals(List.of(), form.values(form.fields().get(0)));
    assertEquals("kept", form.value(form.hiddenFields().get(0)));
    assertEquals(1, form.shownFields().size());
  }

  @Test
  void whatWasNotSubmittedIsNotInTheBody() {
    assertEquals("{\"name\":\"\",\"limits\":{},\"totp\":false}", body("name="));
  }

  @Test
  void aRepeatedPasswordMustBeTheSame() {
    FormData different = FormData.of(Map.of("password", "a", "repeat", "b"));
    Failure failure = assertThrows(Failure.class, () -> FORM.check(different));
    assertEquals("/repeat", failure.errors().get(0).pointer());
    FORM.check(FormData.of(Map.of("password", "a", "repeat", "a")));
  }

  @Test
  void malformedFormsAreRefused() {
    for (String form : List.of("a=%zz", "a=%2", "%=1")) {
      Failure failure =
          assertThrows(Failure.class, () -> FormData.parse(form.getBytes(StandardCharsets.UTF_8)));
      assertEquals(Code.MALFORMED, failure.code());
    }
  }

  @Test
  void pointersAndParametersNameFields() {
    Faults faults =
        Faults.of(
            Failure.invalid(
                List.of(
                    new ValidationError("/name", "required", "name is required"),
                    new ValidationError("/limits/perSecond", "x", "limits.perSecond is odd"),
                    new ValidationError("/topics/3", "x", "topics/3 is unknown"),
                    ValidationError.ofParameter("actor", "x", "actor is wrong"),
                    new ValidationError("", "x", "Nothing fits"))));
    assertEquals(
        List.of("name", "limits.perSecond", "topics", "actor", ""),
        faults.all().stream().map(Faults.Fault::field).toList());
  }

  @Test
  void aFaultInAnArrayIsThatOfItsOwnFieldIfTheFormHasIt() {
    List<Field> fields =
        List.of(Field.text("columns.1.type", "Type 2"), Field.lines("topics", "Topics"));
    Faults faults =
        Faults.of(
            Failure.invalid(
                List.of(
                    new ValidationError("/columns/1/type", "x", "type must be text"),
                    new ValidationError("/columns/2/type", "x", "type must be text"),
                    new ValidationError("/topics/3", "x", "topics/3 is unknown"))),
            fields);
    assertEquals(
        List.of("columns.1.type", "columns", "topics"),
        faults.all().stream().map(Faults.Fault::field).toList());
    assertEquals("Type 2 must be text", fields.get(0).describe("type must be text"));
  }

  @Test
  void aFailureWithoutPlaceIsAFaultOfTheForm() {
    Failure failure = Failure.of(Code.CONFLICT, "last_owner", "A workspace needs an owner");
    assertEquals(
        List.of(new Faults.Fault("", "A workspace needs an owner")), Faults.of(failure).all());
  }

  @Test
  void aMessageNamesTheLabelInsteadOfTheField() {
    Field field = Field.text("startDate", "From");
    assertEquals("From must be a date", field.describe("startDate must be a date"));
    assertEquals("From: too early", field.describe("too early"));
  }
}
