package dev.shopwire.ingest.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.ingest.IngestConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Bodies as a process without any settings reads them. */
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

  /** A single event with a name, a customer, and {@code members} such as {@code "path":"/a"}. */
  static String withMembers(String members) {
    return "{\"eventName\":\"a\",\"customerId\":\"acme.example.com\"," + members + "}";
  }

  static String batch(String... events) {
    return "{\"events\":[" + String.join(",", events) + "]}";
  }

  /** A batch of {@code count} good events. */
  static String batchOf(int count) {
    return batch(IntStream.range(0, count).mapToObj(ReadBodies::goodEvent).toArray(String[]::new));
  }

  static String goodEvent(int id) {
    return "{\"eventName\":\"a\",\"customerId\":\"acme.example.com\",\"eventId\":\"e" + id + "\"}";
  }

  /** The one valid event of {@code body}. */
  static UsageEvent event(String body) {
    UsageEventRequest request = read(body);
    assertEquals(List.of(), request.faults());
    assertEquals(1, request.events().size());
    return request.events().get(0);
  }

  static List<Fault> faults(String body) {
    return read(body).faults();
  }

  /** Where the faults of {@code body} are and what they are, as in {@code /path too_long}. */
  static String summary(String body) {
    return summary(faults(body));
  }

  static String summary(List<Fault> faults) {
    return faults.stream()
        .map(fault -> fault.pointer() + " " + fault.code())
        .collect(Collectors.joining(", "));
  }

  /** The refusal of a body of which no single event can be judged. */
  static Failure refusal(String body) {
    return refusal(body.getBytes(StandardCharsets.UTF_8));
  }

  static Failure refusal(byte[] body) {
    return assertThrows(Failure.class, () -> read(body));
  }
}
