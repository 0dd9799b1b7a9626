package dev.shopwire.common.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.json.Uuid7;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventKeyTest {
  private static final String CANONICAL = "0192f0c1-7b1e-7d3a-9c55-0123456789ab";

  @Test
  void aCanonicalUuidIsItsOwnKey() {
    assertEquals(CANONICAL, EventKey.of(CANONICAL).toString());
    assertEquals(new UUID(0, 0), EventKey.of("00000000-0000-0000-0000-000000000000"));
    assertEquals(new UUID(-1, -1), EventKey.of("ffffffff-ffff-ffff-ffff-ffffffffffff"));
    for (int i = 0; i < 1_000; i++) {
      UUID random = UUID.randomUUID();
      UUID ordered = Uuid7.next();
      assertEquals(random, EventKey.of(random.toString()));
      assertEquals(ordered, EventKey.of(ordered.toString()));
      assertTrue(EventKey.isOwnKey(ordered.toString()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0192F0C1-7B1E-7D3A-9C55-0123456789AB", // upper case
        "0192f0c1-7b1e-7d3a-9c55-0123456789aB",
        "0192f0c17b1e7d3a9c550123456789ab", // no dashes
        "{0192f0c1-7b1e-7d3a-9c55-0123456789ab}",
        "urn:uuid:0192f0c1-7b1e-7d3a-9c55-0123456789ab",
        "0192f0c1-7b1e-7d3a-9c55-0123456789a", // one digit too few
        "0192f0c1-7b1e-7d3a-9c55-0123456789abc", // one digit too many
        " 0192f0c1-7b1e-7d3a-9c55-0123456789ab",
        "0192f0c1-7b1e-7d3a-9c55-0123456789ag", // 36 characters, but invalid
        "0192f0c17-b1e-7d3a-9c55-0123456789ab",
        "0192f0c1-7b1e-7d3a-9c55_0123456789ab",
        "-192f0c1-7b1e-7d3a-9c55-0123456789ab",
        "1-2-3-4-5"
      })
  void anIdInAnyOtherFormatHasADifferentKey(String id) {
    assertNotEquals(UUID.fromString(CANONICAL), EventKey.of(id));
    assertEquals(EventKey.of(id), EventKey.of(id));
    assertFalse(EventKey.isOwnKey(id));
  }

  @Test
  void theKeyOfAnyOtherIdIsTheFirstHalfOfItsSha256() {
    assertEquals("ba7816bf-8f01-cfea-4141-40de5dae2223", EventKey.of("abc").toString());
    assertEquals("e3b0c442-98fc-1c14-9afb-f4c8996fb924", EventKey.of("").toString());
  }

  @Test
  void differentIdsHaveDifferentKeys() {
    Set<UUID> keys = new HashSet<>();
    int ids = 100_000;
    for (int i = 0; i < ids; i++) {
      keys.add(EventKey.of("event-" + i));
      keys.add(EventKey.of(new UUID(7, i).toString()));
      keys.add(EventKey.of("😀" + i));
    }
    assertEquals(3 * ids, keys.size());
  }
}
