package dev.shopwire.enrichment.contacts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContactPatchTest {
  private static JsonInput input(String json) {
    return JsonInput.of(json, Map.of());
  }

  private static ContactPatch read(String json) {
    JsonInput input = input(json);
    ContactPatch patch = ContactPatch.ofConsole(input);
    assertEquals(List.of(), input.errors());
    return patch;
  }

  private static ContactPatch readPush(String json, String warnings) {
    JsonInput input = input(json);
    ContactPatch patch = ContactPatch.ofPush(input);
    assertEquals(List.of(), input.errors());
    assertEquals(warnings, summary(input.warnings()));
    return patch;
  }

  private static String errors(String json, boolean isPush) {
    JsonInput input = input(json);
    if (isPush) {
      ContactPatch.ofPush(input);
    } else {
      ContactPatch.ofConsole(input);
    }
    return summary(input.errors());
  }

  private static String summary(List<ValidationError> errors) {
    return errors.stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  private static Contact stored() {
    return TestContacts.pushed(5, "61042", TestContacts.APP);
  }

  @ParameterizedTest
  @CsvSource({
    "61042, 61042",
    "\"61042\", 61042",
    "\" 61042 \", 61042",
    "0, 0",
    "-1, -1",
    "9007199254740993, 9007199254740993",
    "123456789012345678901234567890, 123456789012345678901234567890",
    "\"gid://platform/User/1\", gid://platform/User/1",
    "\"007\", 007"
  })
  void anIdIsReadAsItsDecimalTextOrString(String json, String id) {
    assertEquals(PatchValue.of(id), read("{\"id\":" + json + "}").id());
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, invalid_type",
    "1.0, invalid_type",
    "1e3, invalid_type",
    "true, invalid_type",
    "{}, invalid_type",
    "[1], invalid_type",
    "\"\", invalid_id",
    "\" \", invalid_id"
  })
  void anyOtherIdIsAnError(String json, String code) {
    assertEquals("/id " + code, errors("{\"id\":" + json + "}", true));
    assertEquals("/id " + code, errors("{\"id\":" + json + "}", false));
  }

  @Test
  void theLengthOfAnIdIsLimited() {
    assertEquals("", errors("{\"id\":\"" + "😀".repeat(255) + "\"}", true));
    assertEquals("/id invalid_id", errors("{\"id\":\"" + "a".repeat(256) + "\"}", true));
    assertEquals("/id invalid_id", errors("{\"id\":" + "1".repeat(256) + "}", true));
  }

  @Test
  void anIdIsRequiredOnlyInPushes() {
    assertEquals("/id required", errors("{}", true));
    assertEquals("/id required", errors("{\"id\":null}", true));
    assertEquals(PatchValue.absent(), read("{}").id());
    assertEquals(PatchValue.of(null), read("{\"id\":null}").id());
  }

  @Test
  void everyErrorOfAContactIsReported() {
    assertEquals(
        "/firstName invalid_type, /lastName too_long, /email invalid_email,"
            + " /accountOwner invalid_type, /installer invalid_type, /tags/1 invalid_text",
        errors(
            "{\"firstName\":1,\"lastName\":\""
                + "a".repeat(1_001)
                + "\",\"email\":\"x\",\"accountOwner\":\"yes\",\"installer\":0,"
                + "\"tags\":[\"ok\",\"\"]}",
            false));
  }

  @ParameterizedTest
  @CsvSource({
    "\"nobody\", invalid_email",
    "7, invalid_email",
    "{}, invalid_email",
    "\"a@b c\", invalid_email"
  })
  void anInvalidAddressInAPushIsIgnoredWithAWarning(String email, String code) {
    ContactPatch patch =
        readPush("{\"id\":1,\"firstName\":\"Bo\",\"email\":" + email + "}", "/email " + code);
    assertEquals(PatchValue.of("Bo"), patch.change(ContactField.FIRST_NAME));
    assertEquals(PatchValue.absent(), patch.change(ContactField.EMAIL));
    assertEquals(
        stored().text(ContactField.EMAIL), patch.applyTo(stored()).text(ContactField.EMAIL));
  }

  @Test
  void theLengthOfAnAddressInAPushIsLimited() {
    String longest = "a".repeat(318) + "@b";
    assertEquals(
        PatchValue.of(longest),
        readPush("{\"id\":1,\"email\":\"" + longest + "\"}", "").change(ContactField.EMAIL));
    assertEquals(
        PatchValue.absent(),
        readPush("{\"id\":1,\"email\":\"a" + longest + "\"}", "/email invalid_email")
            .change(ContactField.EMAIL));
  }

  @Test
  void invalidTagsInAPushAreIgnoredWithAWarning() {
    ContactPatch patch =
        readPush(
            "{\"id\":1,\"tags\":[\"a\",7,\"\",null,\"" + "b".repeat(256) + "\",\"a\",\"c\"]}",
            "/tags/1 invalid_tag, /tags/4 invalid_tag");
    assertEquals(PatchValue.of(List.of("a", "c")), patch.change(ContactField.TAGS));
    assertEquals(
        PatchValue.absent(),
        readPush("{\"id\":1,\"tags\":\"vip\"}", "/tags invalid_tags").change(ContactField.TAGS));
    String many =
        IntStream.range(0, 101).mapToObj(i -> "\"t" + i + "\"").collect(Collectors.joining(","));
    Contact kept =
        readPush("{\"id\":1,\"tags\":[" + many + "]}", "/tags too_many_tags").applyTo(stored());
    assertEquals(100, kept.texts(ContactField.TAGS).size());
  }

  @Test
  void emptyStringsInAPushAreReadAsNull() {
    ContactPatch patch =
        readPush(
            "{\"id\":1,\"firstName\":\"\",\"lastName\":\"\",\"email\":\" \",\"tags\":\"\"}", "");
    assertEquals(PatchValue.of(null), patch.change(ContactField.FIRST_NAME));
    assertEquals(PatchValue.of(null), patch.change(ContactField.LAST_NAME));
    assertEquals(PatchValue.of(null), patch.change(ContactField.EMAIL));
    assertEquals(PatchValue.of(null), patch.change(ContactField.TAGS));
  }

  @Test
  void stringsThatCannotBeStoredAreErrorsOfAPushToo() {
    assertEquals(
        "/email invalid_text, /tags/0 invalid_text",
        errors("{\"id\":1,\"email\":\"a@b\\u0000\",\"tags\":[\"\\ud83d\"]}", true));
  }

  @Test
  void thePlatformsNamesAreAccepted() {
    ContactPatch patch =
        readPush(
            "{\"id\":1,\"first_name\":\"Bo\",\"last_name\":\"\",\"account_owner\":true,"
                + "\"email_verified\":true,\"locale\":\"de\"}",
            "");
    assertEquals(PatchValue.of("Bo"), patch.change(ContactField.FIRST_NAME));
    assertEquals(PatchValue.of(null), patch.change(ContactField.LAST_NAME));
    assertEquals(PatchValue.of(true), patch.change(ContactField.ACCOUNT_OWNER));
    assertEquals("/first_name invalid_type", errors("{\"id\":1,\"first_name\":7}", true));
  }

  @Test
  void theDocumentedNameTakesPrecedenceOverThePlatforms() {
    assertEquals(
        PatchValue.of("Bo"),
        readPush("{\"id\":1,\"first_name\":\"Bo\",\"firstName\":\"Bo\"}", "")
            .change(ContactField.FIRST_NAME));
    assertEquals(
        PatchValue.of("Bo"),
        readPush(
                "{\"id\":1,\"first_name\":\"Ada\",\"firstName\":\"Bo\"}",
                "/first_name conflicting_fields")
            .change(ContactField.FIRST_NAME));
  }

  @Test
  void absentFieldsKeepTheStoredValues() {
    assertEquals(stored(), read("{}").applyTo(stored()));
    assertEquals(stored(), read("{\"id\":61042,\"unknown\":1}").applyTo(stored()));
  }

  @Test
  void nullClearsOnlyItsField() {
    Contact firstName = read("{\"firstName\":null}").applyTo(stored());
    assertNull(firstName.text(ContactField.FIRST_NAME));
    assertEquals("Berg", firstName.text(ContactField.LAST_NAME));
    assertNull(read("{\"lastName\":null}").applyTo(stored()).text(ContactField.LAST_NAME));
    assertNull(read("{\"email\":null}").applyTo(stored()).text(ContactField.EMAIL));
    assertFalse(
        read("{\"accountOwner\":null}").applyTo(stored()).isSet(ContactField.ACCOUNT_OWNER));
    assertFalse(read("{\"installer\":null}").applyTo(stored()).isSet(ContactField.INSTALLER));
    assertEquals(List.of(), read("{\"tags\":null}").applyTo(stored()).texts(ContactField.TAGS));
  }

  @Test
  void valuesReplaceStoredOnesAndTheSourceRemains() {
    Contact changed =
        read("{\"firstName\":\"Bo\",\"lastName\":\"\",\"email\":\" bo@b.example\","
                + "\"accountOwner\":false,\"installer\":true,\"tags\":[\"x\",\"y\",\"x\"]}")
            .applyTo(stored());
    assertEquals(
        new Contact(
            5,
            "61042",
            TestContacts.values(
                Map.of(
                    ContactField.FIRST_NAME,
                    "Bo",
                    ContactField.EMAIL,
                    "bo@b.example",
                    ContactField.INSTALLER,
                    true,
                    ContactField.TAGS,
                    List.of("x", "y"))),
            Optional.of(TestContacts.APP),
            "app-7"),
        changed);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"accountOwner\":true,\"installer\":true,\"tags\":[\"a\"]}', owner",
    "'{\"installer\":true,\"tags\":[\"a\"]}', installer",
    "'{\"accountOwner\":false,\"installer\":null,\"tags\":[\"b\",\"a\"]}', b",
    "'{\"tags\":[]}', staff",
    "'{}', staff"
  })
  void theRoleDependsOnFlagsAndTags(String json, String role) {
    Contact blank = Contact.empty("1", Optional.of(TestContacts.APP));
    assertEquals(role, read(json).applyTo(blank).role());
  }
}
