package dev.shopwire.analytics.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/**
 * Caches what reads computed from rows that seldom change, up to a number of bytes; the least used
 * values are evicted. A value has the version of its rows, so that an outdated one is never used.
 * Thread-safe.
 */
public final class ReadCache {
  private final Cache<Object, Value> values;
  private final Counter hits;
  private final Counter misses;

  /** What is cached. */
  public interface Value {
    /** Of the rows that it was computed from. */
    long version();

    /** How much memory it takes, in bytes; constant. */
    long bytes();
  }

  ReadCache(long maxBytes, MeterRegistry registry) {
    values =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((Object key, Value value) -> Math.toIntExact(value.bytes()))
            // Evicts before an addition returns, on the caller's thread.
            .executor(Runnable::run)
            .build();
    hits = lookups(registry, "hit");
    misses = lookups(registry, "miss");
    Gauge.builder("shopwire.reads.cache.bytes", this, ReadCache::bytes)
        .description("Size of the cached sets of active shops")
        .baseUnit("bytes")
        .register(registry);
  }

  private static Counter lookups(MeterRegistry registry, String result) {
    return Counter.builder("shopwire.reads.cache.lookups")
        .description(
            "Sets of active shops that reads needed: hit: cached, miss: read from PostgreSQL")
        .tag("result", result)
        .register(registry);
  }

  private double bytes() {
    return values.policy().eviction().map(policy -> policy.weightedSize().orElse(0)).orElse(0L);
  }

  /**
   * @param key with {@code equals} and {@code hashCode}
   * @param version the current one
   */
  public <V extends Value> Optional<V> find(Object key, long version, Class<V> type) {
    Optional<V> found =
        Optional.ofNullable(values.getIfPresent(key))
            .filter(value -> value.version() == version)
            .map(type::cast);
    (found.isPresent() ? hits : misses).increment();
    return found;
  }

  public void add(Object key, Value value) {
    values.put(key, value);
  }
}
