package dev.shopwire.common.caches;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BoundedMapTest {
  private static List<String> keysAfterReadingTheFirst(Map<String, Integer> map) {
    map.put("a", 1);
    map.put("b", 2);
    assertEquals(1, map.get("a"));
    map.put("c", 3);
    return List.copyOf(map.keySet());
  }

  @Test
  void whatWasNotUsedForLongestIsDropped() {
    assertEquals(List.of("a", "c"), keysAfterReadingTheFirst(BoundedMap.leastRecentlyUsed(2)));
  }

  @Test
  void whatWasAddedFirstIsDroppedThoughItIsRead() {
    assertEquals(List.of("b", "c"), keysAfterReadingTheFirst(BoundedMap.firstAdded(2)));
  }
}
