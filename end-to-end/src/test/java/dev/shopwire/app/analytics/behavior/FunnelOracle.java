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

/** Computes funnels (docs/api/reads.md) from every attempt of every customer. */
final class FunnelOracle {
  private FunnelOracle() {}

  /**
   * A funnel request.
   *
   * @param steps event names, which may repeat
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
   * The steps that a customer completed.
   *
   * @param completed the event of each completed step, in order of time
   */
  record Attempt(String customer, List<BehaviorEvent> completed) {
    int steps() {
      return completed.size();
    }

    Instant at(int i) {
      return completed.get(i).time();
    }
  }

  /** The furthest attempt of each customer, by customer. */
  static Map<String, Attempt> attempts(Collection<BehaviorEvent> events, Request request) {
    Map<String, List<BehaviorEvent>> byCustomer = new TreeMap<>();
    events.stream()
        .filter(event -> request.range().contains(event.time()))
        .filter(event -> request.steps().contains(event.name()))
        .sorted(BehaviorEvent.ORDER)
        .forEach(e -> byCustomer.computeIfAbsent(e.customer(), key -> new ArrayList<>()).add(e));
    Map<String, Attempt> attempts = new TreeMap<>();
    byCustomer.forEach(
        (customer, customerEvents) ->
            furthest(customer, customerEvents, request)
                .ifPresent(attempt -> attempts.put(customer, attempt)));
    return attempts;
  }

  private static Optional<Attempt> furthest(
      String customer, List<BehaviorEvent> customerEvents, Request request) {
    Optional<Attempt> furthest = Optional.empty();
    for (BehaviorEvent first : customerEvents) {
      List<BehaviorEvent> completed =
          request.isOrdered()
              ? ordered(first, customerEvents, request)
              : any(first, customerEvents, request);
      int before = furthest.map(Attempt::steps).orElse(0);
      if (completed.size() > before) {
        furthest = Optional.of(new Attempt(customer, completed));
      }
    }
    return furthest;
  }

  /** Matches each step with its first possible event, which leaves the most to later steps. */
  private static List<BehaviorEvent> ordered(
      BehaviorEvent first, List<BehaviorEvent> customerEvents, Request request) {
    List<BehaviorEvent> completed = new ArrayList<>();
    Instant from = first.time();
    for (String step : request.steps()) {
      Instant earliest = from;
      Optional<BehaviorEvent> next =
          completed.isEmpty()
              ? Optional.of(first).filter(event -> event.name().equals(step))
              : customerEvents.stream()
                  .filter(event -> event.name().equals(step) && !completed.contains(event))
                  .filter(event -> !event.time().isBefore(earliest))
                  .filter(event -> isWithin(first, event, request))
                  .findFirst();
      if (next.isEmpty()) {
        return completed;
      }
      completed.add(next.get());
      from = next.get().time();
    }
    return completed;
  }

  /** Matches events of the same instant in the order of the steps. */
  private static List<BehaviorEvent> any(
      BehaviorEvent first, List<BehaviorEvent> customerEvents, Request request) {
    List<String> open = new ArrayList<>(request.steps());
    List<BehaviorEvent> completed = new ArrayList<>();
    List<BehaviorEvent> inOrder = new ArrayList<>(customerEvents);
    inOrder.sort(
        Comparator.comparing(BehaviorEvent::time)
            .thenComparing(event -> request.steps().indexOf(event.name()))
            .thenComparing(BehaviorEvent::key));
    for (BehaviorEvent event : inOrder) {
      if (!event.time().isBefore(first.time())
          && isWithin(first, event, request)
          && open.remove(event.name())) {
        completed.add(event);
      }
    }
    return completed;
  }

  private static boolean isWithin(BehaviorEvent first, BehaviorEvent event, Request request) {
    return !event.time().isAfter(first.time().plus(request.window()));
  }

  /** The expected fields of the response. */
  static Map<String, @Nullable Object> response(Collection<Attempt> attempts, Request request) {
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

  /** How many customers reached step {@code i}; the first step is 0. */
  private static long customers(Collection<Attempt> attempts, int i) {
    return attempts.stream().filter(attempt -> attempt.steps() > i).count();
  }

  private static @Nullable Object share(long part, long whole) {
    return whole == 0
        ? null
        : new Rounded(OracleArithmetic.ratio(BigDecimal.valueOf(part), whole).value());
  }

  /** The median time between two steps, over the customers that completed both. */
  private static @Nullable Object median(Collection<Attempt> attempts, int from, int to) {
    return OracleArithmetic.roundedMedian(
            attempts.stream()
                .filter(attempt -> attempt.steps() > to)
                .map(attempt -> Duration.between(attempt.at(from), attempt.at(to)))
                .map(TrafficOracle::seconds)
                .toList())
        .orElse(null);
  }

  /** The shops that completed the steps before {@code step} (2 is the second), but not that one. */
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
