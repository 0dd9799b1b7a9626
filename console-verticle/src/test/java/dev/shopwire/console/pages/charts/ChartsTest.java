package dev.shopwire.console.pages.charts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the geometry of charts. */
class ChartsTest {
  private static List<String> ticks(@Nullable Double... values) {
    return Scale.of(Arrays.stream(values)).ticks().stream().map(Scale::text).toList();
  }

  @Test
  void theAxisHasRoundNumbersAndZero() {
    assertEquals(List.of("0", "1"), ticks());
    assertEquals(List.of("0", "1"), ticks(0.0, null));
    assertEquals(List.of("0", "2", "4", "6", "8"), ticks(7.0));
    assertEquals(List.of("0", "0.05", "0.1", "0.15"), ticks(0.13, 0.01));
    assertEquals(List.of("-50", "0", "50", "100", "150"), ticks(-30.0, 150.0));
    assertEquals(List.of("0", "1000000", "2000000", "3000000"), ticks(2_600_000.0));
  }

  @Test
  void theAxisCoversAllValuesWithFewTicks() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      double magnitude = Math.pow(10, random.nextInt(24) - 12);
      double[] values =
          DoubleStream.generate(() -> random.nextGaussian() * magnitude).limit(5).toArray();
      Scale scale = Scale.of(Arrays.stream(values).boxed());
      for (double value : values) {
        assertTrue(value >= scale.low() && value <= scale.high(), () -> value + " in " + scale);
        double position = scale.position(value, 100, 0);
        assertTrue(position >= -1e-6 && position <= 100 + 1e-6, () -> position + " of " + value);
      }
      assertTrue(scale.ticks().size() <= 8, scale::toString);
    }
  }

  @Test
  void aLineIsInterruptedWhereAValueIsMissing() {
    LineChart chart =
        new LineChart(
            "x",
            List.of("a", "b", "c", "d"),
            List.of(new Series("s", Arrays.asList(0.0, 1.0, null, 1.0))));
    String path = chart.lines().get(0).path();
    assertEquals("M0 228h0L266.7 12M800 12h0", path);
  }

  @Test
  void onlySomeLabelsAreShownAndEachAtItsPoint() {
    List<String> days = IntStream.range(0, 365).mapToObj(day -> "d" + day).toList();
    LineChart chart = new LineChart("x", days, List.of());
    assertTrue(chart.times().size() <= 6, chart.times()::toString);
    assertEquals(new LineChart.Label("d0", "0%", "time"), chart.times().get(0));
    assertEquals(new LineChart.Label("d61", "16.8%", "time further"), chart.times().get(1));
    assertEquals("50%", new LineChart("x", List.of("only"), List.of()).times().get(0).position());
  }

  @Test
  void labelsOfHoursAreShortAndTheLastOneStaysInThePage() {
    List<String> hours =
        List.of(
            "2026-11-01T00:00:00-04:00", "2026-11-01T01:00:00-04:00", "2026-11-01T01:00:00-05:00");
    List<LineChart.Label> labels = new LineChart("x", hours, List.of()).times();
    assertEquals(new LineChart.Label("11-01 00:00", "0%", "time"), labels.get(0));
    assertEquals(new LineChart.Label("11-01 01:00", "100%", "time last"), labels.get(2));
  }

  @Test
  void moreLinesThanPatternsAreDrawnToo() {
    List<Series> many = Collections.nCopies(11, new Series("s", List.of(1.0)));
    List<LineChart.Line> lines = new LineChart("x", List.of("a"), many).lines();
    assertEquals(11, lines.size());
    assertTrue(lines.stream().allMatch(line -> line.look() < 8));
  }

  @Test
  void barsAreAsLongAsTheirValues() {
    BarChart chart =
        new BarChart(
            "x",
            List.of(
                new BarChart.Bar("a", "10", 10),
                new BarChart.Bar("b", "5", 5),
                new BarChart.Bar("\uD83D\uDE00".repeat(40), "0", 0)));
    List<BarChart.Drawn> drawn = chart.drawn();
    assertEquals("100%", drawn.get(0).width());
    assertEquals("50%", drawn.get(1).width());
    assertEquals("0%", drawn.get(2).width());
    assertEquals("\uD83D\uDE00".repeat(27) + "…", drawn.get(2).label());
    assertEquals(
        "0%", new BarChart("x", List.of(new BarChart.Bar("a", "0", 0))).drawn().get(0).width());
  }

  @Test
  void aSparklineHasNoMorePointsThanItsWidth() {
    List<Double> values = Stream.iterate(0.0, value -> value + 1).limit(10_000).toList();
    String path = new Sparkline("x", values).path();
    assertEquals(Sparkline.WIDTH - 1, path.chars().filter(each -> each == 'L').count());
    assertEquals(2, new Sparkline("x", List.of(1.0, 2.0, 3.0)).path().split("L", -1).length - 1);
  }
}
