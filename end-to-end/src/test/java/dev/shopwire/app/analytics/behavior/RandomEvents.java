package dev.shopwire.app.analytics.behavior;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Generates random usage events; except for the clock, everything depends on the seed only. */
final class RandomEvents {
  static final List<String> NAMES = List.of("page_view", "signed_up", "exported", "paid");
  private static final List<String> SHOPS =
      List.of("a.example.com", "b.example.com", "c.example.com", "d.example.com");
  static final List<String> PATHS =
      List.of("/", "/a", "/a?b=%25", "/ü 😀", "/long" + "x".repeat(500));
  static final List<String> SESSION_KEYS = List.of("k1", "k2", "k'3");

  /** Times near clock changes in the tested zones, and long ago. */
  private static final List<Instant> ANCHORS =
      List.of(
          Instant.parse("2024-03-31T00:10:00Z"),
          Instant.parse("2024-10-26T23:40:00Z"),
          Instant.parse("2024-03-10T05:20:00Z"),
          Instant.parse("2024-11-03T04:55:00Z"),
          Instant.parse("2024-04-06T14:05:00Z"),
          Instant.parse("2024-10-05T14:45:00Z"),
          Instant.parse("2024-03-30T21:30:00Z"),
          Instant.parse("2023-12-31T21:00:00Z"),
          Instant.parse("2019-02-28T22:59:59.999999Z"));

  private static final Duration GAP = SessionOracle.GAP;
  private static final Duration MICRO = Duration.of(1, ChronoUnit.MICROS);

  /** The time from one event of a shop to the next. */
  private static final List<Duration> STEPS =
      List.of(
          Duration.ZERO,
          Duration.ZERO,
          MICRO,
          Duration.ofSeconds(7),
          Duration.ofMinutes(10),
          GAP,
          GAP,
          GAP.minus(MICRO),
          GAP.plus(MICRO),
          Duration.ofMinutes(61),
          Duration.ofHours(9),
          Duration.ofDays(1),
          Duration.ofDays(8));

  static final List<Object> NUMBERS =
      List.of(
          new BigDecimal("1"),
          new BigDecimal("1.0"),
          new BigDecimal("-3.25"),
          new BigDecimal("0.1"),
          new BigDecimal("12345678901234567890.123456789012345678901"),
          new BigDecimal("-99999999999999999999"),
          new BigDecimal("1e30"),
          new BigDecimal("7"),
          new BigDecimal("0"));

  static final List<Object> MIXED =
      List.of(
          new BigDecimal("1"),
          "1",
          new BigDecimal("1.0"),
          "",
          true,
          false,
          "true",
          "null",
          "100%",
          "a_b",
          "it's \"quoted\" \\ ü😀",
          List.of(new BigDecimal("1"), "1"),
          List.of(),
          Map.of("a", new BigDecimal("1")),
          Map.of());

  static final List<String> PROPERTIES =
      List.of("plan", "amount", "mixed", "many", "address.city", "address", "deep.a.b", "none");

  private final Random random;
  private int generatedIds;

  RandomEvents(long seed) {
    random = new Random(seed);
  }

  Random random() {
    return random;
  }

  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  <T> Optional<T> sometimes(int n, List<T> list) {
    return oneIn(n) ? Optional.of(any(list)) : Optional.empty();
  }

  /** Sequences of events of one shop each, starting at a few times, in random order. */
  List<BehaviorEvent> events(int count) {
    List<Instant> anchors = new ArrayList<>(List.of(any(ANCHORS), any(ANCHORS), any(ANCHORS)));
    anchors.add(Instant.now().minus(Duration.ofHours(3)).truncatedTo(ChronoUnit.MILLIS));
    List<BehaviorEvent> events = new ArrayList<>();
    while (events.size() < count) {
      Instant time = any(anchors);
      String shop = any(SHOPS);
      int length = 1 + random.nextInt(12);
      for (int i = 0; i < length; i++) {
        time = time.plus(any(STEPS));
        events.add(event(shop, time.isAfter(Instant.now()) ? any(anchors) : time));
      }
    }
    Collections.shuffle(events, random);
    return events;
  }

  private BehaviorEvent event(String shop, Instant time) {
    String id =
        oneIn(3)
            ? new UUID(random.nextLong(), random.nextLong()).toString()
            : "e-" + ++generatedIds;
    String name = oneIn(2) ? "page_view" : any(NAMES);
    boolean hasPath = name.equals("page_view") ? !oneIn(15) : oneIn(6);
    return new BehaviorEvent(
        id,
        name,
        shop,
        time,
        hasPath ? any(PATHS) : null,
        oneIn(3) ? any(SESSION_KEYS) : null,
        properties());
  }

  /** The same id with everything else changed: it must be ignored as a duplicate. */
  BehaviorEvent resent(BehaviorEvent event) {
    BehaviorEvent other = event(any(SHOPS), event.time().minus(any(STEPS)));
    return new BehaviorEvent(
        event.id(),
        other.name(),
        other.customer(),
        other.time(),
        other.path(),
        other.sessionKey(),
        other.properties());
  }

  private Map<String, @Nullable Object> properties() {
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    if (!oneIn(3)) {
      properties.put("plan", any(List.of("free", "pro", "Pro", "enterprise", "ü")));
    }
    if (!oneIn(3)) {
      properties.put("amount", oneIn(8) ? null : oneIn(6) ? any(MIXED) : any(NUMBERS));
    }
    if (oneIn(2)) {
      properties.put("mixed", any(MIXED));
    }
    if (!oneIn(5)) {
      properties.put("many", "value " + random.nextInt(1_000));
    }
    if (oneIn(2)) {
      properties.put(
          "address", oneIn(5) ? any(MIXED) : Map.of("city", any(List.of("Bern", "Zug"))));
      properties.put("address.city", "not this one");
    }
    if (oneIn(3)) {
      properties.put("deep", Map.of("a", oneIn(3) ? List.of("b") : Map.of("b", any(NUMBERS))));
    }
    return properties;
  }

  /** Splits {@code events} at random positions. */
  List<List<BehaviorEvent>> batches(List<BehaviorEvent> events, int maxSize) {
    List<List<BehaviorEvent>> batches = new ArrayList<>();
    for (int from = 0; from < events.size(); ) {
      int to = Math.min(events.size(), from + 1 + random.nextInt(maxSize));
      batches.add(events.subList(from, to));
      from = to;
    }
    return batches;
  }
}
