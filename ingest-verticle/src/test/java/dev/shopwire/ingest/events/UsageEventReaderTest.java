package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.ARRIVAL;
import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.batchOf;
import static dev.shopwire.ingest.events.ReadBodies.event;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.summary;
import static dev.shopwire.ingest.events.ReadBodies.withFields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.events.EventKey;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.ingest.events.UsageEvent.Customer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how valid bodies are read; for validation errors see {@link UsageEventErrorsTest}. */
class UsageEventReaderTest {
  private static List<Customer> customers(String body) {
    UsageEventRequest request = read(body);
    assertEquals(List.of(), request.errors());
    return request.events().stream().map(UsageEvent::customer).toList();
  }

  @Test
  void aSingleEventIsReadWithAllItsFields() {
    UsageEventRequest request =
        read(
            """
            {"eventName":"report_exported","customerId":"acme.example.com","eventId":"e-1",
             "timestamp":"2026-08-08T00:13:30.123456789+02:00","path":"/a","sessionKey":"s",
             "properties":{"rows":3}}
            """);
    assertEquals(
        List.of(
            new UsageEvent(
                0,
                EventKey.of("e-1"),
                "e-1",
                true,
                "report_exported",
                Customer.ofDomain("acme.example.com"),
                Instant.parse("2026-08-07T22:13:30.123456Z"),
                "/a",
                "s",
                "{\"rows\":3}")),
        request.events());
    assertTrue(request.identified());
    assertEquals(List.of(), request.rejected());
    assertEquals(List.of(), request.warnings());
    assertEquals(Optional.empty(), request.refusal());
  }

  @Test
  void aNameAndACustomerAreEnough() {
    UsageEventRequest request = read("{\"eventName\":\"a\",\"customerId\":\"acme.example.com\"}");
    UsageEvent event = request.events().get(0);
    assertEquals(ARRIVAL, event.occurredAt());
    assertEquals(event.key().toString(), event.eventId());
    assertEquals(7, event.key().version());
    assertNull(event.path());
    assertNull(event.sessionKey());
    assertNull(event.properties());
    assertFalse(request.identified());
  }

  @Test
  void nullIsAbsent() {
    UsageEventRequest request =
        read(
            withFields(
                "\"eventId\":null,\"timestamp\":null,\"path\":null,\"sessionKey\":null,"
                    + "\"properties\":null,\"myplatformDomain\":null"));
    UsageEvent event = request.events().get(0);
    assertEquals(ARRIVAL, event.occurredAt());
    assertNull(event.path());
    assertNull(event.sessionKey());
    assertNull(event.properties());
    assertFalse(request.identified());
    assertEquals(List.of(), request.warnings());
  }

  @Test
  void anEmptyPathOrSessionKeyIsAbsentToo() {
    UsageEvent event = event(withFields("\"path\":\"\",\"sessionKey\":\"\""));
    assertNull(event.path());
    assertNull(event.sessionKey());
  }

  @Test
  void theNamesOfThePreviousVendorAreAccepted() {
    UsageEvent event =
        event(
            "{\"event_name\":\"a\",\"event_id\":\"e-1\",\"myshopifyDomain\":\"acme.example.com\"}");
    assertEquals("a", event.eventName());
    assertEquals("e-1", event.eventId());
    assertEquals(Customer.ofDomain("acme.example.com"), event.customer());
    UsageEventRequest request =
        read(
            batch(
                "{\"event_name\":\"a\",\"event_id\":\"e-1\",\"customerId\":\"a.example\"}",
                "{\"event_name\":\"b\",\"event_id\":\"e-2\",\"customerId\":\"b.example\"}"));
    assertEquals(
        List.of("e-1", "e-2"), request.events().stream().map(UsageEvent::eventId).toList());
    assertTrue(request.identified());
    assertEquals(List.of(), request.warnings());
  }

  @ParameterizedTest
  @CsvSource({"42, 42", "-7, -7", "0, 0", "12345678901234567890123, 12345678901234567890123"})
  void anIntegerIdIsReadAsItsDecimalText(String written, String id) {
    UsageEvent event = event(withFields("\"eventId\":" + written));
    assertEquals(id, event.eventId());
    assertEquals(event(withFields("\"eventId\":\"" + id + "\"")).key(), event.key());
  }

  @Test
  void theKeyOfAnEventDependsOnlyOnItsId() {
    UsageEvent first = event(withFields("\"eventId\":\"e-1\",\"timestamp\":1700000000000"));
    UsageEvent other =
        event("{\"eventName\":\"b\",\"customerId\":\"other.example\",\"eventId\":\"e-1\"}");
    assertEquals(first.key(), other.key());
    assertNotEquals(first.key(), event(withFields("\"eventId\":\"E-1\"")).key());
  }

  @Test
  void anIdIsStoredUnlessItEqualsItsKey() {
    String uuid = "0192f0c1-7b1e-7d3a-9c55-0123456789ab";
    assertNull(event(withFields("\"eventId\":\"" + uuid + "\"")).storedEventId());
    assertNull(event(withFields("\"eventId\":null")).storedEventId());
    assertEquals("e-1", event(withFields("\"eventId\":\"e-1\"")).storedEventId());
    String upper = uuid.toUpperCase(Locale.ROOT);
    assertEquals(upper, event(withFields("\"eventId\":\"" + upper + "\"")).storedEventId());
  }

  @Test
  void aTimestampIsAStringOrSecondsOrMilliseconds() {
    Instant expected = Instant.parse("2023-11-14T22:13:20Z");
    assertEquals(expected, event(withFields("\"timestamp\":1700000000000")).occurredAt());
    assertEquals(expected, event(withFields("\"timestamp\":\"2023-11-14T22:13:20\"")).occurredAt());
    assertEquals(
        expected, event(withFields("\"timestamp\":\"2023-11-14 23:13:20+01\"")).occurredAt());
    assertEquals(expected, event(withFields("\"timestamp\":1700000000")).occurredAt());
    assertEquals(
        expected.plusNanos(500_000_000),
        event(withFields("\"timestamp\":1.7000000005e9")).occurredAt());
    assertEquals(
        Instant.parse("2000-01-01T00:00:00Z"),
        event(withFields("\"timestamp\":946684800")).occurredAt());
  }

  @Test
  void aTimestampMayBe24HoursAhead() {
    Instant limit = ARRIVAL.plusSeconds(24 * 3_600);
    assertEquals(limit, event(withFields("\"timestamp\":\"" + limit + "\"")).occurredAt());
  }

  @Test
  void aDomainIsNormalized() {
    assertEquals(
        List.of(Customer.ofDomain("acme.example.com")),
        customers("{\"eventName\":\"a\",\"customerId\":\" ACME.Example.com \"}"));
    assertEquals(
        List.of(Customer.ofDomain("acme.example.com")),
        customers("{\"eventName\":\"a\",\"myplatformDomain\":\"\\tACME.Example.com\\n\"}"));
  }

  @Test
  void aCustomerIdIsAccepted() {
    String id = CustomerId.of(42);
    assertEquals(
        List.of(Customer.ofId(42)),
        customers("{\"eventName\":\"a\",\"customerId\":\"" + id + "\"}"));
    assertEquals(
        List.of(new Customer("acme.example.com", 42)),
        customers(
            "{\"eventName\":\"a\",\"customerId\":\""
                + id
                + "\",\"myplatformDomain\":\"acme.example.com\"}"));
  }

  @Test
  void theBatchDomainAppliesToEventsWithoutACustomerAtAnyPosition() {
    List<Customer> expected =
        List.of(Customer.ofDomain("outer.example"), Customer.ofDomain("own.example"));
    String events =
        "\"events\":[{\"eventName\":\"a\"},{\"customerId\":\"own.example\",\"eventName\":\"b\"}]";
    String domain = "\"myplatformDomain\":\"outer.example\"";
    assertEquals(expected, customers("{" + domain + "," + events + "}"));
    assertEquals(expected, customers("{" + events + "," + domain + "}"));
    assertEquals(expected, customers("{" + events + ",\"myshopifyDomain\":\" Outer.Example \"}"));
  }

  @Test
  void anEventsCustomerTakesPrecedenceOverThatOfTheBatch() {
    UsageEventRequest request =
        read(
            "{\"myplatformDomain\":\"outer.example\",\"events\":[{\"eventName\":\"a\","
                + "\"customerId\":\"own.example\"}]}");
    assertEquals(Customer.ofDomain("own.example"), request.events().get(0).customer());
    assertEquals("/events/0/customerId conflicting_fields", summary(request.warnings()));
  }

  @Test
  void aBatchWhoseEventsHaveCustomersNeedsNoDomain() {
    UsageEventRequest request = read(batchOf(3));
    assertEquals(List.of(0, 1, 2), request.events().stream().map(UsageEvent::index).toList());
    assertEquals(
        List.of("e0", "e1", "e2"), request.events().stream().map(UsageEvent::eventId).toList());
    assertTrue(request.identified());
  }

  @Test
  void aBatchMayHave200Events() {
    UsageEventRequest request = read(batchOf(200));
    assertEquals(
        IntStream.range(0, 200).boxed().toList(),
        request.events().stream().map(UsageEvent::index).toList());
  }

  @Test
  void aRequestIsIdentifiedIfEachValidEventHasAnId() {
    String withoutId = "{\"eventName\":\"a\",\"customerId\":\"acme.example.com\"}";
    assertTrue(read(batch(goodEvent(1), goodEvent(2))).identified());
    assertFalse(read(batch(goodEvent(1), withoutId)).identified());
    assertTrue(read(batch(goodEvent(1), "{\"eventName\":\"a\"}")).identified());
  }

  @Test
  void eventsWithoutAnIdGetDifferentIds() {
    String withoutId = "{\"eventName\":\"a\",\"customerId\":\"acme.example.com\"}";
    List<UsageEvent> events = read(batch(withoutId, withoutId)).events();
    assertNotEquals(events.get(0).key(), events.get(1).key());
    assertNotEquals(events.get(0).eventId(), events.get(1).eventId());
  }

  @Test
  void aByteOrderMarkIsNotAnError() {
    assertEquals(1, read("\ufeff" + goodEvent(1)).events().size());
  }

  @Test
  void whitespaceAroundTheBodyIsNotAnError() {
    assertEquals(1, read(" \r\n\t" + goodEvent(1) + "\n ").events().size());
    assertEquals(1, read(goodEvent(1).getBytes(StandardCharsets.US_ASCII)).events().size());
  }
}
