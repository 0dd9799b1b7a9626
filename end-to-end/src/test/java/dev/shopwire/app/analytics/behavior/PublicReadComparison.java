package dev.shopwire.app.analytics.behavior;

import static dev.shopwire.app.analytics.behavior.ResponseComparison.assertMatches;
import static dev.shopwire.app.analytics.behavior.ResponseComparison.items;
import static dev.shopwire.app.analytics.behavior.ResponseComparison.object;

import dev.shopwire.app.analytics.behavior.OracleArithmetic.Near;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the public API's lists and reports of an app with the oracles. */
final class PublicReadComparison {
  /** Missing values come last. */
  private static final Comparator<Optional<BigDecimal>> LARGEST_FIRST =
      Comparator.comparing(
          (Optional<BigDecimal> value) -> value.orElse(null),
          Comparator.nullsLast(Comparator.reverseOrder()));

  private final BehaviorApp app;

  PublicReadComparison(BehaviorApp app) {
    this.app = app;
  }

  /**
   * Every event stored before the first page must be listed once and in order, whatever is added
   * between pages.
   *
   * @param between adds events between two pages
   */
  void list(EventListOracle.Filter filter, IntSupplier take, Runnable between) {
    List<BehaviorEvent> expected = EventListOracle.of(app.events(), filter);
    Set<String> ids = new HashSet<>();
    app.events().forEach(event -> ids.add(event.id()));
    List<@Nullable Object> pages =
        BehaviorApp.pages(p -> app.read("", p), "events", filter.parameters(), take, between);
    Stream<Object> stored = pages.stream().filter(e -> ids.contains(object(e).get("eventId")));
    assertMatches(filter, expected.stream().map(EventListOracle::shown).toList(), stored.toList());
    long distinct = pages.stream().map(e -> object(e).get("eventId")).distinct().count();
    assertMatches(filter, pages.size(), Math.toIntExact(distinct));
  }

  /** The value of a list's summary. */
  void summary(EventListOracle.Filter filter, ReportOracle.Request request) {
    Map<String, String> parameters = new LinkedHashMap<>(filter.parameters());
    parameters.put("calculation", request.calculation());
    request.over().ifPresent(over -> parameters.put("overProperty", over));
    Object value =
        ReportOracle.value(
                request.calculation(), request.over(), EventListOracle.of(app.events(), filter))
            .orElse(null);
    assertMatches(parameters, value, object(app.read("", parameters).get("summary")).get("value"));
  }

  void report(ReportOracle.Request request) {
    Map<?, ?> report = object(app.read("/report", request.parameters()).get("report"));
    ReportOracle oracle = new ReportOracle(app.events(), request);
    assertMatches(request, oracle.response(), report);
    if (request.groupBy().isPresent()) {
      groups(request, oracle, items(report.get("groups")));
    } else {
      assertMatches(request, null, report.get("groups"));
    }
  }

  /**
   * Groups of equal value may come in any order, and any of them may be cut off. Every value that
   * an event has is a group, even if there is nothing to calculate with.
   */
  private static void groups(ReportOracle.Request request, ReportOracle oracle, List<?> groups) {
    Map<Object, Map<String, @Nullable Object>> expected = oracle.groups();
    List<Object> shown = new ArrayList<>();
    List<Optional<BigDecimal>> values = new ArrayList<>();
    for (Object group : groups) {
      Object name = object(group).get("group");
      if (name != null) {
        shown.add(name);
        assertMatches(request + " group " + name, expected.get(name), group);
        values.add(number(object(expected.get(name)).get("value")));
      } else {
        assertMatches(request, true, object(group).get("rest"));
        assertMatches(request + " rest", oracle.rest(shown), group);
      }
    }
    List<Optional<BigDecimal>> best =
        expected.values().stream()
            .map(series -> number(series.get("value")))
            .sorted(LARGEST_FIRST)
            .limit(request.limit())
            .toList();
    assertMatches(request + " order of groups", best, values);
  }

  private static Optional<BigDecimal> number(@Nullable Object value) {
    return Optional.ofNullable(value instanceof Near near ? near.value() : value)
        .map(BigDecimal.class::cast);
  }
}
