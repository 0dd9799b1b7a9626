package dev.shopwire.console.pages.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
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
    FormData data = FormData.parse(form.getBytes(StandardCharsets.UTF_8));
    return new String(Form.body(FORM.fields(), data), StandardCharsets.UTF_8);
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
