package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests UUIDs of version 7 (RFC 9562 §5.7). */
class Uuid7Test {
  private static final int COUNT = 10_000;

  private static long millis(UUID id) {
    return id.getMostSignificantBits() >>> 16;
  }

  @Test
  void versionAndVariantFollowTheRfc() {
    for (int i = 0; i < COUNT; i++) {
      UUID id = Uuid7.next();
      assertEquals(7, id.version());
      assertEquals(2, id.variant());
    }
  }

  @Test
  void theFirst48BitsAreTheCreationTimeInMilliseconds() {
    for (int i = 0; i < COUNT; i++) {
      long before = System.currentTimeMillis();
      long millis = millis(Uuid7.next());
      long after = System.currentTimeMillis();
      assertTrue(before <= millis && millis <= after, before + " " + millis + " " + after);
    }
  }

  @Test
  void idsOfALaterMillisecondSortLater() {
    UUID earlier = Uuid7.next();
    UUID later = Uuid7.next();
    while (millis(later) == millis(earlier)) {
      later = Uuid7.next();
    }
    // PostgreSQL compares bytes, which is the order of the lower-case text.
    assertTrue(earlier.toString().compareTo(later.toString()) < 0, earlier + " " + later);
  }

  @Test
  void idsAreUnique() {
    Set<UUID> ids = new HashSet<>();
    for (int i = 0; i < 10 * COUNT; i++) {
      ids.add(Uuid7.next());
    }
    assertEquals(10 * COUNT, ids.size());
  }

  @Test
  void everyVariableBitVaries() {
    long highSeen = 0;
    long lowSeen = 0;
    UUID first = Uuid7.next();
    for (int i = 0; i < COUNT; i++) {
      UUID id = Uuid7.next();
      highSeen |= id.getMostSignificantBits() ^ first.getMostSignificantBits();
      lowSeen |= id.getLeastSignificantBits() ^ first.getLeastSignificantBits();
    }
    assertEquals(0x0fffL, highSeen & 0xffffL);
    assertEquals(0x3fff_ffff_ffff_ffffL, lowSeen);
  }
}
