package dev.shopwire.common.json;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Generates time-ordered UUIDs (RFC 9562 §5.7), which keeps new ids together in an index. */
public final class Uuid7 {
  private Uuid7() {}

  /** Returns the current millisecond with 74 random bits. Not a secret. Thread-safe. */
  public static UUID next() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long millis = System.currentTimeMillis();
    long high = (millis << 16) | 0x7000 | random.nextInt(0x1000);
    long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }
}
