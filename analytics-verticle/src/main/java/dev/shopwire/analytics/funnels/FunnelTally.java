package dev.shopwire.analytics.funnels;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How many customers came how far, and how long it took them. */
final class FunnelTally {
  private static final int PLACES = 6;

  private final Steps steps;
  private final long[] customers;
  private final List<LongList> gaps;
  private final LongList whole = new LongList();

  FunnelTally(Steps steps) {
    this.steps = steps;
    this.customers = new long[steps.size()];
    this.gaps = Stream.generate(LongList::new).limit(steps.size()).toList();
  }

  void add(FunnelAttempt attempt) {
    int reach = attempt.reach();
    for (int step = 0; step < reach; step++) {
      customers[step]++;
      if (step > 0) {
        gaps.get(step).add(attempt.time(step) - attempt.time(step - 1));
      }
    }
    if (reach == customers.length) {
      whole.add(attempt.time(reach - 1) - attempt.time(0));
    }
  }

  /** Adds all that {@code other} has. */
  void add(FunnelTally other) {
    for (int step = 0; step < customers.length; step++) {
      customers[step] += other.customers[step];
      gaps.get(step).add(other.gaps.get(step));
    }
    whole.add(other.whole);
  }

  /** Who began. */
  long customers() {
    return customers[0];
  }

  /** The members {@code steps} and {@code overall} of an answer. */
  Map<String, @Nullable Object> answer() {
    List<Map<String, @Nullable Object>> each = new ArrayList<>();
    for (int step = 0; step < customers.length; step++) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("eventName", steps.names().get(step));
      members.put("customers", customers[step]);
      members.put("conversion", ratio(customers[step], customers[Math.max(0, step - 1)]));
      members.put("overallConversion", ratio(customers[step], customers[0]));
      members.put("medianSeconds", gaps.get(step).medianSeconds());
      each.add(members);
    }
    Map<String, @Nullable Object> overall = new LinkedHashMap<>();
    overall.put("conversion", ratio(customers[customers.length - 1], customers[0]));
    overall.put("medianSeconds", whole.medianSeconds());
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("steps", each);
    answer.put("overall", overall);
    return answer;
  }

  /** Null where there is nobody to be converted. */
  private static @Nullable BigDecimal ratio(long part, long all) {
    if (all == 0) {
      return null;
    }
    BigDecimal ratio =
        BigDecimal.valueOf(part)
            .divide(BigDecimal.valueOf(all), PLACES, RoundingMode.HALF_EVEN)
            .stripTrailingZeros();
    return ratio.scale() < 0 ? ratio.setScale(0) : ratio;
  }
}
