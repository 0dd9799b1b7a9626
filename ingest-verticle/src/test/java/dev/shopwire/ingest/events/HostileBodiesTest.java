package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.batchOf;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.refusal;
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

/** Malicious bodies: each is rejected completely or affects one event only. */
class HostileBodiesTest {
  private static void assertMalformed(Failure refusal) {
    assertEquals(Code.MALFORMED, refusal.code());
    assertEquals("malformed_json", refusal.reason());
    assertTrue(
        refusal
            .message()
            .matches(
                "The body (is not valid (JSON|UTF-8)|is empty, expected JSON|has trailing content)"
                    + "( \\(line \\d+, column \\d+\\))?"),
        refusal.message());
  }

  /** Asserts that the bad event is rejected and the others are accepted. */
  private static void assertCostsOnlyItself(String bad) {
    UsageEventRequest request = read(batch(goodEvent(0), bad, goodEvent(2)));
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
  void whatIsNoJsonIsMalformedAndTheParsersTextIsNotShown(String body) {
    assertMalformed(refusal(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "{}", "[]", ",", "}", "1", "\"a\"", "\u0001", "\ufeff"})
  void whatFollowsTheBodyIsMalformed(String garbage) {
    assertMalformed(refusal(goodEvent(1) + garbage));
    assertMalformed(refusal(batchOf(2) + "\n " + garbage));
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
  void bytesThatAreNoTextAreMalformed(String bytes) {
    assertMalformed(refusal(HexFormat.of().parseHex(bytes)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]", "\"x\"", "7", "true", "null"})
  void aBodyThatIsNoObjectIsInvalid(String body) {
    Failure refusal = refusal(body);
    assertEquals(Code.INVALID, refusal.code());
    assertEquals(" invalid_type", summary(refusal.faults()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "\"x\"", "7", "null", "true"})
  void eventsThatAreNoListAreInvalid(String events) {
    Failure refusal = refusal("{\"events\":" + events + "}");
    assertEquals("/events invalid_type", summary(refusal.faults()));
  }

  @Test
  void anOuterDomainThatIsNoTextIsInvalid() {
    for (String domain : List.of("7", "{}", "[]", "true")) {
      Failure refusal =
          refusal("{\"myplatformDomain\":" + domain + ",\"events\":[{\"eventName\":\"a\"}]}");
      assertEquals("/myplatformDomain invalid_type", summary(refusal.faults()));
    }
  }

  @Test
  void anEmptyListOrMoreThan200EventsAreInvalid() {
    assertEquals("/events no_events", summary(refusal("{\"events\":[]}").faults()));
    Failure tooMany = refusal(batchOf(201));
    assertEquals("/events too_many_events", summary(tooMany.faults()));
    assertEquals("A batch may contain at most 200 events, got 201", tooMany.message());
    assertTrue(
        refusal("{\"events\":[" + "[[{}]],".repeat(9_999) + "7]}").message().endsWith("got 10000"));
  }

  @Test
  void aNumberOfAMillionDigitsCostsOnlyItsEvent() {
    String digits = "9".repeat(1_000_000);
    for (String field : List.of("timestamp", "eventId", "eventName", "path", "customerId")) {
      assertCostsOnlyItself("{\"" + field + "\":" + digits + "}");
    }
    assertCostsOnlyItself(withFields("\"properties\":{\"n\":" + digits + "}"));
    assertCostsOnlyItself(withFields("\"properties\":{\"n\":[0." + digits + "]}"));
    assertCostsOnlyItself(withFields("\"properties\":{\"n\":1e" + digits + "}"));
    assertEquals(1, read(withFields("\"unknown\":" + digits)).events().size());
  }

  @Test
  void aTextOfAMillionCharactersCostsOnlyItsEvent() {
    String text = "\"" + "x".repeat(1_000_000) + "\"";
    for (String field : List.of("timestamp", "eventId", "eventName", "path", "customerId")) {
      assertCostsOnlyItself("{\"" + field + "\":" + text + "}");
    }
    assertCostsOnlyItself(withFields("\"properties\":{\"n\":" + text + "}"));
  }

  @Test
  void aMemberNameOfAMillionCharactersCostsOnlyItsEvent() {
    String name = "\"" + "x".repeat(1_000_000) + "\"";
    assertCostsOnlyItself(withFields("\"properties\":{" + name + ":1}"));
    assertEquals(1, read(withFields(name + ":1")).events().size());
  }

  @Test
  void halfAPairInANameCostsOnlyItsEvent() {
    assertCostsOnlyItself(withFields("\"properties\":{\"\\ud83d\":1}"));
    assertCostsOnlyItself(withFields("\"\\ud83d\":1"));
    assertEquals(0, read("\ufeff" + withFields("\"\\ud83d\":1")).events().size());
    assertMalformed(refusal("{\"\\ud83d\":1,}"));
  }

  @Test
  void aThousandLevelsCostOnlyTheirEvent() {
    String deep = "[".repeat(1_000) + "]".repeat(1_000);
    assertCostsOnlyItself(withFields("\"properties\":{\"n\":" + deep + "}"));
    assertCostsOnlyItself("{\"eventName\":" + deep + "}");
    assertCostsOnlyItself(deep);
    assertEquals(1, read(withFields("\"unknown\":" + deep)).events().size());
  }

  @Test
  void aHundredThousandLevelsGetAnAnswer() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    for (String body :
        List.of(
            withFields("\"properties\":{\"n\":" + deep + "}"),
            "{\"eventName\":" + deep + "}",
            "{\"events\":[" + deep + "]}")) {
      Failure refusal = readOrRefusal(body.getBytes(StandardCharsets.UTF_8));
      assertEquals(Code.INVALID, refusal.code(), refusal.message());
    }
    assertMalformed(refusal("{\"a\":" + "[".repeat(300) + "}"));
  }

  private static Failure readOrRefusal(byte[] body) {
    try {
      return read(body).refusal().orElseThrow();
    } catch (Failure refusal) {
      return refusal;
    }
  }

  @Test
  void whateverBytesComeTheReaderReadsOrRefusesThem() {
    Random random = new Random(20_261_121);
    byte[] good =
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
      byte[] body = good.clone();
      for (int change = random.nextInt(5); change >= 0; change--) {
        body[random.nextInt(body.length)] = alphabet[random.nextInt(alphabet.length)];
      }
      try {
        UsageEventRequest request = read(body);
        assertFalse(request.events().isEmpty() && request.faults().isEmpty());
        assertEquals(request.faults().isEmpty(), request.rejected().isEmpty());
      } catch (Failure refusal) {
        assertTrue(refusal.code().status() == 400 || refusal.code().status() == 422);
        malformed++;
      }
    }
    assertTrue(malformed > 1_000 && malformed < 20_000, malformed + " bodies were malformed");
  }
}
