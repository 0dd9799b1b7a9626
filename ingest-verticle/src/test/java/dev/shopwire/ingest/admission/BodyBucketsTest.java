package dev.shopwire.ingest.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BodyBucketsTest {
  private static final int MAX_KEYS = 100_000;

  /** A full bucket holds 20 requests and 2,000 bytes. */
  private static final RateLimits LIMITS = new RateLimits(5, 50, 2, 1_000);

  private long nanos = Long.MAX_VALUE - 1_000;
  private final BodyBuckets buckets = new BodyBuckets(() -> nanos);

  private static ApiKeyGrant key(String id) {
    return new ApiKeyGrant(id, 1, 1, LIMITS);
  }

  /** The milliseconds to wait; 0 if the body may be read. */
  private long take(String id, long bytes) {
    return buckets.tryTake(key(id), bytes).map(AdmissionDecision::retryAfterMillis).orElse(0L);
  }

  private void advanceMillis(long millis) {
    nanos += millis * 1_000_000;
  }

  @Test
  void twiceTheRequestLimitIsRead() {
    for (int i = 0; i < 20; i++) {
      assertEquals(0, take("a", 1));
    }
    assertEquals(100, take("a", 1));
    assertEquals(0, take("b", 1), "another key");
    advanceMillis(100);
    assertEquals(0, take("a", 1));
    assertEquals(100, take("a", 1));
  }

  @Test
  void aLargeBodyMayOverdrawTheBucket() {
    assertEquals(0, take("a", 1_999));
    assertEquals(0, take("a", 5_001));
    assertEquals(5_001, take("a", 1));
    advanceMillis(5_001);
    assertEquals(0, take("a", 1));
  }

  @Test
  void bytesReportedAfterwardsAreChargedToo() {
    assertEquals(0, take("a", 0));
    buckets.charge(key("a"), 3_000);
    assertEquals(1_001, take("a", 0));
  }

  @Test
  void aKeyWithMoreEventsHasMoreBytes() {
    assertEquals(1_000, LIMITS.bytesPerSecond(OptionalInt.empty()));
    assertEquals(1_000, LIMITS.bytesPerSecond(OptionalInt.of(1)));
    assertEquals(3_000, LIMITS.bytesPerSecond(OptionalInt.of(150)));
  }

  @Test
  void theLeastRecentlyUsedKeysAreEvicted() {
    for (int i = 0; i <= MAX_KEYS; i++) {
      take("key" + i, 9_000);
      take("key1", 0);
    }
    assertEquals(0, take("key0", 0), "evicted, hence full");
    assertTrue(take("key1", 0) > 0);
    assertTrue(take("key" + MAX_KEYS, 0) > 0);
  }
}
