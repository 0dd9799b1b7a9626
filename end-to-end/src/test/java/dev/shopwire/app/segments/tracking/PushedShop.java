package dev.shopwire.app.segments.tracking;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A shop about which random pushes are made, and what must be known of it once all have succeeded.
 * A push may be repeated until it succeeds. Not thread-safe.
 */
final class PushedShop {
  private static final int MAX_AHEAD_SECONDS = 8;
  private static final int MAX_LATE_HOURS = 600;

  private final int number;
  private final Random random;
  private final Set<String> exports = new HashSet<>();
  private final Set<String> sessions = new HashSet<>();
  private final List<String> sent = new ArrayList<>();
  private int seats;
  private String name = "";
  private boolean hasOwner;
  private boolean hasViewedReport;
  private boolean isCredited;
  private int events;

  PushedShop(int number, long seed) {
    this.number = number;
    this.random = new Random(seed + number);
  }

  /** A request of an app. */
  record Push(String path, String body) {}

  String domain() {
    return "s" + number + ".example.com";
  }

  int seats() {
    return seats;
  }

  String name() {
    return name;
  }

  boolean hasOwner() {
    return hasOwner;
  }

  boolean hasViewedReport() {
    return hasViewedReport;
  }

  boolean isCredited() {
    return isCredited;
  }

  /** How many events were exports, without those that were sent twice. */
  int exports() {
    return exports.size();
  }

  int sessions() {
    return sessions.size();
  }

  /** The next push, which the caller makes before the one after it. */
  Push next(String appSlug) {
    int kind = random.nextInt(100);
    if (kind < 40) {
      return identify();
    }
    if (kind < 55) {
      return staff();
    }
    return kind < 96 ? eventsOf(1 + random.nextInt(4)) : code(appSlug);
  }

  Push identify() {
    seats = random.nextInt(200);
    name = random.nextBoolean() ? "Acme " + seats : "Zeta " + seats;
    return new Push(
        "/v1/identify",
        "{\"myplatformDomain\":\"%s\",\"name\":\"%s\",\"customFields\":{\"seats\":%d,\"plan\":\"p%d\"}}"
            .formatted(domain(), name, seats, random.nextInt(3)));
  }

  private Push staff() {
    hasOwner = random.nextBoolean();
    return new Push(
        "/v1/staff",
        "{\"myplatformDomain\":\"%s\",\"reconcile\":true,\"staff\":[{\"id\":%d,\"accountOwner\":%s}]}"
            .formatted(domain(), random.nextInt(3), hasOwner));
  }

  /** A shop's first code decides. */
  private Push code(String appSlug) {
    isCredited = true;
    return new Push(
        "/v1/attribution",
        "{\"app\":\"%s\",\"myplatformDomain\":\"%s\",\"mref\":\"JANE10\"}"
            .formatted(appSlug, domain()));
  }

  private Push eventsOf(int count) {
    return new Push(
        "/v1/usage_events",
        IntStream.range(0, count)
            .mapToObj(event -> event())
            .collect(Collectors.joining(",", "{\"events\":[", "]}")));
  }

  private String event() {
    int kind = random.nextInt(10);
    if (kind < 2 && !sent.isEmpty()) {
      return sent.get(random.nextInt(sent.size()));
    }
    String id = number + "-" + events++;
    String event = kind < 5 ? export(id) : kind < 7 ? view(id) : other(id);
    sent.add(event);
    return event;
  }

  private String export(String id) {
    exports.add(id);
    return event(id, "exported", "");
  }

  private String view(String id) {
    String session = number + "-" + random.nextInt(6);
    sessions.add(session);
    boolean isReport = random.nextInt(8) == 0;
    hasViewedReport |= isReport;
    return event(
        id,
        "page_view",
        ",\"path\":\"%s\",\"sessionKey\":\"%s\"".formatted(isReport ? "/reports/1" : "/", session));
  }

  private String other(String id) {
    return event(id, random.nextBoolean() ? "opened" : "closed", "");
  }

  private String event(String id, String name, String more) {
    return "{\"customerId\":\"%s\",\"eventId\":\"%s\",\"eventName\":\"%s\",\"timestamp\":\"%s\"%s}"
        .formatted(domain(), id, name, time(), more);
  }

  /** Mostly now, sometimes late, sometimes ahead. */
  private Instant time() {
    int kind = random.nextInt(10);
    Instant now = Instant.now();
    if (kind < 2) {
      return now.minusSeconds(3_600L * (1 + random.nextInt(MAX_LATE_HOURS)));
    }
    return kind < 4 ? now.plusSeconds(1 + random.nextInt(MAX_AHEAD_SECONDS)) : now;
  }
}
