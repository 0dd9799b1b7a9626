package dev.shopwire.app;

import static dev.shopwire.app.BehaviorDifference.expect;
import static dev.shopwire.app.BehaviorDifference.items;
import static dev.shopwire.app.BehaviorDifference.object;

import dev.shopwire.app.BehaviorOracleNumbers.Near;
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

/** Compares an app's lists and reports with what the oracles say of its events. */
final class BehaviorChecks {
  /** What has no value comes last. */
  private static final Comparator<Optional<BigDecimal>> LARGEST_FIRST =
      Comparator.comparing(
          (Optional<BigDecimal> value) -> value.orElse(null),
          Comparator.nullsLast(Comparator.reverseOrder()));

  private final BehaviorApp app;

  BehaviorChecks(BehaviorApp app) {
    this.app = app;
  }

  /**
   * Every event that is there at the first page comes once and in order, whatever comes between.
   *
   * @param between adds events between two pages
   */
  void list(BehaviorOracleList.Filter filter, IntSupplier take, Runnable between) {
    List<BehaviorEvent> expected = BehaviorOracleList.of(app.events(), filter);
    Set<String> ids = new HashSet<>();
    app.events().forEach(event -> ids.add(event.id()));
    List<@Nullable Object> pages =
        BehaviorApp.pages(p -> app.read("", p), "events", filter.parameters(), take, between);
    Stream<Object> stored = pages.stream().filter(e -> ids.contains(object(e).get("eventId")));
    expect(filter, expected.stream().map(BehaviorOracleList::shown).toList(), stored.toList());
    long distinct = pages.stream().map(e -> object(e).get("eventId")).distinct().count();
    expect(filter, pages.size(), Math.toIntExact(distinct));
  }

  /** The figure beside a list. */
  void summary(BehaviorOracleList.Filter filter, BehaviorOracleReport.Question question) {
    Map<String, String> parameters = new LinkedHashMap<>(filter.parameters());
    parameters.put("calculation", question.calculation());
    question.over().ifPresent(over -> parameters.put("overProperty", over));
    Object value =
        BehaviorOracleReport.value(
                question.calculation(),
                question.over(),
                BehaviorOracleList.of(app.events(), filter))
            .orElse(null);
    expect(parameters, value, object(app.read("", parameters).get("summary")).get("value"));
  }

  void report(BehaviorOracleReport.Question question) {
    Map<?, ?> report = object(app.read("/report", question.parameters()).get("report"));
    BehaviorOracleReport oracle = new BehaviorOracleReport(app.events(), question);
    expect(question, oracle.answer(), report);
    if (question.groupBy().isPresent()) {
      groups(question, oracle, items(report.get("groups")));
    } else {
      expect(question, null, report.get("groups"));
    }
  }

  /**
   * Groups that are worth the same may come in any order, and any of them may be cut off. A value
   * that some event has is a group, also where there is nothing to calculate with.
   */
  private static void groups(
      BehaviorOracleReport.Question question, BehaviorOracleReport oracle, List<?> groups) {
    Map<Object, Map<String, @Nullable Object>> expected = oracle.groups();
    List<Object> shown = new ArrayList<>();
    List<Optional<BigDecimal>> values = new ArrayList<>();
    for (Object group : groups) {
      Object name = object(group).get("group");
      if (name != null) {
        shown.add(name);
        expect(question + " group " + name, expected.get(name), group);
        values.add(number(object(expected.get(name)).get("value")));
      } else {
        expect(question, true, object(group).get("rest"));
        expect(question + " rest", oracle.rest(shown), group);
      }
    }
    List<Optional<BigDecimal>> best =
        expected.values().stream()
            .map(figures -> number(figures.get("value")))
            .sorted(LARGEST_FIRST)
            .limit(question.limit())
            .toList();
    expect(question + " order of groups", best, values);
  }

  private static Optional<BigDecimal> number(@Nullable Object value) {
    return Optional.ofNullable(value instanceof Near near ? near.value() : value)
        .map(BigDecimal.class::cast);
  }
}
