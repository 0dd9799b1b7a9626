package dev.shopwire.benchmarks.measure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures all variants in turn, round after round, so that a slow minute of the machine affects
 * all.
 *
 * @param unit the counted unit
 */
public record Rounds<W extends Enum<W> & Variant>(
    Class<W> variants, String unit, Runner<W> runner) {
  /** How long to measure. */
  public record Length(double warmUpSeconds, double seconds, int rounds) {
    /** Reads the arguments: seconds of warm-up (20), seconds per slice (8), rounds (5). */
    public static Length of(String[] arguments) {
      return new Length(
          argument(arguments, 0, 20), argument(arguments, 1, 8), (int) argument(arguments, 2, 5));
    }

    private static double argument(String[] arguments, int index, double defaultValue) {
      return index < arguments.length ? Double.parseDouble(arguments[index]) : defaultValue;
    }
  }

  /** Runs one variant for some seconds. */
  @FunctionalInterface
  public interface Runner<W> {
    Slice run(W variant, double seconds);
  }

  /**
   * @param compiled the variants whose code needs most of the warm-up
   */
  public Report<W> measure(Length length, Collection<W> compiled) {
    EnumSet<W> all = EnumSet.allOf(variants);
    all.forEach(variant -> runner.run(variant, length.warmUpSeconds() / all.size()));
    compiled.forEach(variant -> runner.run(variant, length.warmUpSeconds() / compiled.size()));
    Map<W, List<Slice>> slices = new EnumMap<>(variants);
    for (int round = 1; round <= length.rounds(); round++) {
      System.out.printf(Locale.ROOT, "round %d, calibration %.1f ms%n", round, calibrate());
      for (W variant : all) {
        Slice slice = runner.run(variant, length.seconds());
        slices.computeIfAbsent(variant, key -> new ArrayList<>()).add(slice);
        Report.line(
            variant, unit, slice.perSecond(), slice.millis(50), slice.millis(99), slice.refusals());
      }
    }
    return new Report<>(unit, slices);
  }

  /** Times a fixed loop, which shows whether the machine's speed changed between rounds. */
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
