package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.oracle.RandomRecords;
import dev.shopwire.sources.records.PartnerRecord;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Measures how long decoding the histories of many shops takes. Started by hand. */
final class HistoryBenchmark {
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 6;
  private static final int SHOPS = 5_000;
  private static final int TIMES = 20;
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2025-12-18T13:45:00Z");

  private HistoryBenchmark() {}

  public static void main(String[] args) {
    Collection<List<PartnerRecord>> shops =
        new RandomRecords(1, START, 730)
            .ofShops(SHOPS).stream()
                .filter(record -> record.shop().isPresent())
                .collect(Collectors.groupingBy(record -> record.shop().orElseThrow().key()))
                .values();
    List<StoredHistory.Columns> stored =
        shops.stream()
            .map(all -> StoredHistory.encode(Lifecycle.of(all, UNTIL), Map.of()))
            .toList();
    long bytes = stored.stream().mapToLong(each -> each.history().length()).sum();
    System.out.printf("%d bytes a history%n", bytes / stored.size());
    for (int round = 0; round < ROUNDS; round++) {
      long start = CLOCK.getCurrentThreadCpuTime();
      List<StoredHistory> read = new ArrayList<>();
      for (int i = 0; i < TIMES; i++) {
        stored.forEach(each -> read.add(StoredHistory.decodeForFigures(each.history())));
      }
      long spans = read.stream().mapToLong(each -> each.spans().size()).sum();
      System.out.printf(
          "%d histories with %d spans: %d ms of processor time%n",
          read.size(), spans, (CLOCK.getCurrentThreadCpuTime() - start) / 1_000_000);
    }
  }
}
