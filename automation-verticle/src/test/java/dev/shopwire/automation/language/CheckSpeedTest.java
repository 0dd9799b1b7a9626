package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.conditions.Condition;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Measures what a check of a large text costs; the goal is 5 ms. */
class CheckSpeedTest {
  private static final int RUNS = 200;
  private static final double GENEROUS_MILLIS = 50;

  private static final String FIVE_LEAVES =
      "(cf:seats gte 100 AND NOT cf:app-one/region in (\"a\", \"b\", \"c\")) OR event:app-one/export"
          + " count gte 3 within 30d where (format = \"csv\" AND rows gt 5) OR cf:setup[address.city]"
          + " starts_with \"B\" OR lastSeenAt between 2026-01-01 and 30d ago";

  @Test
  void a100LeafTextIsCheckedSoon() {
    String text = String.join(" AND ", Collections.nCopies(20, "(" + FIVE_LEAVES + ")"));
    // Other processes of a build take turns on the processor, which processor time leaves out.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long[] nanos = new long[RUNS];
    for (int i = 0; i < RUNS; i++) {
      long start = threads.getCurrentThreadCpuTime();
      check(text);
      nanos[i] = threads.getCurrentThreadCpuTime() - start;
    }
    Arrays.sort(nanos);
    double median = nanos[RUNS / 2] / 1e6;
    System.out.printf(
        "A check of %d characters with 100 leaves: median %.2f ms, worst of %d %.2f ms%n",
        text.length(), median, RUNS, nanos[RUNS - 1] / 1e6);
    assertTrue(median < GENEROUS_MILLIS, () -> median + " ms");
  }

  /** As the call does: everything but the reads of the vocabulary. */
  private static void check(String text) {
    Condition condition = Written.ofText(text);
    ConditionText.print(condition, Samples.VOCABULARY);
    ConditionJson.write(condition, Samples.VOCABULARY);
    ConditionCost.of(condition, Samples.VOCABULARY);
  }
}
