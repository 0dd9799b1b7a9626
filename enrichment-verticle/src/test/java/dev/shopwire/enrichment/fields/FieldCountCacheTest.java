package dev.shopwire.enrichment.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.enrichment.fields.FieldCountCache.Known;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests how long a large count is used, and who makes the next one. */
class FieldCountCacheTest {
  private static final long FIELD = 7;

  private final AtomicLong nanos = new AtomicLong();
  private final FieldCountCache cache = new FieldCountCache(nanos::get);

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static Optional<Known> known(long customers, boolean isToBeRenewed) {
    return Optional.of(new Known(customers, isToBeRenewed));
  }

  @Test
  void smallCountsAreMadeEachTime() {
    assertEquals(Optional.empty(), cache.get(FIELD));
    cache.put(FIELD, 9_999);
    assertEquals(Optional.empty(), cache.get(FIELD));
    cache.put(FIELD, 10_000);
    assertEquals(known(10_000, false), cache.get(FIELD));
    cache.put(FIELD, 9_999);
    assertEquals(Optional.empty(), cache.get(FIELD));
  }

  @Test
  void afterAMinuteOneReaderCountsAgainWhileAllGetTheKnownCount() {
    cache.put(FIELD, 20_000);
    pass(Duration.ofSeconds(59));
    assertEquals(known(20_000, false), cache.get(FIELD));
    pass(Duration.ofSeconds(1));
    assertEquals(known(20_000, true), cache.get(FIELD));
    assertEquals(known(20_000, false), cache.get(FIELD));
    cache.put(FIELD, 30_000);
    pass(Duration.ofSeconds(59));
    assertEquals(known(30_000, false), cache.get(FIELD));
  }

  @Test
  void afterTwoMinutesReadersWaitForANewCount() {
    cache.put(FIELD, 20_000);
    pass(Duration.ofSeconds(70));
    assertEquals(known(20_000, true), cache.get(FIELD));
    pass(Duration.ofSeconds(50));
    assertEquals(Optional.empty(), cache.get(FIELD));
  }
}
