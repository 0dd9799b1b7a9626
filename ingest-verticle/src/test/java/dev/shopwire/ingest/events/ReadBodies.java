package dev.shopwire.ingest.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.ingest.IngestConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads request bodies with default settings. */
final class ReadBodies {
  static final Instant ARRIVAL = Instant.parse("2026-11-21T09:30:00.123456Z");

  private static final IngestConfig CONFIG =
      IngestConfig.of(Settings.load(Path.of("no-such-file"), Map.of()));
  private static final UsageEventReader READER =
      new UsageEventReader(CONFIG.events(), CONFIG.domains());

  private ReadBodies() {}

  static UsageEventRequest read(byte[] body) {
    return READER.read(body, ARRIVAL);
  }

  static UsageEventRequest read(String body) {
    return read(body.getBytes(StandardCharsets.UTF_8));
  }

  /** A single event with a name, a customer, and {@code fields} such as {@code "path":"/a"}. */
  static String withFields(String fields) {
    return "{\"eventName\":\"a\",\"customerId\":\"acme.example.com\"," + fields + "}";
  }

  static String batch(String... events) {
    return "{\"events\":[" + String.join(",", events) + "]}";
  }

  /** A batch of {@code count} valid events. */
  static String batchOf(int count) {
    return batch(IntStream.range(0, count).mapToObj(ReadBodies::goodEvent).toArray(String[]::new));
  }

  static String goodEvent(int id) {
    return "{\"eventName\":\"a\",\"customerId\":\"acme.example.com\",\"eventId\":\"e" + id + "\"}";
  }

  /** The only event of {@code body}, which must be valid. */
  static UsageEvent event(String body) {
    UsageEventRequest request = read(body);
    assertEquals(List.of(), request.errors());
    assertEquals(1, request.events().size());
    return request.events().get(0);
  }

  static List<ValidationError> errors(String body) {
    return read(body).errors();
  }

  /** Pointers and codes of the validation errors, such as {@code /path too_long}. */
  static String summary(String body) {
    return summary(errors(body));
  }

  static String summary(List<ValidationError> errors) {
    return errors.stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  /** The failure for a body whose events cannot be read one by one. */
  static Failure failureOf(String body) {
    return failureOf(body.getBytes(StandardCharsets.UTF_8));
  }

  static Failure failureOf(byte[] body) {
    return assertThrows(Failure.class, () -> read(body));
  }
}
