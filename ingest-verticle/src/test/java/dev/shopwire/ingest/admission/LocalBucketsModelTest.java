package dev.shopwire.ingest.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.admission.AdmissionDecision.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the buckets with an exact model that counts in billionths of a token. */
class LocalBucketsModelTest {
  private static final long TOKEN = 1_000_000_000L;

  /** One key's tokens; at a rate of n per second, n billionths are added per nanosecond. */
  private static final class Model {
    private final RateLimits limits;
    private long requests;
    private long events;

    Model(RateLimits limits) {
      this.limits = limits;
      this.requests = limits.requestBurst() * TOKEN;
      this.events = limits.eventBurst() * TOKEN;
    }

    void advance(long nanos) {
      requests =
          Math.min(limits.requestBurst() * TOKEN, requests + nanos * limits.requestsPerSecond());
      events = Math.min(limits.eventBurst() * TOKEN, events + nanos * limits.eventsPerSecond());
    }

    boolean take(int requested) {
      boolean enough =
          requests >= TOKEN && events >= Math.min(requested, limits.eventBurst()) * TOKEN;
      if (enough) {
        requests -= TOKEN;
        events -= requested * TOKEN;
      }
      return enough;
    }

    long requestsLeft() {
      return Math.floorDiv(requests, TOKEN);
    }

    long eventsLeft() {
      return Math.floorDiv(events, TOKEN);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 5, 40, 1", "2, 100, 20000, 2", "3, 7, 3, 10", "4, 1000, 1, 1", "5, 1, 1000, 5"})
  void everyDecisionEqualsThatOfTheModel(
      long seed, int requestsPerSecond, int eventsPerSecond, int burstSeconds) {
    RateLimits limits = new RateLimits(requestsPerSecond, eventsPerSecond, burstSeconds);
    Random random = new Random(seed);
    FakeClock clock = new FakeClock(random.nextLong() / 2);
    LocalBuckets buckets = new LocalBuckets(clock);
    Map<String, Model> models = new HashMap<>();
    int admitted = 0;
    int calls = 50_000;
    for (int call = 0; call < calls; call++) {
      String key = "key-" + random.nextInt(3);
      Model model = models.computeIfAbsent(key, name -> new Model(limits));
      int max = (int) (random.nextInt(20) == 0 ? 2 * limits.eventBurst() : limits.eventBurst());
      int requested = 1 + random.nextInt(random.nextBoolean() ? max : Math.min(max, 10));
      boolean expected = model.take(requested);
      AdmissionDecision decision = buckets.take(key, limits, requested);
      assertEquals(
          expected ? Outcome.ADMITTED : Outcome.LIMITED, decision.outcome(), "call " + call);
      assertEquals(model.requestsLeft(), decision.requestsLeft(), "call " + call);
      assertEquals(model.eventsLeft(), decision.eventsLeft(), "call " + call);
      admitted += expected ? 1 : 0;
      long nanos =
          random.nextInt(10) == 0 ? random.nextInt(2_000_000_000) : random.nextInt(9_999_999);
      clock.advance(Duration.ofNanos(nanos));
      models.values().forEach(each -> each.advance(nanos));
    }
    assertTrue(admitted > calls / 100 && admitted < calls, admitted + " were admitted");
  }
}
