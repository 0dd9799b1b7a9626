package dev.shopwire.common.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class RedisKeysTest {
  private static final UUID INSTALLATION = UUID.fromString("00000000-0000-0000-0000-0123456789ab");

  @Test
  void slotsMatchTheSpecification() {
    assertEquals(0x31C3, RedisKeys.slotOf("123456789"));
    assertEquals(12_182, RedisKeys.slotOf("foo"));
    assertEquals(0, RedisKeys.slotOf(""));
  }

  @Test
  void allKeysContainTheHashTagOfTheirApp() {
    RedisKeys keys = RedisKeys.of(INSTALLATION, 7);
    assertEquals("sw:{0123456789ab:7}:rate:12", keys.rate("12"));
    assertEquals("sw:{0123456789ab:7}:seen:abc", keys.seen("abc"));
    assertEquals("sw:{0123456789ab:7}:windows:e", keys.windows("e"));
    assertEquals("sw:{0123456789ab:7}:windows:e:run", keys.windowsRun("e"));
    assertEquals(RedisKeys.slotOf("0123456789ab:7"), keys.slot());
    assertTrue(keys.slot() >= 0 && keys.slot() < RedisKeys.SLOTS);
  }
}
