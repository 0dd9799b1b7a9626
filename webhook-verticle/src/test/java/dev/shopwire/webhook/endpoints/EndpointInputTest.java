package dev.shopwire.webhook.endpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.PatchValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointInputTest {
  private static final String URL = "\"url\":\"https://example.com/hooks\"";
  private static final String TOPICS = "\"topics\":[\"contacts/created\"]";
  private static final UrlRule RULE =
      new UrlRule(
          url ->
              "10.0.0.1".equals(url.getHost())
                  ? Optional.of("10.0.0.1 is private")
                  : Optional.empty());

  private static EndpointInput ofNew(String fields) {
    return EndpointInput.ofNew("{" + fields + "}", RULE);
  }

  private static EndpointInput ofChange(String fields) {
    return EndpointInput.ofChange("{" + fields + "}", RULE);
  }

  private static List<ValidationError> errors(Consumer<String> read, String input) {
    return assertThrows(Failure.class, () -> read.accept(input), input).errors();
  }

  private static String summary(List<ValidationError> errors) {
    return errors.stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  private static String errorsOfNew(String fields) {
    return summary(errors(EndpointInputTest::ofNew, fields));
  }

  private static String errorsOfChange(String fields) {
    return summary(errors(EndpointInputTest::ofChange, fields));
  }

  private static String names(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"n" + i + "\"")
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void allFieldsAreRead() {
    EndpointInput input =
        ofNew(
            """
            "url":" HTTPS://example.com:8443/a%20b?c=d ",
            "topics":["customers/usage_event","contacts/created","customers/usage_event"],
            "filter":{"eventNames":["a"," b ","a"],"segments":["12","7","12"]},
            "apps":["one","two"],"ordered":true
            """);
    assertEquals(PatchValue.of("HTTPS://example.com:8443/a%20b?c=d"), input.url());
    assertEquals(
        PatchValue.of(List.of("customers/usage_event", "contacts/created")), input.topics());
    FilterInput filter = Objects.requireNonNull(input.filter().value());
    assertEquals(List.of("a", " b "), filter.eventNames());
    assertEquals(List.of(12L, 7L, 12L), filter.segments());
    assertEquals(List.of(12L, 7L), filter.distinctSegments());
    assertEquals(PatchValue.of(List.of("one", "two")), input.apps());
    assertEquals(PatchValue.of(true), input.ordered());
    assertEquals(PatchValue.absent(), input.enabled());
  }

  @Test
  void aNewEndpointHasNoStatusField() {
    Failure failure =
        assertThrows(
            Failure.class,
            () ->
                ofNew(
                    """
                    "url":"https://example.com/","topics":["contacts/created"],"status":"disabled"
                    """));
    assertEquals("unknown_field", failure.reason());
  }

  @Test
  void fieldsThatAChangeOmitsAreAbsentAndNullClears() {
    assertEquals(
        new EndpointInput(
            PatchValue.absent(),
            PatchValue.absent(),
            PatchValue.absent(),
            PatchValue.absent(),
            PatchValue.absent(),
            PatchValue.absent()),
        ofChange(""));
    EndpointInput cleared = ofChange("\"filter\":null,\"apps\":null,\"status\":\"enabled\"");
    assertEquals(PatchValue.of(null), cleared.filter());
    assertEquals(PatchValue.of(null), cleared.apps());
    assertEquals(PatchValue.of(true), cleared.enabled());
    assertEquals(PatchValue.of(false), ofChange("\"status\":\"disabled\"").enabled());
  }

  @Test
  void allErrorsAreReportedTogether() {
    assertEquals(
        "/url required, /topics/0 unknown_topic, /filter/eventNames invalid_filter, /apps no_apps,"
            + " /ordered invalid_type",
        errorsOfNew("\"topics\":[\"a\"],\"filter\":{},\"apps\":[],\"ordered\":null"));
    assertEquals("/url required, /topics invalid_topics", errorsOfNew(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | required",
        "7 | invalid_type",
        "'' | invalid_length",
        "example.com/hooks | invalid_url",
        "/hooks | invalid_url",
        "https: | invalid_url",
        "https:/hooks | invalid_url",
        "https:///hooks | invalid_url",
        "https://?a | invalid_url",
        "mailto:a@example.com | invalid_url",
        "ftp://example.com | invalid_url",
        "file:///etc/passwd | invalid_url",
        "javascript:alert(1) | invalid_url",
        "https://example.com/a b | invalid_url",
        "https://exämple.com/ | invalid_url",
        "https://example.com/ä | invalid_url",
        "https://example.com:0/ | invalid_url",
        "https://example.com:65536/ | invalid_url",
        "https://example.com:99999999999/ | invalid_url",
        "https://example.com:port/ | invalid_url",
        "https://exam_ple.com/ | invalid_url",
        "https://example.com\\\\@evil.com/ | invalid_url",
        "https://[::1/ | invalid_url",
        "https://example.com/%zz | invalid_url",
        "https://user@example.com/ | credentials_in_url",
        "https://user:hidden@example.com/ | credentials_in_url",
        "https://:@example.com/ | credentials_in_url",
        "https://@example.com/ | credentials_in_url",
        "https://example.com/#a | fragment_in_url",
        "https://example.com/# | fragment_in_url",
        "http://10.0.0.1/ | address_refused"
      })
  void aUrlThatIsInvalidOrRefusedIsAnError(String url, String code) {
    String json = url.matches("null|\\d+") ? url : "\"" + url + "\"";
    assertEquals("/url " + code, errorsOfNew(TOPICS + ",\"url\":" + json));
    assertEquals("/url " + code, errorsOfChange("\"url\":" + json));
    assertTrue(
        errors(EndpointInputTest::ofChange, "\"url\":" + json).stream()
            .noneMatch(error -> error.message().contains("hidden")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com",
        "https://example.com/",
        "https://example.com:65535/?a=b&c",
        "https://EXAMPLE.com./a/../b",
        "https://xn--exmple-cua.com/",
        "https://[2001:db8::1]:8080/",
        "https://192.0.2.1/"
      })
  void otherUrlsAreReadUnchanged(String url) {
    assertEquals(PatchValue.of(url), ofChange("\"url\":\"" + url + "\"").url());
  }

  @Test
  void aUrlHasAtMost2048Characters() {
    String longest = "https://example.com/" + "a".repeat(2_048 - 20);
    assertEquals(PatchValue.of(longest), ofChange("\"url\":\"" + longest + "\"").url());
    assertEquals("/url invalid_length", errorsOfChange("\"url\":\"" + longest + "a\""));
  }

  @Test
  void anUnknownTopicIsReported() {
    List<ValidationError> errors =
        errors(
            EndpointInputTest::ofNew,
            URL + ",\"topics\":[\"contacts/created\",\"orders/paid\",\"webhooks/test\"]");
    assertEquals("/topics/1 unknown_topic, /topics/2 unknown_topic", summary(errors));
    assertTrue(errors.get(0).message().contains("orders/paid"));
    assertTrue(errors.get(0).message().contains("customers/usage_event"));
    assertTrue(errors.get(1).message().contains("webhooks/test"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"topics\":null | /topics invalid_topics",
        "\"topics\":[] | /topics invalid_topics",
        "\"topics\":\"contacts/created\" | /topics invalid_topics",
        "\"topics\":[7,\"\",null] "
            + "| /topics/0 invalid_text, /topics/1 invalid_text, /topics/2 invalid_text",
        "\"topics\":[\"\\u0000\"] | /topics/0 invalid_text",
        "\"topics\":[\"Contacts/Created\"] | /topics/0 unknown_topic",
        "\"filter\":7 | /filter invalid_type",
        "\"filter\":[] | /filter invalid_type",
        "\"filter\":{\"eventName\":\"a\"} "
            + "| /filter/eventNames invalid_filter, /filter/eventName unknown_field",
        "\"filter\":{\"eventNames\":null} | /filter/eventNames invalid_filter",
        "\"filter\":{\"eventNames\":[]} | /filter/eventNames invalid_filter",
        "\"filter\":{\"eventNames\":\"a\"} | /filter/eventNames invalid_filter",
        "\"filter\":{\"eventNames\":[\"a\",7,\"\"]} "
            + "| /filter/eventNames/1 invalid_text, /filter/eventNames/2 invalid_text",
        "\"filter\":{\"segments\":null} | /filter/segments invalid_filter",
        "\"filter\":{\"segments\":[]} | /filter/segments invalid_filter",
        "\"filter\":{\"segments\":[\"1\",2,\"x\",\"-1\"]} | /filter/segments/1 invalid_text, "
            + "/filter/segments/2 unknown_segment, /filter/segments/3 unknown_segment",
        "\"filter\":{\"segments\":[\"99999999999999999999\"]} | /filter/segments/0 invalid_text, "
            + "/filter/segments/0 unknown_segment",
        "\"apps\":\"one\" | /apps invalid_type",
        "\"apps\":[] | /apps no_apps",
        "\"apps\":[\"one\",7] | /apps/1 invalid_text",
        "\"ordered\":\"true\" | /ordered invalid_type",
        "\"ordered\":null | /ordered invalid_type",
        "\"status\":null | /status invalid_status",
        "\"status\":\"probing\" | /status invalid_status",
        "\"status\":\"deleted\" | /status invalid_status",
        "\"status\":true | /status invalid_status"
      })
  void aChangeIsValidatedAsStrictly(String fields, String errors) {
    assertEquals(errors, errorsOfChange(fields));
  }

  private static List<String> eventNames(EndpointInput input) {
    FilterInput filter = Objects.requireNonNull(input.filter().value());
    return Objects.requireNonNull(filter.eventNames());
  }

  @Test
  void aFilterMayHaveSegmentsOnly() {
    FilterInput filter =
        Objects.requireNonNull(ofChange("\"filter\":{\"segments\":[\"12\"]}").filter().value());
    assertNull(filter.eventNames());
    assertEquals(List.of(12L), filter.segments());
  }

  @Test
  void atMostAHundredNamesAndAppsAreAccepted() {
    String filter = "\"filter\":{\"eventNames\":%s},\"apps\":%s";
    EndpointInput input = ofChange(filter.formatted(names(100), names(100)));
    assertEquals(100, eventNames(input).size());
    assertEquals(100, Optional.ofNullable(input.apps().value()).orElseThrow().size());
    assertEquals(
        "/filter/eventNames invalid_filter, /apps invalid_type",
        errorsOfChange(filter.formatted(names(101), names(101))));
    String name = "\"filter\":{\"eventNames\":[\"%s\"]}";
    String longest = "😀".repeat(100);
    assertEquals(List.of(longest), eventNames(ofChange(name.formatted(longest))));
    assertEquals(
        "/filter/eventNames/0 invalid_text", errorsOfChange(name.formatted(longest + "a")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"-1", "169", "1.5", "\"1\"", "true", "99999999999", "[]"})
  void anOverlapIsInWholeHoursUpToAWeek(String hours) {
    assertEquals(
        "/overlapHours invalid_number",
        summary(errors(RotationInput::of, "{\"overlapHours\":" + hours + "}")));
  }

  @Test
  void theDefaultOverlapIsADay() {
    for (String body : List.of("", "{}", "{\"overlapHours\":null}", "{\"overlapHours\":24}")) {
      assertEquals(24, RotationInput.of(body).overlap().toHours());
    }
    assertEquals(0, RotationInput.of("{\"overlapHours\":0}").overlap().toHours());
    assertEquals(168, RotationInput.of("{\"overlapHours\":168}").overlap().toHours());
  }

  @Test
  void resumingRequiresAChoiceForPendingDeliveries() {
    assertTrue(ResumeInput.of("{\"pending\":\"skip\"}").skip());
    assertEquals(new ResumeInput(false), ResumeInput.of("{\"pending\":\"send\"}"));
    assertEquals("/pending required", summary(errors(ResumeInput::of, "{}")));
    assertEquals("/pending invalid_form", summary(errors(ResumeInput::of, "{\"pending\":\"a\"}")));
  }
}
