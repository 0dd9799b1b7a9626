package dev.shopwire.attribution.affiliates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.PatchValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AffiliateInputTest {
  private static String errors(Consumer<String> read, String json) {
    return assertThrows(Failure.class, () -> read.accept(json)).errors().stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  private static String errorsOfNew(String fields) {
    return errors(AffiliateInput::ofNew, "{" + fields + "}");
  }

  private static String errorsOfChange(String fields) {
    return errors(AffiliateInput::ofChange, "{" + fields + "}");
  }

  @Test
  void codesAreStringsOrObjects() {
    AffiliateInput input =
        AffiliateInput.ofNew(
            """
            {"name":" Jane ","email":" jane@agency.example ","status":"inactive",
             "apps":["one","two","one"],
             "codes":[" JANE10 ",{"code":"JANE20"},
               {"code":"J30","expiresAt":"2026-01-01T01:00:00+01:00"},
               {"code":"J40","expiresAt":null}]}
            """);
    assertEquals(PatchValue.of("Jane"), input.name());
    assertEquals(PatchValue.of("jane@agency.example"), input.email());
    assertEquals(PatchValue.of(false), input.active());
    assertEquals(PatchValue.of(List.of("one", "two")), input.apps());
    assertEquals(
        List.of(
            new ReferralCode("JANE10", Optional.empty()),
            new ReferralCode("JANE20", Optional.empty()),
            new ReferralCode("J30", Optional.of(Instant.parse("2026-01-01T00:00:00Z"))),
            new ReferralCode("J40", Optional.empty())),
        input.codes());
  }

  @Test
  void fieldsThatAChangeOmitsAreAbsent() {
    AffiliateInput empty = AffiliateInput.ofChange("{}");
    assertEquals(
        new AffiliateInput(
            PatchValue.absent(),
            PatchValue.absent(),
            PatchValue.absent(),
            PatchValue.absent(),
            List.of()),
        empty);
    AffiliateInput cleared = AffiliateInput.ofChange("{\"email\":null,\"apps\":null}");
    assertEquals(PatchValue.of(null), cleared.email());
    assertEquals(PatchValue.of(null), cleared.apps());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"+300000-01-01T00:00:00Z", "-5000-01-01T00:00:00Z", "+10000-01-01T00:00:00Z"})
  void aYearThatOtherProgramsCannotReadIsRejected(String expiresAt) {
    assertEquals(
        "/codes/0/expiresAt invalid_timestamp",
        errorsOfNew(
            "\"name\":\"a\",\"codes\":[{\"code\":\"a\",\"expiresAt\":\"" + expiresAt + "\"}]"));
  }

  @Test
  void allErrorsAreReportedTogether() {
    assertEquals(
        "/name required, /email invalid_email, /status invalid_status, /apps no_apps,"
            + " /codes/0/code invalid_type, /codes/1/code required, /codes/2/expiresAt"
            + " invalid_timestamp",
        errorsOfNew(
            """
                "email":"no-address","status":"paused","apps":[],
                "codes":[7,{},{"code":"a","expiresAt":"tomorrow"}]
                """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"name\":7 | /name invalid_type",
        "\"name\":null | /name required",
        "\"name\":\"  \" | /name invalid_length",
        "\"name\":\"\\u0000\" | /name invalid_text",
        "\"email\":7 | /email invalid_type",
        "\"email\":\"a b@c\" | /email invalid_email",
        "\"email\":\"a@b@c\" | /email invalid_email",
        "\"status\":null | /status invalid_status",
        "\"status\":true | /status invalid_status",
        "\"status\":\"ACTIVE\" | /status invalid_status",
        "\"apps\":\"one\" | /apps invalid_type",
        "\"apps\":[] | /apps no_apps",
        "\"apps\":[\"one\",7,\"\"] | /apps/1 invalid_text, /apps/2 invalid_text"
      })
  void aChangeIsValidatedAsStrictly(String fields, String expected) {
    assertEquals(expected, errorsOfChange(fields));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | /codes invalid_type",
        ",\"codes\":null | /codes invalid_type",
        ",\"codes\":[] | /codes invalid_type",
        ",\"codes\":\"a\" | /codes invalid_type",
        ",\"codes\":{\"code\":\"a\"} | /codes invalid_type",
        ",\"codes\":[\" \"] | /codes/0/code invalid_length",
        ",\"codes\":[\"\",\"\"] | /codes/0/code invalid_length, /codes/1/code invalid_length",
        ",\"codes\":[\"a\",\"b\",\" A \"] | /codes/2 code_taken",
        ",\"codes\":[\"straße\",{\"code\":\"STRASSE\"}] | /codes/1 code_taken"
      })
  void codesAreRequiredAndMustDiffer(String fields, String expected) {
    assertEquals(expected, errorsOfNew("\"name\":\"Jane\"" + fields));
  }

  @Test
  void lengthsAreCountedInCodePoints() {
    String longest = "😀".repeat(200);
    String json = "{\"name\":\"%s\",\"codes\":[\"%s\"]}";
    AffiliateInput input = AffiliateInput.ofNew(json.formatted(longest, longest));
    assertEquals(longest, input.codes().get(0).text());
    assertEquals(
        "/name invalid_length, /codes/0/code invalid_length",
        errors(AffiliateInput::ofNew, json.formatted(longest + "a", longest + "a")));
  }

  @Test
  void atMostAHundredCodesAreAccepted() {
    String codes =
        IntStream.range(0, 100).mapToObj(i -> "\"c" + i + "\"").collect(Collectors.joining(","));
    String json = "{\"name\":\"Jane\",\"codes\":[%s]}";
    assertEquals(100, AffiliateInput.ofNew(json.formatted(codes)).codes().size());
    assertEquals(
        "/codes invalid_type", errors(AffiliateInput::ofNew, json.formatted(codes + ",\"x\"")));
  }

  @Test
  void anAdditionalCodeIsAnObject() {
    assertEquals(
        new ReferralCode("J50", Optional.empty()), AffiliateInput.code("{\"code\":\" J50\"}"));
    assertEquals(
        "/code required, /expiresAt invalid_timestamp",
        errors(AffiliateInput::code, "{\"expiresAt\":\"2026-01-01T00:00:00\"}"));
  }
}
