package dev.shopwire.analytics.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadCacheTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ReadCache cache = new ReadCache(1_000, registry);

  private record Kept(long version, long bytes) implements ReadCache.Value {}

  private Optional<Kept> find(String key, long version) {
    return cache.find(key, version, Kept.class);
  }

  private double count(String result) {
    return registry.get("shopwire.reads.cache.lookups").tag("result", result).counter().count();
  }

  @Test
  void anOutdatedValueIsNotFound() {
    Kept kept = new Kept(7, 10);
    cache.add("a", kept);
    assertEquals(Optional.of(kept), find("a", 7));
    assertEquals(Optional.empty(), find("a", 8));
    assertEquals(Optional.empty(), find("b", 7));
    assertEquals(1, count("hit"));
    assertEquals(2, count("miss"));
  }

  @Test
  void neverMoreBytesAreKeptThanAllowed() {
    for (int i = 0; i < 100; i++) {
      cache.add("key " + i, new Kept(1, 300));
      assertTrue(registry.get("shopwire.reads.cache.bytes").gauge().value() <= 1_000);
    }
    cache.add("large", new Kept(1, 1_001));
    assertEquals(Optional.empty(), find("large", 1));
  }
}
