package dev.shopwire.sources.report;

import dev.shopwire.common.bus.JsonResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the latest reports for a few minutes, up to a number of bytes. A report is found only while
 * the records are the same, so it is never out of date. Not thread-safe; use from one event loop.
 */
final class ReportCache {
  /** What a report depends on: the records and the parameters. */
  record Key(ReportScope scope, ReportRequest request) {}

  private record Entry(JsonResponse report, long addedNanos) {}

  private static final long LIFETIME_NANOS = Duration.ofMinutes(10).toNanos();

  /** Of an entry besides its text. */
  private static final long BASE = 2_000;

  private final long maxBytes;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();
  private long bytes;

  ReportCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  Optional<JsonResponse> find(Key key) {
    Entry entry = entries.get(key);
    return entry == null || System.nanoTime() - entry.addedNanos() > LIFETIME_NANOS
        ? Optional.empty()
        : Optional.of(entry.report());
  }

  /** Adds a report, unless it would take up more than a quarter of all; the oldest ones go. */
  void add(Key key, JsonResponse report) {
    long size = size(report);
    if (size > maxBytes / 4) {
      return;
    }
    remove(key);
    entries.put(key, new Entry(report, System.nanoTime()));
    bytes += size;
    Iterator<Entry> oldest = entries.values().iterator();
    while (bytes > maxBytes) {
      bytes -= size(oldest.next().report());
      oldest.remove();
    }
  }

  private void remove(Key key) {
    Entry entry = entries.remove(key);
    if (entry != null) {
      bytes -= size(entry.report());
    }
  }

  long bytes() {
    return bytes;
  }

  private static long size(JsonResponse report) {
    return BASE + 2L * report.json().length();
  }
}
