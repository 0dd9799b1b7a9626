package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.batchOf;
import static dev.shopwire.ingest.events.ReadBodies.failureOf;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.summary;
import static dev.shopwire.ingest.events.ReadBodies.withFields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests malicious bodies: each is rejected completely or affects only one event. */
class HostileBodiesTest {
  private static void assertMalformed(Failure failure) {
    assertEquals(Code.MALFORMED, failure.code());
    assertEquals("malformed_json", failure.reason());
    assertTrue(
        failure
            .message()
            .matches(
                "The body (is not valid (JSON|UTF-8)|is empty, expected JSON|has trailing content)"
                    + "( \\(line \\d+, column \\d+\\))?"),
        failure.message());
  }

  /** Asserts that the invalid event is rejected and the others are accepted. */
  private static void assertOnlyThisEventIsRejected(String invalid) {
    UsageEventRequest request = read(batch(goodEvent(0), invalid, goodEvent(2)));
    assertEquals(List.of(0, 2), request.events().stream().map(UsageEvent::index).toList());
    assertEquals(List.of(1), request.rejected().stream().map(it -> it.index()).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n",
        "{",
        "{\"eventName\"",
        "{\"eventName\":",
        "{\"eventName\":\"a",
        "{\"eventName\":\"a\"",
        "{\"eventName\":\"a\",",
        "{\"eventName\":\"a\",}",
        "{\"events\":[",
        "{\"events\":[{\"eventName\":\"a\"}",
        "{\"events\":[{}}",
        "{\"events\":[1,]}",
        "{\"events\":[1}]",
        "{\"properties\":{\"a\":[1,{\"b\":",
        "{eventName:\"a\"}",
        "{'eventName':'a'}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":1e}",
        "{\"a\":0x1}",
        "{\"a\":NaN}",
        "{\"a\":-Infinity}",
        "{\"a\":undefined}",
        "{\"a\":tru}",
        "{\"a\":True}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x41\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{/* comment */}",
        "nul",
        "eventName=a&customerId=b",
        "<xml/>"
      })
  void invalidJsonIsMalformedAndTheParsersMessageIsHidden(String body) {
    assertMalformed(failureOf(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "{}", "[]", ",", "}", "1", "\"a\"", "\u0001", "\ufeff"})
  void trailingContentIsMalformed(String garbage) {
    assertMalformed(failureOf(goodEvent(1) + garbage));
    assertMalformed(failureOf(batchOf(2) + "\n " + garbage));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7b2261223a22ff227d", // not UTF-8
        "7b2261223a22c3227d", // an incomplete character
        "7b2261223a22e282", // an incomplete character at the end
        "1f8b0800000000000000", // gzip without Content-Encoding
        "0000007b0000", // UTF-32, cut off
        "0000007b00110000", // UTF-32, beyond Unicode
        "0000fffe7b000000" // an unsupported byte order
      })
  void bytesThatAreNotUtf8AreMalformed(String bytes) {
    assertMalformed(failureOf(HexFormat.of().parseHex(bytes)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]", "\"x\"", "7", "true", "null"})
  void aBodyThatIsNotAnObjectIsInvalid(String body) {
    Failure failure = failureOf(body);
    assertEquals(Code.INVALID, failure.code());
    assertEquals(" invalid_type", summary(failure.errors()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "\"x\"", "7", "null", "true"})
  void eventsThatAreNotAListAreInvalid(String events) {
    Failure failure = failureOf("{\"events\":" + events + "}");
    assertEquals("/events invalid_type", summary(failure.errors()));
  }

  @Test
  void aBatchDomainThatIsNotAStringIsInvalid() {
    for (String domain : List.of("7", "{}", "[]", "true")) {
      Failure failure =
          failureOf("{\"myplatformDomain\":" + domain + ",\"events\":[{\"eventName\":\"a\"}]}");
      assertEquals("/myplatformDomain invalid_type", summary(failure.errors()));
    }
  }

  @Test
  void anEmptyListOrMoreThan200EventsAreInvalid() {
    assertEquals("/events no_events", summary(failureOf("{\"events\":[]}").errors()));
    Failure tooMany = failureOf(batchOf(201));
    assertEquals("/events too_many_events", summary(tooMany.errors()));
    assertEquals("A batch may contain at most 200 events, got 201", tooMany.message());
    assertTrue(
        failureOf("{\"events\":[" + "[[{}]],".repeat(9_999) + "7]}")
            .message()
            .endsWith("got 10000"));
  }

  @Test
  void aNumberWithAMillionDigitsAffectsOnlyItsEvent() {
    String digits = "9".repeat(1_000_000);
    for (String field : List.of("timestamp", "eventId", "eventName", "path", "customerId")) {
      assertOnlyThisEventIsRejected("{\"" + field + "\":" + digits + "}");
    }
    assertOnlyThisEventIsRejected(withFields("\"properties\":{\"n\":" + digits + "}"));
    assertOnlyThisEventIsRejected(withFields("\"properties\":{\"n\":[0." + digits + "]}"));
    assertOnlyThisEventIsRejected(withFields("\"properties\":{\"n\":1e" + digits + "}"));
    assertEquals(1, read(withFields("\"unknown\":" + digits)).events().size());
  }

  @Test
  void aStringOfAMillionCharactersAffectsOnlyItsEvent() {
    String text = "\"" + "x".repeat(1_000_000) + "\"";
    for (String field : List.of("timestamp", "eventId", "eventName", "path", "customerId")) {
      assertOnlyThisEventIsRejected("{\"" + field + "\":" + text + "}");
    }
    assertOnlyThisEventIsRejected(withFields("\"properties\":{\"n\":" + text + "}"));
  }

  @Test
  void aFieldNameOfAMillionCharactersAffectsOnlyItsEvent() {
    String name = "\"" + "x".repeat(1_000_000) + "\"";
    assertOnlyThisEventIsRejected(withFields("\"properties\":{" + name + ":1}"));
    assertEquals(1, read(withFields(name + ":1")).events().size());
  }

  @Test
  void anUnpairedSurrogateInANameAffectsOnlyItsEvent() {
    assertOnlyThisEventIsRejected(withFields("\"properties\":{\"\\ud83d\":1}"));
    assertOnlyThisEventIsRejected(withFields("\"\\ud83d\":1"));
    assertEquals(0, read("\ufeff" + withFields("\"\\ud83d\":1")).events().size());
    assertMalformed(failureOf("{\"\\ud83d\":1,}"));
  }

  @Test
  void aThousandLevelsAffectOnlyTheirEvent() {
    String deep = "[".repeat(1_000) + "]".repeat(1_000);
    assertOnlyThisEventIsRejected(withFields("\"properties\":{\"n\":" + deep + "}"));
    assertOnlyThisEventIsRejected("{\"eventName\":" + deep + "}");
    assertOnlyThisEventIsRejected(deep);
    assertEquals(1, read(withFields("\"unknown\":" + deep)).events().size());
  }

  @Test
  void aHundredThousandLevelsAreRejected() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    for (String body :
        List.of(
            withFields("\"properties\":{\"n\":" + deep + "}"),
            "{\"eventName\":" + deep + "}",
            "{\"events\":[" + deep + "]}")) {
      Failure failure = failureOfReading(body.getBytes(StandardCharsets.UTF_8));
      assertEquals(Code.INVALID, failure.code(), failure.message());
    }
    assertMalformed(failureOf("{\"a\":" + "[".repeat(300) + "}"));
  }

  private static Failure failureOfReading(byte[] body) {
    try {
      return read(body).refusal().orElseThrow();
    } catch (Failure failure) {
      return failure;
    }
  }

  @Test
  void arbitraryBytesAreReadOrRejected() {
    Random random = new Random(20_261_121);
    byte[] valid =
        batch(
                goodEvent(0),
                withFields(
                    "\"properties\":{\"a\":[1.5e3,\"ü😀\\u0041\",null],\"path\":\"/p\"},"
                        + "\"timestamp\":\"2026-11-21T09:30:00Z\",\"sessionKey\":\"s\""),
                "{\"event_name\":\"x\",\"customerId\":42,\"eventId\":7}")
            .getBytes(StandardCharsets.UTF_8);
    byte[] alphabet = "{}[]\":,\\0123456789eE.+-ntfu/ \u0000ü😀".getBytes(StandardCharsets.UTF_8);
    int malformed = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] body = valid.clone();
      for (int change = random.nextInt(5); change >= 0; change--) {
        body[random.nextInt(body.length)] = alphabet[random.nextInt(alphabet.length)];
      }
      try {
        UsageEventRequest request = read(body);
        assertFalse(request.events().isEmpty() && request.errors().isEmpty());
        assertEquals(request.errors().isEmpty(), request.rejected().isEmpty());
      } catch (Failure failure) {
        assertTrue(failure.code().status() == 400 || failure.code().status() == 422);
        malformed++;
      }
    }
    assertTrue(malformed > 1_000 && malformed < 20_000, malformed + " bodies were malformed");
  }
}
