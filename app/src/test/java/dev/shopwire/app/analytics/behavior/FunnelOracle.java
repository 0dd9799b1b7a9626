package dev.shopwire.app.analytics.behavior;

import dev.shopwire.app.analytics.behavior.OracleArithmetic.Rounded;
import dev.shopwire.app.analytics.behavior.TimeRangeOracle.Range;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Funnels of docs/api/reads.md: every attempt of every customer. */
final class FunnelOracle {
  private FunnelOracle() {}

  /**
   * What is asked for.
   *
   * @param steps names of events; one may come twice
   * @param window the longest time from the first step to the last
   */
  record Request(
      List<String> steps,
      Duration window,
      boolean isOrdered,
      Range range,
      Optional<String> breakdown) {

    Map<String, String> parameters() {
      Map<String, String> parameters = new TreeMap<>();
      parameters.put("steps", String.join(",", steps));
      parameters.put("window", window.toMinutes() + "m");
      parameters.put("order", isOrdered ? "ordered" : "any");
      parameters.put("startDate", range.startDate());
      parameters.put("endDate", range.endDate());
      parameters.put("timezone", range.zone().getId());
      breakdown.ifPresent(property -> parameters.put("breakdown", property));
      return parameters;
    }
  }

  /**
   * How far a customer came.
   *
   * @param taken an event of each step, in the order in which they were taken
   */
  record Attempt(String customer, List<BehaviorEvent> taken) {
    int steps() {
      return taken.size();
    }

    Instant at(int i) {
      return taken.get(i).time();
    }
  }

  /** The one attempt of each customer that counts, by customer. */
  static Map<String, Attempt> attempts(Collection<BehaviorEvent> events, Request request) {
    Map<String, List<BehaviorEvent>> byCustomer = new TreeMap<>();
    events.stream()
        .filter(event -> request.range().has(event.time()))
        .filter(event -> request.steps().contains(event.name()))
        .sorted(BehaviorEvent.ORDER)
        .forEach(e -> byCustomer.computeIfAbsent(e.customer(), none -> new ArrayList<>()).add(e));
    Map<String, Attempt> attempts = new TreeMap<>();
    byCustomer.forEach(
        (customer, own) ->
            furthest(customer, own, request).ifPresent(attempt -> attempts.put(customer, attempt)));
    return attempts;
  }

  private static Optional<Attempt> furthest(
      String customer, List<BehaviorEvent> own, Request request) {
    Optional<Attempt> furthest = Optional.empty();
    for (BehaviorEvent first : own) {
      List<BehaviorEvent> taken =
          request.isOrdered() ? ordered(first, own, request) : any(first, own, request);
      int before = furthest.map(Attempt::steps).orElse(0);
      if (taken.size() > before) {
        furthest = Optional.of(new Attempt(customer, taken));
      }
    }
    return furthest;
  }

  /** Each step by the first event that can be it, which leaves most to those after it. */
  private static List<BehaviorEvent> ordered(
      BehaviorEvent first, List<BehaviorEvent> own, Request request) {
    List<BehaviorEvent> taken = new ArrayList<>();
    Instant from = first.time();
    for (String step : request.steps()) {
      Instant earliest = from;
      Optional<BehaviorEvent> next =
          taken.isEmpty()
              ? Optional.of(first).filter(event -> event.name().equals(step))
              : own.stream()
                  .filter(event -> event.name().equals(step) && !taken.contains(event))
                  .filter(event -> !event.time().isBefore(earliest))
                  .filter(event -> isWithin(first, event, request))
                  .findFirst();
      if (next.isEmpty()) {
        return taken;
      }
      taken.add(next.get());
      from = next.get().time();
    }
    return taken;
  }

  /** Events of one instant are taken in the order of the steps. */
  private static List<BehaviorEvent> any(
      BehaviorEvent first, List<BehaviorEvent> own, Request request) {
    List<String> open = new ArrayList<>(request.steps());
    List<BehaviorEvent> taken = new ArrayList<>();
    List<BehaviorEvent> inOrder = new ArrayList<>(own);
    inOrder.sort(
        Comparator.comparing(BehaviorEvent::time)
            .thenComparing(event -> request.steps().indexOf(event.name()))
            .thenComparing(BehaviorEvent::key));
    for (BehaviorEvent event : inOrder) {
      if (!event.time().isBefore(first.time())
          && isWithin(first, event, request)
          && open.remove(event.name())) {
        taken.add(event);
      }
    }
    return taken;
  }

  private static boolean isWithin(BehaviorEvent first, BehaviorEvent event, Request request) {
    return !event.time().isAfter(first.time().plus(request.window()));
  }

  /** The members of the answer. */
  static Map<String, @Nullable Object> answer(Collection<Attempt> attempts, Request request) {
    List<Object> steps = new ArrayList<>();
    for (int i = 0; i < request.steps().size(); i++) {
      Map<String, @Nullable Object> step = new TreeMap<>();
      step.put("eventName", request.steps().get(i));
      step.put("customers", BigDecimal.valueOf(customers(attempts, i)));
      if (i > 0) {
        step.put("conversion", share(customers(attempts, i), customers(attempts, i - 1)));
        step.put("overallConversion", share(customers(attempts, i), customers(attempts, 0)));
      }
      step.put("medianSeconds", i == 0 ? null : median(attempts, i - 1, i));
      steps.add(step);
    }
    int last = request.steps().size() - 1;
    Map<String, @Nullable Object> overall = new TreeMap<>();
    overall.put("conversion", share(customers(attempts, last), customers(attempts, 0)));
    overall.put("medianSeconds", median(attempts, 0, last));
    return new TreeMap<>(Map.of("steps", steps, "overall", overall));
  }

  /** How many came to step {@code i}, the first being 0. */
  private static long customers(Collection<Attempt> attempts, int i) {
    return attempts.stream().filter(attempt -> attempt.steps() > i).count();
  }

  private static @Nullable Object share(long part, long whole) {
    return whole == 0
        ? null
        : new Rounded(OracleArithmetic.ratio(BigDecimal.valueOf(part), whole).value());
  }

  /** From one step to another, of those who did both. */
  private static @Nullable Object median(Collection<Attempt> attempts, int from, int to) {
    return OracleArithmetic.roundedMedian(
            attempts.stream()
                .filter(attempt -> attempt.steps() > to)
                .map(attempt -> Duration.between(attempt.at(from), attempt.at(to)))
                .map(TrafficOracle::seconds)
                .toList())
        .orElse(null);
  }

  /** The shops that did the steps before {@code step} (2 is the second) and not that one. */
  static List<Object> dropouts(Collection<Attempt> attempts, int step) {
    return attempts.stream()
        .filter(attempt -> attempt.steps() == step - 1)
        .map(
            attempt ->
                (Object)
                    Map.of(
                        "myplatformDomain",
                        attempt.customer(),
                        "reachedAt",
                        attempt.at(attempt.steps() - 1)))
        .toList();
  }
}
