package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisExecutableTest {
  @ParameterizedTest
  @CsvSource({
    "Redis server v=6.2.11 sha=00000000:0 malloc=jemalloc-5.1.0 bits=64, true",
    "Redis server v=7.0.15 sha=00000000:0, true",
    "Redis server v=10.0.0, true",
    "Redis server v=6.0.16 sha=00000000:0, false",
    "Redis server v=5.9.9, false",
    "redis-server: not found, false",
  })
  void takesRedis62AndLater(String output, boolean recent) {
    assertEquals(recent, RedisExecutable.isRecent(output));
  }
}
