package dev.shopwire.sources.report;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.shopwire.common.bus.JsonResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the latest reports for a few minutes, up to a number of bytes; the least used go first. A
 * report is found only while the records are the same, so it is never out of date. Thread-safe.
 */
final class ReportCache {
  /** What a report depends on: the records and the parameters. */
  record Key(ReportScope scope, ReportRequest request) {}

  private static final Duration LIFETIME = Duration.ofMinutes(10);

  /** Of an entry besides its text. */
  private static final int BASE = 2_000;

  private final long maxBytes;
  private final Cache<Key, JsonResponse> reports;

  ReportCache(long maxBytes) {
    this.maxBytes = maxBytes;
    reports =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((Key key, JsonResponse report) -> size(report))
            .expireAfterWrite(LIFETIME)
            // Evicts before an addition returns, on the caller's thread.
            .executor(Runnable::run)
            .build();
  }

  Optional<JsonResponse> find(Key key) {
    return Optional.ofNullable(reports.getIfPresent(key));
  }

  /** Adds a report, unless it would take up more than a quarter of all. */
  void add(Key key, JsonResponse report) {
    if (size(report) <= maxBytes / 4) {
      reports.put(key, report);
    }
  }

  private static int size(JsonResponse report) {
    return Math.toIntExact(BASE + 2L * report.json().length());
  }
}
