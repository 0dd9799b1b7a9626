package dev.shopwire.benchmarks.scale;

import dev.shopwire.benchmarks.measure.Processors;
import dev.shopwire.benchmarks.measure.Slice;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** The processor time of an operation, by who spends it. Sums over all rounds. */
final class Costs {
  private final Map<String, Supplier<Collection<Long>>> spenders = new LinkedHashMap<>();
  private final Map<ScaleWay, Map<String, Long>> micros = new EnumMap<>(ScaleWay.class);
  private final Map<ScaleWay, Long> operations = new EnumMap<>(ScaleWay.class);

  /**
   * @param service the processes of the service
   */
  Costs(List<Long> service) {
    spenders.put("service", () -> service);
    spenders.put("PostgreSQL", () -> Processors.called("postgres"));
    spenders.put("Redis", () -> Processors.called("redis"));
  }

  /** What {@code run} does counts for {@code way}. */
  Slice of(ScaleWay way, Supplier<Slice> run) {
    Map<String, Long> before = spent();
    Slice slice = run.get();
    Map<String, Long> sums = micros.computeIfAbsent(way, key -> new LinkedHashMap<>());
    spent().forEach((who, now) -> sums.merge(who, now - before.getOrDefault(who, 0L), Long::sum));
    operations.merge(way, slice.operations(), Long::sum);
    return slice;
  }

  private Map<String, Long> spent() {
    Map<String, Long> spent = new LinkedHashMap<>();
    spenders.forEach((who, pids) -> spent.put(who, Processors.micros(pids.get())));
    return spent;
  }

  void print() {
    System.out.printf("%nprocessor time of an operation, microseconds%n");
    micros.forEach(
        (way, sums) -> {
          StringBuilder line = new StringBuilder();
          long count = Math.max(1, operations.getOrDefault(way, 0L));
          sums.forEach(
              (who, sum) ->
                  line.append(String.format(Locale.ROOT, "  %s %.1f", who, (double) sum / count)));
          System.out.printf("  %-56s%s%n", way.title(), line);
        });
  }
}
