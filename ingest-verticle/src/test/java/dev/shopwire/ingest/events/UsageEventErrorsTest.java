package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.ARRIVAL;
import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.errors;
import static dev.shopwire.ingest.events.ReadBodies.event;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.summary;
import static dev.shopwire.ingest.events.ReadBodies.withFields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.ingest.events.UsageEvent.Customer;
import dev.shopwire.ingest.events.UsageEventRequest.Rejection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the validation errors of events and their pointers. */
class UsageEventErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "eventName, 7, 'eventName must be a string, got a number'",
    "eventName, 1.5, 'eventName must be a string, got a number'",
    "eventName, true, 'eventName must be a string, got a boolean'",
    "eventName, {}, 'eventName must be a string, got an object'",
    "eventName, [\"a\"], 'eventName must be a string, got an array'",
    "customerId, 1.5, 'customerId must be a string or an integer, got a number'",
    "customerId, {\"id\":1}, 'customerId must be a string or an integer, got an object'",
    "eventId, false, 'eventId must be a string or an integer, got a boolean'",
    "eventId, 1e3, 'eventId must be a string or an integer, got a number'",
    "eventId, [[{}]], 'eventId must be a string or an integer, got an array'",
    "path, 7, 'path must be a string, got a number'",
    "sessionKey, {}, 'sessionKey must be a string, got an object'",
    "properties, [], 'properties must be an object, got an array'",
    "properties, '\"x\"', 'properties must be an object, got a string'"
  })
  void aValueOfTheWrongTypeIsReported(String field, String value, String message) {
    String invalid = "{\"" + field + "\":" + value + "}";
    UsageEventRequest request = read(batch(goodEvent(0), invalid));
    assertTrue(
        request.errors().stream()
            .anyMatch(
                error ->
                    ("/events/1/" + field).equals(error.pointer())
                        && error.code().equals("invalid_type")
                        && error.message().equals(message)),
        request.errors().toString());
    assertEquals(1, request.events().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "{}", "[]"})
  void aTimestampOfTheWrongTypeIsReported(String value) {
    assertEquals("/timestamp invalid_type", summary(withFields("\"timestamp\":" + value)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"tomorrow\"",
        "\"2026-13-01\"",
        "253402300800000",
        "99999999999999999999"
      })
  void anInvalidTimestampIsReported(String value) {
    assertEquals("/timestamp invalid_timestamp", summary(withFields("\"timestamp\":" + value)));
  }

  @Test
  void aTimestampMoreThan24HoursAheadIsRejected() {
    String tooLate = ARRIVAL.plusSeconds(24 * 3_600).plusNanos(1_000).toString();
    assertEquals(
        "/timestamp timestamp_out_of_range",
        summary(withFields("\"timestamp\":\"" + tooLate + "\"")));
    assertEquals(
        "timestamp must be between 2000-01-01T00:00:00Z and 24 hours ahead, got"
            + " 9999-12-31T00:00:00Z",
        errors(withFields("\"timestamp\":\"9999-12-31\"")).get(0).message());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"1999-12-31T23:59:59.999Z\"", "0", "1.5", "-1", "946684799"})
  void aTimestampBeforeTheYear2000IsRejected(String value) {
    assertEquals(
        "/timestamp timestamp_out_of_range", summary(withFields("\"timestamp\":" + value)));
  }

  @Test
  void aNameAndACustomerAreRequired() {
    assertEquals("/eventName required, /customerId required", summary("{}"));
    assertEquals(
        "/eventName required, /customerId required",
        summary("{\"eventName\":null,\"customerId\":null,\"myplatformDomain\":null}"));
    assertEquals(
        "/eventName empty, /customerId invalid_domain",
        summary("{\"eventName\":\"\",\"customerId\":\"\"}"));
  }

  @Test
  void allErrorsAreReportedTogetherAndEachOnce() {
    assertEquals(
        "/path invalid_type, /sessionKey too_long, /timestamp invalid_timestamp,"
            + " /properties invalid_properties, /eventName required, /customerId"
            + " invalid_customer_id",
        summary(
            "{\"customerId\":\"https://acme.example.com\",\"path\":7,\"sessionKey\":\""
                + "x".repeat(129)
                + "\",\"timestamp\":\"x\",\"properties\":{\"a\":1e999}}"));
    assertEquals(
        "/events/1/eventName empty, /events/1/customerId required, /events/3/eventName required",
        summary(
            batch(
                goodEvent(0),
                "{\"eventName\":\"\"}",
                goodEvent(2),
                "{\"customerId\":\"a.example\"}")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "null", "\"x\"", "true", "[]", "[{\"eventName\":\"a\"}]"})
  void anElementThatIsNotAnObjectIsReported(String element) {
    UsageEventRequest request = read(batch(goodEvent(0), element, goodEvent(2)));
    assertEquals("/events/1 invalid_type", summary(request.errors()));
    assertEquals(List.of(0, 2), request.events().stream().map(UsageEvent::index).toList());
  }

  @Test
  void aRejectionReportsItsEventAndAllItsErrors() {
    UsageEventRequest request =
        read(
            batch(
                goodEvent(0),
                "{\"eventId\":\"bad\",\"eventName\":\"\",\"customerId\":\"a.example\",\"path\":1}",
                "{\"eventName\":\"a\",\"customerId\":\"a.example\",\"eventId\":true}"));
    assertEquals(
        List.of(
            new Rejection(
                1, "bad", "empty", "eventName is empty; path must be a string, got a number"),
            new Rejection(
                2, null, "invalid_type", "eventId must be a string or an integer, got a boolean")),
        request.rejected());
    assertTrue(request.refusal().isEmpty());
  }

  @Test
  void withoutAValidEventTheRequestIsRejectedWithAllErrors() {
    Failure failure = read(batch("{}", "7")).refusal().orElseThrow();
    assertEquals(Code.INVALID, failure.code());
    assertEquals("required", failure.reason());
    assertEquals(
        "/events/0/eventName required, /events/0/customerId required, /events/1 invalid_type",
        summary(failure.errors()));
  }

  @ParameterizedTest
  @CsvSource({"eventName, 100", "eventId, 128", "path, 2048", "sessionKey, 128"})
  void stringsAreLimitedInCodePoints(String field, int limit) {
    for (String c : List.of("x", "ü", "😀")) {
      String longest = "{\"" + field + "\":\"" + c.repeat(limit) + "\"";
      String rest =
          field.equals("eventName")
              ? ",\"customerId\":\"a.example\"}"
              : ",\"eventName\":\"a\",\"customerId\":\"a.example\"}";
      assertEquals("", summary(longest + rest));
      String tooLong = longest.substring(0, longest.length() - 1) + "x\"";
      assertEquals("/" + field + " too_long", summary(tooLong + rest));
      assertEquals(
          field + " is longer than " + limit + " characters",
          errors(tooLong + rest).get(0).message());
    }
  }

  @Test
  void anIntegerIdHasAtMost128Digits() {
    assertEquals("9".repeat(128), event(withFields("\"eventId\":" + "9".repeat(128))).eventId());
    assertEquals("/eventId too_long", summary(withFields("\"eventId\":" + "9".repeat(129))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"eventName", "customerId", "eventId", "path", "sessionKey"})
  void theNullCharacterAndUnpairedSurrogatesAreReported(String field) {
    assertEquals("invalid_text", codeOf(field, "a\\u0000"));
    assertEquals("invalid_text", codeOf(field, "\\u0000.example"));
    assertEquals("invalid_text", codeOf(field, "\\ud83dx"));
    assertEquals("invalid_text", codeOf(field, "x\\ude00"));
  }

  private static String codeOf(String field, String text) {
    return errors("{\"" + field + "\":\"" + text + "\"}").stream()
        .filter(error -> ("/" + field).equals(error.pointer()))
        .map(error -> error.code())
        .reduce("", String::concat);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "42",
        "\"42\"",
        "1234567890123456789",
        "\"1234567890123456789\"",
        "\"https://acme.example.com\"",
        "\"gid://platform/Shop/1\"",
        "\"0192f0c1-7b1e-7d3a-9c55-0123456789AB\"",
        "\"cus_5be193d07ac4f62\""
      })
  void anIdOfAnotherSystemIsReported(String customer) {
    assertEquals(
        "/customerId invalid_customer_id",
        summary("{\"eventName\":\"a\",\"customerId\":" + customer + "}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"acme.example.com/\"",
        "\"my_shop.example.com\"",
        "\"localhost\"",
        "\"  \"",
        "-5"
      })
  void aCustomerThatIsNeitherAHostNameNorAnIdIsReported(String customer) {
    assertEquals(
        "/customerId invalid_domain",
        summary("{\"eventName\":\"a\",\"customerId\":" + customer + "}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "https://acme.example.com", "acme"})
  void anInvalidBatchDomainIsReportedIfItIsUsed(String domain) {
    String outer = "\"myplatformDomain\":\"" + domain + "\"";
    assertEquals(
        "/myplatformDomain invalid_domain", summary("{\"eventName\":\"a\"," + outer + "}"));
    UsageEventRequest request =
        read("{" + outer + ",\"events\":[{\"eventName\":\"a\"}," + goodEvent(1) + "]}");
    assertEquals("/myplatformDomain invalid_domain", summary(request.errors()));
    assertEquals(
        List.of(Customer.ofDomain("acme.example.com")),
        request.events().stream().map(UsageEvent::customer).toList());
  }

  @Test
  void aPointerUsesTheNameThatWasSent() {
    assertEquals(
        "/event_name empty",
        summary("{\"event_name\":\"\",\"event_id\":\"\",\"customerId\":\"a.example\"}"));
    assertEquals(
        "/myshopifyDomain invalid_domain",
        summary("{\"eventName\":\"a\",\"myshopifyDomain\":\"my_shop.example\"}"));
  }
}
