package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.event;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.summary;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.ingest.events.UsageEvent.Customer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that if a field occurs twice, the last one counts, even if the first one is invalid. */
class UsageEventRepeatedFieldsTest {
  private static String twice(String fields) {
    return "{" + fields + ",\"eventName\":\"last\",\"customerId\":\"last.example\"}";
  }

  @Test
  void theLastValidOneCounts() {
    UsageEvent event =
        event(
            twice(
                "\"eventName\":\"first\",\"customerId\":\"first.example\",\"path\":\"/1\","
                    + "\"path\":\"/2\",\"eventId\":\"1\",\"eventId\":\"2\",\"properties\":{\"a\":1},"
                    + "\"properties\":{\"b\":2}"));
    assertEquals("last", event.eventName());
    assertEquals(Customer.ofDomain("last.example"), event.customer());
    assertEquals("/2", event.path());
    assertEquals("2", event.eventId());
    assertEquals("{\"b\":2}", event.properties());
  }

  @Test
  void anInvalidLastOneIsAnError() {
    assertEquals("/path invalid_type", summary(twice("\"path\":\"/1\",\"path\":2")));
    assertEquals("/properties invalid_type", summary(twice("\"properties\":{},\"properties\":[]")));
    assertEquals(
        "/eventName empty",
        summary("{\"eventName\":\"a\",\"customerId\":\"a.example\",\"eventName\":\"\"}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"eventName\":7",
        "\"eventName\":\"\"",
        "\"event_name\":{}",
        "\"customerId\":true",
        "\"customerId\":\"\"",
        "\"eventId\":[],\"eventId\":\"ok\"",
        "\"event_id\":[],\"eventId\":null",
        "\"path\":7,\"path\":\"/ok\"",
        "\"sessionKey\":{},\"sessionKey\":\"ok\"",
        "\"timestamp\":\"x\",\"timestamp\":1700000000",
        "\"properties\":[],\"properties\":{}",
        "\"properties\":{\"a\":1e999},\"properties\":null"
      })
  void anInvalidFirstOneIsIgnored(String fields) {
    assertEquals("", summary(twice(fields)));
    assertEquals("last", event(twice(fields)).eventName());
  }

  @Test
  void aRepeatedErrorIsReportedOnce() {
    assertEquals("/path invalid_type", summary(twice("\"path\":1,".repeat(1_000) + "\"path\":2")));
  }

  @Test
  void theLastListOfEventsAndTheLastDomainCount() {
    String body =
        "{\"events\":[7],\"myplatformDomain\":\"first.example\",\"events\":[{\"eventName\":\"a\"},"
            + goodEvent(1)
            + "],\"myplatformDomain\":\"last.example\"}";
    UsageEventRequest request = read(body);
    assertEquals(List.of(), request.errors());
    assertEquals(
        List.of(Customer.ofDomain("last.example"), Customer.ofDomain("acme.example.com")),
        request.events().stream().map(UsageEvent::customer).toList());
  }

  @Test
  void aListThatIsReplacedIsNotCounted() {
    String tooMany = "{\"events\":[" + "7,".repeat(500) + "7],";
    assertEquals(1, read(tooMany + batch(goodEvent(1)).substring(1)).events().size());
    assertEquals(List.of(), read(tooMany + batch(goodEvent(1)).substring(1)).rejected());
  }

  @Test
  void anInvalidFirstListOrDomainIsIgnored() {
    assertEquals(1, read("{\"events\":{}," + batch(goodEvent(1)).substring(1)).events().size());
    assertEquals(
        1,
        read("{\"myplatformDomain\":7,\"eventName\":\"a\",\"myplatformDomain\":\"a.example\"}")
            .events()
            .size());
  }
}
