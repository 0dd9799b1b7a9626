package dev.shopwire.app.analytics.behavior;

import static dev.shopwire.app.analytics.behavior.ResponseComparison.assertMatches;
import static dev.shopwire.app.analytics.behavior.ResponseComparison.items;
import static dev.shopwire.app.analytics.behavior.ResponseComparison.object;

import dev.shopwire.app.analytics.behavior.FunnelOracle.Attempt;
import dev.shopwire.app.analytics.behavior.SessionOracle.Session;
import dev.shopwire.app.analytics.behavior.TimeRangeOracle.Range;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Compares the console's reads of an app's behavior with the oracles. */
final class ConsoleReadComparison {
  private final BehaviorApp app;

  ConsoleReadComparison(BehaviorApp app) {
    this.app = app;
  }

  private static Map<String, String> parameters(Range range) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("startDate", range.startDate());
    parameters.put("endDate", range.endDate());
    parameters.put("timezone", range.zone().getId());
    return parameters;
  }

  private List<Session> sessionsOf(Range range) {
    return SessionOracle.of(app.events()).stream()
        .filter(session -> range.contains(session.start()))
        .toList();
  }

  void sessions(Range range, IntSupplier take) {
    List<@Nullable Object> pages =
        BehaviorApp.pages(
            p -> app.console("/sessions", p), "sessions", parameters(range), take, () -> {});
    assertMatches(
        "sessions of " + range,
        sessionsOf(range).stream().map(ConsoleReadComparison::shown).toList(),
        pages);
  }

  private static Map<String, @Nullable Object> shown(Session session) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("id", session.first().key());
    shown.put("myplatformDomain", session.first().customer());
    shown.put("sessionKey", session.key());
    shown.put("startedAt", session.start());
    shown.put("endedAt", session.end());
    shown.put("pageViews", BigDecimal.valueOf(session.views().size()));
    shown.put("entryPath", session.first().path());
    shown.put("exitPath", session.last().path());
    return shown;
  }

  void sessionsSummary(Range range, String interval) {
    Map<String, String> parameters = parameters(range);
    parameters.put("interval", interval);
    Object summary = app.console("/sessions/summary", parameters).get("summary");
    assertMatches(
        "summary of " + range + " " + interval,
        TrafficOracle.summary(sessionsOf(range), range, interval),
        summary);
  }

  void pageViews(Range range, IntSupplier take) {
    List<@Nullable Object> pages =
        BehaviorApp.pages(
            p -> app.console("/page-views", p), "pages", parameters(range), take, () -> {});
    assertMatches(
        "page views of " + range + " by path",
        TrafficOracle.pages(app.events(), range),
        byPath(pages));
    List<BigDecimal> views =
        pages.stream().map(page -> (BigDecimal) object(page).get("views")).toList();
    assertMatches(
        "most viewed first",
        views.stream().sorted((one, other) -> other.compareTo(one)).toList(),
        views);
  }

  private static Map<String, Object> byPath(Collection<@Nullable Object> pages) {
    Map<String, Object> byPath = new LinkedHashMap<>();
    for (Object page : pages) {
      if (byPath.put(String.valueOf(object(page).get("path")), object(page)) != null) {
        throw new AssertionError("duplicate path: " + page);
      }
    }
    return byPath;
  }

  void funnel(FunnelOracle.Request request) {
    Collection<Attempt> attempts = FunnelOracle.attempts(app.events(), request).values();
    Map<?, ?> response = app.console("/funnels", request.parameters());
    assertMatches(request, FunnelOracle.response(attempts, request), response);
    request
        .breakdown()
        .ifPresent(by -> breakdown(request, by, attempts, items(response.get("breakdown"))));
    for (int step = 2; step <= request.steps().size(); step++) {
      dropouts(request, FunnelOracle.dropouts(attempts, step), step);
    }
  }

  private static void breakdown(
      FunnelOracle.Request request, String property, Collection<Attempt> attempts, List<?> groups) {
    List<Attempt> remaining = new ArrayList<>(attempts);
    for (Object group : groups) {
      Object value = object(group).get("group");
      List<Attempt> groupAttempts =
          remaining.stream()
              .filter(
                  attempt ->
                      value == null
                          || attempt
                              .completed()
                              .get(0)
                              .property(property)
                              .equals(Optional.of(value)))
              .toList();
      assertMatches(
          request + " group " + value, FunnelOracle.response(groupAttempts, request), group);
      remaining.removeAll(groupAttempts);
    }
    assertMatches(request + " in no group", List.of(), remaining);
  }

  private void dropouts(FunnelOracle.Request request, List<Object> expected, int step) {
    Map<String, String> parameters = new LinkedHashMap<>(request.parameters());
    parameters.remove("breakdown");
    parameters.put("step", Integer.toString(step));
    List<@Nullable Object> shops =
        BehaviorApp.pages(
            p -> app.console("/funnels/dropouts", p), "shops", parameters, () -> 2, () -> {});
    assertMatches(
        parameters,
        expected.stream().sorted(Comparator.comparing(ConsoleReadComparison::domain)).toList(),
        shops.stream().sorted(Comparator.comparing(ConsoleReadComparison::domain)).toList());
    List<Instant> reached =
        shops.stream()
            .map(shop -> Instant.parse(String.valueOf(object(shop).get("reachedAt"))))
            .toList();
    assertMatches(
        "latest first", reached.stream().sorted(Comparator.reverseOrder()).toList(), reached);
  }

  private static String domain(@Nullable Object shop) {
    return String.valueOf(object(shop).get("myplatformDomain"));
  }

  void retention(Optional<String> eventName, Range range) {
    Map<String, String> parameters = parameters(range);
    eventName.ifPresent(name -> parameters.put("eventName", name));
    assertMatches(
        "retention of " + parameters,
        new RetentionOracle(app.events(), eventName, range).cohorts(),
        app.console("/retention", parameters).get("cohorts"));
  }
}
