package dev.shopwire.app.analytics.behavior;

import static dev.shopwire.app.analytics.behavior.TimeRangeOracle.point;

import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.app.analytics.behavior.TimeRangeOracle.Range;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes {@code GET /v1/usage_events/report} (docs/api/reads.md) from every event. */
final class ReportOracle {
  private final Request request;
  private final List<BehaviorEvent> events;

  /**
   * A report request.
   *
   * @param customer the only customer whose events count
   * @param over the property to calculate over
   * @param limit the maximum number of groups
   */
  record Request(
      String calculation,
      Optional<String> over,
      Optional<String> eventName,
      Optional<String> customer,
      Range range,
      String interval,
      Optional<String> groupBy,
      int limit,
      boolean comparesPrevious) {

    Map<String, String> parameters() {
      Map<String, String> parameters = new TreeMap<>();
      parameters.put("calculation", calculation);
      over.ifPresent(property -> parameters.put("overProperty", property));
      eventName.ifPresent(name -> parameters.put("eventName", name));
      customer.ifPresent(shop -> parameters.put("customerId", shop));
      parameters.put("startDate", range.startDate());
      parameters.put("endDate", range.endDate());
      parameters.put("timezone", range.zone().getId());
      parameters.put("interval", interval);
      groupBy.ifPresent(property -> parameters.put("groupBy", property));
      groupBy.ifPresent(property -> parameters.put("limit", Integer.toString(limit)));
      if (comparesPrevious) {
        parameters.put("compare", "previous");
      }
      return parameters;
    }
  }

  ReportOracle(Collection<BehaviorEvent> all, Request request) {
    this.request = request;
    this.events =
        all.stream()
            .filter(e -> request.eventName().map(e.name()::equals).orElse(true))
            .filter(e -> request.customer().map(e.customer()::equals).orElse(true))
            .toList();
  }

  /** The expected fields of {@code report}, without the groups. */
  Map<String, @Nullable Object> response() {
    Map<String, @Nullable Object> response = new LinkedHashMap<>(series(eventsIn(request.range())));
    response.put("calculation", request.calculation());
    response.put("interval", request.interval());
    response.put("timezone", request.range().zone().getId());
    if (request.range().isOfDays()) {
      response.put("startDate", request.range().startDate());
      response.put("endDate", request.range().endDate());
    }
    if (request.comparesPrevious()) {
      Range before = request.range().previous();
      Map<String, @Nullable Object> previous = series(eventsIn(before), before);
      if (before.isOfDays()) {
        previous.put("startDate", before.startDate());
        previous.put("endDate", before.endDate());
      }
      response.put("previous", previous);
    }
    return response;
  }

  private List<BehaviorEvent> eventsIn(Range range) {
    return events.stream().filter(event -> range.contains(event.time())).toList();
  }

  /** Each group's series by the property's value; events without the property are left out. */
  Map<Object, Map<String, @Nullable Object>> groups() {
    Map<Object, List<BehaviorEvent>> byGroup = new HashMap<>();
    for (BehaviorEvent event : eventsIn(request.range())) {
      groupOf(event)
          .ifPresent(group -> byGroup.computeIfAbsent(group, n -> new ArrayList<>()).add(event));
    }
    Map<Object, Map<String, @Nullable Object>> groups = new HashMap<>();
    byGroup.forEach((group, groupEvents) -> groups.put(group, series(groupEvents)));
    return groups;
  }

  /** The series of all events that are not in the groups {@code shown}. */
  Map<String, @Nullable Object> rest(Collection<Object> shown) {
    return series(
        eventsIn(request.range()).stream()
            .filter(event -> groupOf(event).filter(shown::contains).isEmpty())
            .toList());
  }

  private Optional<Object> groupOf(BehaviorEvent event) {
    return request.groupBy().flatMap(event::property);
  }

  private Map<String, @Nullable Object> series(List<BehaviorEvent> selected) {
    return series(selected, request.range());
  }

  private Map<String, @Nullable Object> series(List<BehaviorEvent> selected, Range range) {
    Map<Object, List<BehaviorEvent>> byBucket = new LinkedHashMap<>();
    for (BehaviorEvent event : selected) {
      Object bucket = TimeRangeOracle.bucketOf(event.time(), range.zone(), request.interval());
      byBucket.computeIfAbsent(bucket, key -> new ArrayList<>()).add(event);
    }
    List<Object> data = new ArrayList<>();
    TimeRangeOracle.buckets(range, request.interval())
        .forEach(
            (bucket, date) ->
                data.add(
                    point(date, value(byBucket.getOrDefault(bucket, List.of())).orElse(null))));
    Map<String, @Nullable Object> series = new LinkedHashMap<>();
    series.put("value", value(selected).orElse(null));
    series.put("data", data);
    return series;
  }

  /** The calculation's value over {@code selected}; empty if there is nothing to calculate with. */
  Optional<Object> value(Collection<BehaviorEvent> selected) {
    return value(request.calculation(), request.over(), selected);
  }

  static Optional<Object> value(
      String calculation, Optional<String> over, Collection<BehaviorEvent> selected) {
    List<Object> values =
        selected.stream()
            .map(event -> over.map(event::property).orElse(Optional.of(event.customer())))
            .flatMap(Optional::stream)
            .toList();
    List<BigDecimal> numbers =
        values.stream().filter(BigDecimal.class::isInstance).map(BigDecimal.class::cast).toList();
    return switch (Calculation.of(calculation)) {
      case COUNT -> Optional.of(BigDecimal.valueOf(values.size()));
      case UNIQUE -> Optional.of(BigDecimal.valueOf(values.stream().distinct().count()));
      case SUM -> Optional.of(OracleArithmetic.sum(numbers));
      case AVG -> OracleArithmetic.average(numbers);
      case MIN -> numbers.stream().min(BigDecimal::compareTo).map(Object.class::cast);
      case MAX -> numbers.stream().max(BigDecimal::compareTo).map(Object.class::cast);
      case MEDIAN -> OracleArithmetic.percentile(numbers, "0.5");
      case P90 -> OracleArithmetic.percentile(numbers, "0.9");
      case P95 -> OracleArithmetic.percentile(numbers, "0.95");
      case P99 -> OracleArithmetic.percentile(numbers, "0.99");
    };
  }
}
