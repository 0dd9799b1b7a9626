package dev.shopwire.benchmarks.scale;

import dev.shopwire.benchmarks.measure.CpuTime;
import dev.shopwire.benchmarks.measure.Slice;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Sums the CPU time per operation over all rounds, by component. */
final class Costs {
  private final Map<String, Supplier<Collection<Long>>> components = new LinkedHashMap<>();
  private final Map<ScaleVariant, Map<String, Long>> micros = new EnumMap<>(ScaleVariant.class);
  private final Map<ScaleVariant, Long> operations = new EnumMap<>(ScaleVariant.class);

  /**
   * @param service the processes of the service
   */
  Costs(List<Long> service) {
    components.put("service", () -> service);
    components.put("PostgreSQL", () -> CpuTime.descendantsNamed("postgres"));
    components.put("Redis", () -> CpuTime.descendantsNamed("redis"));
  }

  /** Runs {@code run} and attributes its CPU time to {@code variant}. */
  Slice measure(ScaleVariant variant, Supplier<Slice> run) {
    Map<String, Long> before = cpuMicros();
    Slice slice = run.get();
    Map<String, Long> sums = micros.computeIfAbsent(variant, key -> new LinkedHashMap<>());
    cpuMicros()
        .forEach(
            (component, now) ->
                sums.merge(component, now - before.getOrDefault(component, 0L), Long::sum));
    operations.merge(variant, slice.operations(), Long::sum);
    return slice;
  }

  private Map<String, Long> cpuMicros() {
    Map<String, Long> cpuMicros = new LinkedHashMap<>();
    components.forEach((component, pids) -> cpuMicros.put(component, CpuTime.micros(pids.get())));
    return cpuMicros;
  }

  void print() {
    System.out.printf("%nCPU time per operation, microseconds%n");
    micros.forEach(
        (variant, sums) -> {
          StringBuilder line = new StringBuilder();
          long count = Math.max(1, operations.getOrDefault(variant, 0L));
          sums.forEach(
              (component, sum) ->
                  line.append(
                      String.format(Locale.ROOT, "  %s %.1f", component, (double) sum / count)));
          System.out.printf("  %-56s%s%n", variant.title(), line);
        });
  }
}
