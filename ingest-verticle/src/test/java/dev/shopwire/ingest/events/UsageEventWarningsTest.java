package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.failureOf;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.summary;
import static dev.shopwire.ingest.events.ReadBodies.withFields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.StorableText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that unknown fields are ignored and listed, so that typos are noticed. */
class UsageEventWarningsTest {
  private static List<String> warningPointers(String body) {
    return read(body).warnings().stream().map(ValidationError::pointer).toList();
  }

  @Test
  void anUnknownFieldIsIgnoredAndListed() {
    UsageEventRequest request = read(withFields("\"evntId\":\"typo\""));
    assertEquals(1, request.events().size());
    assertEquals(
        List.of(
            new ValidationError(
                "/evntId", "unknown_member", "evntId is not a known field and was ignored")),
        request.warnings());
  }

  @Test
  void theValueOfAnUnknownFieldIsNotValidated() {
    assertEquals(
        List.of("/a", "/b", "/c", "/d", "/EVENTNAME"),
        warningPointers(
            withFields(
                "\"a\":{\"eventName\":7,\"events\":[1]},\"b\":[[{\"c\":[]}]],\"c\":null,"
                    + "\"d\":\"x\",\"EVENTNAME\":1e999")));
  }

  @Test
  void unknownFieldsOfBatchesAndTheirEventsAreListed() {
    assertEquals(
        List.of("/source", "/events/0/eventname", "/events/1/domain", "/version"),
        warningPointers(
            "{\"source\":\"x\",\"events\":["
                + goodEvent(0).replace("{", "{\"eventname\":\"x\",")
                + ","
                + goodEvent(1).replace("{", "{\"domain\":\"x\",")
                + "],\"version\":2}"));
  }

  @Test
  void fieldsOfAnEventNextToABatchAreIgnoredAndListed() {
    UsageEventRequest request =
        read("{\"timestamp\":\"x\",\"eventName\":7," + batch(goodEvent(1)).substring(1));
    assertEquals(1, request.events().size());
    assertEquals(List.of(), request.errors());
    assertEquals(
        List.of("/timestamp", "/eventName"),
        request.warnings().stream().map(ValidationError::pointer).toList());
  }

  @Test
  void aPointerIsEscaped() {
    assertEquals(List.of("/a~1b~0c", "/~01"), warningPointers(withFields("\"a/b~c\":1,\"~1\":2")));
  }

  @Test
  void aNameThatCannotBeStoredIsAnErrorThatHidesIt() {
    assertEquals("/? invalid_text", summary(withFields("\"\\ud800\":1")));
    assertEquals("/? invalid_text", summary(withFields("\"a\\u0000\":2")));
    assertEquals(List.of("/😀"), warningPointers(withFields("\"\\ud83d\\ude00\":3")));
  }

  @Test
  void aFieldNextToABatchThatCannotBeStoredRejectsTheBatch() {
    Failure failure = failureOf("{\"x\":[\"\\u0000\"]," + batch(goodEvent(1)).substring(1));
    assertEquals("/x/0 invalid_text", summary(failure.errors()));
  }

  @Test
  void aLongNameIsTruncated() {
    assertEquals(
        List.of("/" + "x".repeat(100)),
        warningPointers(withFields("\"" + "x".repeat(100) + "\":1")));
    String pointer = warningPointers(withFields("\"" + "😀".repeat(10_000) + "\":1")).get(0);
    assertEquals("/" + "😀".repeat(100) + "…", pointer);
    assertTrue(StorableText.findProblem(pointer).isEmpty());
  }

  @Test
  void atMostFiftyFieldsAreListed() {
    String fields =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "\"m" + i + "\":" + i)
            .collect(Collectors.joining(","));
    List<String> warningPointers = warningPointers(withFields(fields));
    assertEquals(50, warningPointers.size());
    assertEquals("/m0", warningPointers.get(0));
    assertEquals("/m49", warningPointers.get(49));
  }

  @Test
  void aBodyWithoutUnknownFieldsHasNoWarnings() {
    assertEquals(List.of(), warningPointers(batch(goodEvent(1))));
    assertEquals(
        List.of(), warningPointers("{\"myplatformDomain\":\"a.example\",\"event_name\":\"a\"}"));
  }
}
