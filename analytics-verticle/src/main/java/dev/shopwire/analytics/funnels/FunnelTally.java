package dev.shopwire.analytics.funnels;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts how many customers completed each step, and how long they took. */
final class FunnelTally {
  private static final int DECIMAL_PLACES = 6;

  private final FunnelSteps steps;
  private final long[] customers;
  private final List<LongList> stepTimes;
  private final LongList totalTimes = new LongList();

  FunnelTally(FunnelSteps steps) {
    this.steps = steps;
    this.customers = new long[steps.size()];
    this.stepTimes = Stream.generate(LongList::new).limit(steps.size()).toList();
  }

  void add(FunnelAttempt attempt) {
    int reach = attempt.reach();
    for (int step = 0; step < reach; step++) {
      customers[step]++;
      if (step > 0) {
        stepTimes.get(step).add(attempt.time(step) - attempt.time(step - 1));
      }
    }
    if (reach == customers.length) {
      totalTimes.add(attempt.time(reach - 1) - attempt.time(0));
    }
  }

  /** Adds all attempts of {@code other}. */
  void add(FunnelTally other) {
    for (int step = 0; step < customers.length; step++) {
      customers[step] += other.customers[step];
      stepTimes.get(step).add(other.stepTimes.get(step));
    }
    totalTimes.add(other.totalTimes);
  }

  /** The number of customers that started. */
  long customers() {
    return customers[0];
  }

  /** The fields {@code steps} and {@code overall} of a response. */
  Map<String, @Nullable Object> json() {
    List<Map<String, @Nullable Object>> each = new ArrayList<>();
    for (int step = 0; step < customers.length; step++) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("eventName", steps.names().get(step));
      fields.put("customers", customers[step]);
      fields.put("conversion", ratio(customers[step], customers[Math.max(0, step - 1)]));
      fields.put("overallConversion", ratio(customers[step], customers[0]));
      fields.put("medianSeconds", stepTimes.get(step).medianSeconds());
      each.add(fields);
    }
    Map<String, @Nullable Object> overall = new LinkedHashMap<>();
    overall.put("conversion", ratio(customers[customers.length - 1], customers[0]));
    overall.put("medianSeconds", totalTimes.medianSeconds());
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("steps", each);
    json.put("overall", overall);
    return json;
  }

  /** Null if {@code all} is 0. */
  private static @Nullable BigDecimal ratio(long part, long all) {
    if (all == 0) {
      return null;
    }
    BigDecimal ratio =
        BigDecimal.valueOf(part)
            .divide(BigDecimal.valueOf(all), DECIMAL_PLACES, RoundingMode.HALF_EVEN)
            .stripTrailingZeros();
    return ratio.scale() < 0 ? ratio.setScale(0) : ratio;
  }
}
