package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.refusal;
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

/** Unknown fields are ignored and listed, so that typos are noticed (docs/api/README.md). */
class UsageEventWarningsTest {
  private static List<String> warned(String body) {
    return read(body).warnings().stream().map(ValidationError::pointer).toList();
  }

  @Test
  void anUnknownMemberIsIgnoredAndNamed() {
    UsageEventRequest request = read(withFields("\"evntId\":\"typo\""));
    assertEquals(1, request.events().size());
    assertEquals(
        List.of(
            new ValidationError(
                "/evntId", "unknown_member", "evntId is not a known field and was ignored")),
        request.warnings());
  }

  @Test
  void itsValueMayBeAnything() {
    assertEquals(
        List.of("/a", "/b", "/c", "/d", "/EVENTNAME"),
        warned(
            withFields(
                "\"a\":{\"eventName\":7,\"events\":[1]},\"b\":[[{\"c\":[]}]],\"c\":null,"
                    + "\"d\":\"x\",\"EVENTNAME\":1e999")));
  }

  @Test
  void membersOfBatchesAndOfTheirEventsAreTold() {
    assertEquals(
        List.of("/source", "/events/0/eventname", "/events/1/domain", "/version"),
        warned(
            "{\"source\":\"x\",\"events\":["
                + goodEvent(0).replace("{", "{\"eventname\":\"x\",")
                + ","
                + goodEvent(1).replace("{", "{\"domain\":\"x\",")
                + "],\"version\":2}"));
  }

  @Test
  void membersOfAnEventBesideABatchAreIgnoredAndNamed() {
    UsageEventRequest request =
        read("{\"timestamp\":\"x\",\"eventName\":7," + batch(goodEvent(1)).substring(1));
    assertEquals(1, request.events().size());
    assertEquals(List.of(), request.faults());
    assertEquals(
        List.of("/timestamp", "/eventName"),
        request.warnings().stream().map(ValidationError::pointer).toList());
  }

  @Test
  void aPointerIsEscaped() {
    assertEquals(List.of("/a~1b~0c", "/~01"), warned(withFields("\"a/b~c\":1,\"~1\":2")));
  }

  @Test
  void aNameThatCannotBeStoredIsAFaultThatHidesIt() {
    assertEquals("/? invalid_text", summary(withFields("\"\\ud800\":1")));
    assertEquals("/? invalid_text", summary(withFields("\"a\\u0000\":2")));
    assertEquals(List.of("/😀"), warned(withFields("\"\\ud83d\\ude00\":3")));
  }

  @Test
  void whatStandsBesideABatchIsRefusedWithItIfItCannotBeStored() {
    Failure refusal = refusal("{\"x\":[\"\\u0000\"]," + batch(goodEvent(1)).substring(1));
    assertEquals("/x/0 invalid_text", summary(refusal.faults()));
  }

  @Test
  void aLongNameIsShortened() {
    assertEquals(
        List.of("/" + "x".repeat(100)), warned(withFields("\"" + "x".repeat(100) + "\":1")));
    String shown = warned(withFields("\"" + "😀".repeat(10_000) + "\":1")).get(0);
    assertEquals("/" + "😀".repeat(100) + "…", shown);
    assertTrue(StorableText.flaw(shown).isEmpty());
  }

  @Test
  void fiftyAreNamedAtMost() {
    String fields =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "\"m" + i + "\":" + i)
            .collect(Collectors.joining(","));
    List<String> warned = warned(withFields(fields));
    assertEquals(50, warned.size());
    assertEquals("/m0", warned.get(0));
    assertEquals("/m49", warned.get(49));
  }

  @Test
  void aBodyWithoutExtraMembersHasNoWarnings() {
    assertEquals(List.of(), warned(batch(goodEvent(1))));
    assertEquals(List.of(), warned("{\"myplatformDomain\":\"a.example\",\"event_name\":\"a\"}"));
  }
}
