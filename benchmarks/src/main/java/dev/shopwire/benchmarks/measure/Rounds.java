package dev.shopwire.benchmarks.measure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures all ways in turn, round after round, so that a slow minute of the machine falls on all.
 *
 * @param unit of what is counted
 */
public record Rounds<W extends Enum<W> & Way>(Class<W> ways, String unit, Runner<W> runner) {
  /** How long to measure. */
  public record Length(int warmUpSeconds, int seconds, int rounds) {
    /** As the arguments say: seconds of warm-up (20), seconds a slice (8), rounds (5). */
    public static Length of(String[] arguments) {
      return new Length(
          argument(arguments, 0, 20), argument(arguments, 1, 8), argument(arguments, 2, 5));
    }

    private static int argument(String[] arguments, int index, int otherwise) {
      return index < arguments.length ? Integer.parseInt(arguments[index]) : otherwise;
    }
  }

  /** Goes one way for some seconds. */
  @FunctionalInterface
  public interface Runner<W> {
    Slice run(W way, int seconds);
  }

  /**
   * @param compiled the ways whose code needs most of the warm-up
   */
  public Report<W> measure(Length length, Collection<W> compiled) {
    EnumSet<W> all = EnumSet.allOf(ways);
    all.forEach(way -> runner.run(way, Math.max(1, length.warmUpSeconds() / all.size())));
    compiled.forEach(way -> runner.run(way, Math.max(1, length.warmUpSeconds() / compiled.size())));
    Map<W, List<Slice>> slices = new EnumMap<>(ways);
    for (int round = 1; round <= length.rounds(); round++) {
      System.out.printf(Locale.ROOT, "round %d, calibration %.1f ms%n", round, calibrate());
      for (W way : all) {
        Slice slice = runner.run(way, length.seconds());
        slices.computeIfAbsent(way, key -> new ArrayList<>()).add(slice);
        Report.line(
            way, unit, slice.perSecond(), slice.millis(50), slice.millis(99), slice.refusals());
      }
    }
    return new Report<>(unit, slices);
  }

  /** How long a fixed loop takes: tells whether the machine's speed changed between rounds. */
  private static double calibrate() {
    long start = System.nanoTime();
    long x = start | 1;
    for (int i = 0; i < 50_000_000; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return (System.nanoTime() - start + (x == 0 ? 1 : 0)) / 1e6;
  }
}
