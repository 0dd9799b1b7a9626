package dev.shopwire.webhook.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.CustomerId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayFilterTest {
  private static final String SINCE = "\"since\":\"2026-10-01T00:00:00Z\"";

  private static ReplayFilter parse(String more) {
    return ReplayFilter.parse("{" + SINCE + more + "}").filter();
  }

  private static String errors(String body) {
    Failure failure = assertThrows(Failure.class, () -> ReplayFilter.parse(body));
    return failure.errors().stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  @Test
  void aTimeAloneSelectsWhatFailedOrWasParked() {
    ReplayFilter.Request request = ReplayFilter.parse("{" + SINCE + "}");
    assertFalse(request.isDryRun());
    assertEquals(
        new ReplayFilter(
            Instant.parse("2026-10-01T00:00:00Z"),
            Optional.empty(),
            List.of("failed", "parked"),
            List.of(),
            List.of(),
            Optional.empty()),
        request.filter());
  }

  @Test
  void nullMeansTheDefault() {
    assertEquals(
        parse(""),
        parse(
            ",\"until\":null,\"statuses\":null,\"topics\":null,\"eventNames\":null,"
                + "\"customerId\":null,\"dryRun\":null"));
  }

  @Test
  void everyMemberIsRead() {
    String body =
        "{%s,\"until\":\"2026-10-02T00:00:00.5Z\",\"statuses\":[\"delivered\",\"delivered\"],"
            + "\"topics\":[\"contacts/created\"],\"eventNames\":[\"a\",\"b\"],"
            + "\"customerId\":\"%s\",\"dryRun\":true}";
    ReplayFilter.Request request = ReplayFilter.parse(body.formatted(SINCE, CustomerId.of(42)));
    assertTrue(request.isDryRun());
    assertEquals(
        new ReplayFilter(
            Instant.parse("2026-10-01T00:00:00Z"),
            Optional.of(Instant.parse("2026-10-02T00:00:00.5Z")),
            List.of("delivered"),
            List.of("contacts/created"),
            List.of("a", "b"),
            Optional.of(42L)),
        request.filter());
  }

  @Test
  void timesBefore1970AreCut() {
    ReplayFilter filter =
        ReplayFilter.parse(
                "{\"since\":\"0001-01-01T00:00:00Z\",\"until\":\"1969-01-01T00:00:00Z\"}")
            .filter();
    assertEquals(Instant.EPOCH, filter.since());
    assertEquals(Optional.of(Instant.EPOCH), filter.until());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ",\"until\":\"2026-09-30T23:59:59Z\" | /until invalid_timestamp",
        ",\"until\":\"soon\" | /until invalid_timestamp",
        ",\"statuses\":[] | /statuses empty_list",
        ",\"statuses\":[\"failed\",\"pending\"] | /statuses/1 invalid_status",
        ",\"statuses\":\"failed\" | /statuses invalid_type",
        ",\"statuses\":{\"a\":{}} | /statuses invalid_type",
        ",\"topics\":{\"a\":[1]} | /topics invalid_type",
        ",\"topics\":[\"webhooks/test\"] | /topics/0 unknown_topic",
        ",\"topics\":[\"contacts/created\",7] | /topics/1 invalid_text",
        ",\"eventNames\":[] | /eventNames empty_list",
        ",\"eventNames\":[\"\"] | /eventNames/0 invalid_text",
        ",\"customerId\":\"shop.example.com\" | /customerId invalid_customer_id",
        ",\"dryRun\":\"yes\" | /dryRun invalid_type",
        ",\"status\":\"failed\" | /status unknown_field"
      })
  void anInvalidMemberIsReported(String more, String expected) {
    assertEquals(expected, errors("{" + SINCE + more + "}"));
  }

  @Test
  void aStartIsRequiredAndInThePast() {
    assertEquals("/since required", errors("{}"));
    assertEquals("/since required", errors("{\"since\":null}"));
    assertEquals("/since invalid_timestamp", errors("{\"since\":1}"));
    assertEquals("/since invalid_timestamp", errors("{\"since\":\"2999-01-01T00:00:00Z\"}"));
  }

  @Test
  void theAuditLogGetsWhatWasGiven() {
    assertEquals(
        "{since=2026-10-01T00:00:00.000Z, statuses=[failed, parked]}", parse("").json().toString());
    String customer = CustomerId.of(7);
    assertEquals(
        "{since=2026-10-01T00:00:00.000Z, until=2026-10-02T00:00:00.000Z, statuses=[parked],"
            + " topics=[contacts/created], eventNames=[a], customerId="
            + customer
            + "}",
        parse(
                ",\"until\":\"2026-10-02T00:00:00Z\",\"statuses\":[\"parked\"],"
                    + "\"topics\":[\"contacts/created\"],\"eventNames\":[\"a\"],\"customerId\":\""
                    + customer
                    + "\"")
            .json()
            .toString());
  }
}
