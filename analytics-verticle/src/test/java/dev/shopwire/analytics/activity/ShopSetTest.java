package dev.shopwire.analytics.activity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests how the active shops of an hour are collected, stored and merged. */
class ShopSetTest {
  private final ShopSet set = new ShopSet();

  /** The quarter hours by shop. */
  private static Map<Integer, Integer> read(byte[] bytes) {
    Map<Integer, Integer> quarters = new TreeMap<>();
    int last = -1;
    for (int at = 0; at < bytes.length; at += ShopSet.ENTRY_BYTES) {
      int shop = ShopSet.low(bytes, at);
      assertTrue(shop > last, "in the order of ids, each once");
      quarters.put(shop, ShopSet.quarters(bytes, at));
      last = shop;
    }
    return quarters;
  }

  @Test
  void aShopIsNewOnceAnHour() {
    assertTrue(set.add(7, 0));
    assertFalse(set.add(7, 0));
    assertFalse(set.add(7, 3));
    assertTrue(set.add(65_535, 1));
    assertArrayEquals(new byte[] {0, 7, 9, -1, -1, 2}, set.bytes());
  }

  @Test
  void aStoredSetThatHasAllIsKept() {
    set.add(7, 0);
    byte[] stored = {0, 7, 9, 1, 0, 1};
    assertSame(stored, set.mergedWith(stored));
    set.add(256, 3);
    assertArrayEquals(new byte[] {0, 7, 9, 1, 0, 9}, set.mergedWith(stored));
  }

  @Test
  void mergedSetsHaveWhatEitherHas() {
    Random random = new Random(5);
    byte[] stored = {};
    Map<Integer, Integer> expected = new TreeMap<>();
    for (int round = 0; round < 50; round++) {
      ShopSet fresh = new ShopSet();
      for (int i = random.nextInt(40); i > 0; i--) {
        int shop = random.nextInt(random.nextBoolean() ? 30 : ShopSet.SIZE);
        int quarter = random.nextInt(4);
        fresh.add(shop, quarter);
        expected.merge(shop, 1 << quarter, (one, other) -> one | other);
      }
      stored = fresh.mergedWith(stored);
      assertEquals(expected, read(stored));
    }
  }

  @Test
  void shopsAreCollectedByHourAndPart() {
    ShopHours hours = new ShopHours(ShopHours.hour(Instant.parse("2026-03-01T10:00:00Z")));
    assertFalse(hours.add("a", 5, Instant.parse("2026-03-01T09:59:59.999Z")));
    assertTrue(hours.add("a", 5, Instant.parse("2026-03-01T10:00:00Z")));
    assertFalse(hours.add("a", 5, Instant.parse("2026-03-01T10:59:59Z")));
    assertTrue(hours.add("a", 5, Instant.parse("2026-03-01T11:00:00Z")));
    assertTrue(hours.add("a", 5 + ShopSet.SIZE, Instant.parse("2026-03-01T11:00:00Z")));
    assertTrue(hours.add("b", 5, Instant.parse("2026-03-01T11:00:00Z")));
    assertEquals(4, hours.drain().size());
    assertEquals(0, hours.drain().size());
  }
}
