package dev.shopwire.ingest.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.admission.AdmissionDecision.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalBucketsTest {
  private static final String KEY = "key-1";

  /** A burst of 10 requests and 100 events. */
  private static final RateLimits LIMITS = new RateLimits(5, 50, 2);

  private final FakeClock clock = new FakeClock(-5_000_000_000L);
  private final LocalBuckets buckets = new LocalBuckets(clock);

  private AdmissionDecision take(int events) {
    return buckets.take(KEY, LIMITS, events);
  }

  private static void assertAdmitted(
      long requestsLeft, long eventsLeft, AdmissionDecision decision) {
    assertEquals(new AdmissionDecision(Outcome.ADMITTED, 0, requestsLeft, eventsLeft), decision);
  }

  private static void assertLimited(
      long retryAfterMillis, long requestsLeft, long eventsLeft, AdmissionDecision decision) {
    assertEquals(
        new AdmissionDecision(Outcome.LIMITED, retryAfterMillis, requestsLeft, eventsLeft),
        decision);
  }

  @Test
  void aNewKeyMayUseItsFullBurstImmediately() {
    for (int i = 9; i >= 0; i--) {
      assertAdmitted(i, 90 + i, take(1));
    }
    assertLimited(200, 0, 90, take(1));
  }

  @Test
  void eventsAreLimitedToo() {
    assertAdmitted(9, 40, take(60));
    assertLimited(400, 9, 40, take(60));
    assertAdmitted(8, 0, take(40));
    assertLimited(20, 8, 0, take(1));
  }

  @Test
  void aRejectedRequestConsumesNothing() {
    take(100);
    for (int i = 0; i < 100; i++) {
      assertLimited(20, 9, 0, take(1));
    }
    clock.advance(Duration.ofMillis(20));
    assertAdmitted(8, 0, take(1));
  }

  @Test
  void tokensAreRefilledAtTheirRateUpToTheBurst() {
    take(100);
    clock.advance(Duration.ofSeconds(1));
    assertAdmitted(9, 49, take(1));
    clock.advance(Duration.ofDays(1_000));
    assertAdmitted(9, 99, take(1));
  }

  @Test
  void aBatchLargerThanTheBurstOverdrawsAFullBucket() {
    assertAdmitted(9, -100, take(200));
    assertLimited(2_020, 9, -100, take(1));
    clock.advance(Duration.ofMillis(2_020));
    assertAdmitted(9, 0, take(1));
    assertLimited(2_000, 9, 0, take(200));
    clock.advance(Duration.ofSeconds(2));
    assertAdmitted(9, -100, take(200));
  }

  @Test
  void aBatchLargerThanTheBurstWaitsUntilTheBucketIsFull() {
    assertAdmitted(9, 99, take(1));
    assertLimited(20, 9, 99, take(200));
    clock.advance(Duration.ofMillis(20));
    assertAdmitted(8, -100, take(200));
  }

  @Test
  void eachKeyHasItsOwnBuckets() {
    take(100);
    assertEquals(Outcome.LIMITED, take(1).outcome());
    assertEquals(Outcome.ADMITTED, buckets.take("key-2", LIMITS, 100).outcome());
  }

  @Test
  void aSmallerLimitAppliesImmediately() {
    take(1);
    AdmissionDecision decision = buckets.take(KEY, new RateLimits(1, 1, 2), 1);
    assertAdmitted(1, 1, decision);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 7, 1", "100, 20000, 2", "7, 333, 60", "9999, 1000000, 3"})
  void afterRetryAfterTheSameRequestIsAdmitted(int requests, int events, int burstSeconds) {
    RateLimits limits = new RateLimits(requests, events, burstSeconds);
    Random random = new Random(20_261_121);
    int limited = 0;
    for (int i = 0; i < 20_000; i++) {
      int requested = 1 + random.nextInt((int) Math.min(3 * limits.eventBurst(), 1_000_000_000));
      AdmissionDecision decision = buckets.take(KEY, limits, requested);
      if (decision.outcome() == Outcome.LIMITED) {
        limited++;
        assertTrue(decision.retryAfterMillis() > 0);
        clock.advance(Duration.ofMillis(decision.retryAfterMillis()));
        AdmissionDecision retry = buckets.take(KEY, limits, requested);
        assertEquals(
            Outcome.ADMITTED, retry.outcome(), decision + ", then " + retry + " in call " + i);
      }
      clock.advance(Duration.ofNanos(random.nextInt(1_000_000)));
    }
    assertTrue(limited > 100, "only " + limited + " were limited");
  }

  /** A wait of whole milliseconds may refill exactly whole tokens; rounding must not lose any. */
  @Test
  void aClientThatWaitsForRetryAfterIsNeverLimitedTwice() {
    Random random = new Random(20_261_121);
    for (int run = 0; run < 2_000; run++) {
      RateLimits limits = new RateLimits(1 + random.nextInt(1_000), 1 + random.nextInt(5_000), 1);
      String key = "key-" + run;
      for (int call = 0; call < 100; call++) {
        int requested = 1 + random.nextInt(limits.eventsPerSecond());
        AdmissionDecision decision = buckets.take(key, limits, requested);
        if (decision.outcome() == Outcome.LIMITED) {
          clock.advance(Duration.ofMillis(decision.retryAfterMillis()));
          AdmissionDecision retry = buckets.take(key, limits, requested);
          assertEquals(
              Outcome.ADMITTED, retry.outcome(), limits + ": " + decision + ", then " + retry);
        }
      }
    }
  }

  @Test
  void retryAfterIsLongEnoughForRequestsAndEvents() {
    for (int i = 0; i < 10; i++) {
      take(10);
    }
    AdmissionDecision decision = take(50);
    assertLimited(1_000, 0, 0, decision);
    clock.advance(Duration.ofMillis(decision.retryAfterMillis()));
    assertEquals(Outcome.ADMITTED, take(50).outcome(), "after " + decision);
  }

  @Test
  void concurrentEventLoopsTakeExactlyTheAvailableTokens()
      throws InterruptedException, ExecutionException {
    RateLimits limits = new RateLimits(1_000, 1_000_000, 1);
    ExecutorService loops = Executors.newFixedThreadPool(4);
    try {
      List<Future<Long>> admitted =
          IntStream.range(0, 4)
              .mapToObj(loop -> loops.submit(() -> admittedCount(500, limits)))
              .toList();
      long sum = 0;
      for (Future<Long> count : admitted) {
        sum += count.get();
      }
      assertEquals(1_000, sum);
    } finally {
      loops.shutdownNow();
    }
  }

  private long admittedCount(int requests, RateLimits limits) {
    return IntStream.range(0, requests)
        .filter(i -> buckets.take(KEY, limits, 1).outcome() == Outcome.ADMITTED)
        .count();
  }
}
