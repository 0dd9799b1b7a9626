package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The transitions of one shop in one segment that a test expects, from the first one on. */
final class ExpectedTransitions {
  /** Between the clocks of the test and of PostgreSQL, which are those of one machine. */
  private static final Duration PRECISION = Duration.ofMillis(20);

  private final TrackedSegment segment;
  private final String shop;
  private final Latencies latencies;
  private final List<String> expected = new ArrayList<>();

  ExpectedTransitions(TrackedSegment segment, String shop, Latencies latencies) {
    this.segment = segment;
    this.shop = shop;
    this.latencies = latencies;
  }

  /**
   * Makes a change and waits for its transition.
   *
   * @param transition type, cause and app
   */
  void after(Runnable change, String transition) {
    Instant before = Instant.now();
    long start = System.nanoTime();
    change.run();
    Instant causedAt = await(start, transition);
    assertFalse(causedAt.isBefore(before.minus(PRECISION)), () -> transition + ": " + causedAt);
  }

  /** Waits for a transition that time alone causes, without any push. */
  void at(Instant due, String transition) {
    long left = Duration.between(Instant.now(), due).toNanos();
    long start = System.nanoTime() + left;
    Instant causedAt = await(start, transition);
    assertTrue(
        Duration.between(due, causedAt).abs().compareTo(PRECISION) < 0,
        () -> transition + ": " + causedAt + " instead of " + due);
    assertTrue(System.nanoTime() >= start - TimeUnit.MILLISECONDS.toNanos(1), "too early");
  }

  private Instant await(long startNanos, String transition) {
    expected.add(expected.size() + 1 + " " + transition);
    segment.awaitTransitions(shop, expected.toArray(String[]::new));
    latencies.add(startNanos, shop + " " + transition);
    JsonNode last = segment.transitions(shop).get(expected.size() - 1);
    Instant causedAt = Instant.parse(last.at("/cause/at").asText());
    Instant evaluatedAt = Instant.parse(last.path("at").asText());
    assertFalse(causedAt.isAfter(evaluatedAt), () -> causedAt + " is after " + evaluatedAt);
    return causedAt;
  }

  /** Checks that there are no further transitions. */
  void assertComplete() {
    assertEquals(expected, segment.reported(shop));
  }
}
