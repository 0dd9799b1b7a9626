package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When the sessions of a customer in one app start: page views with one key are one session, those
 * without a key one as long as no gap between two of them is longer than 30 minutes.
 */
final class SessionStarts {
  private static final Duration GAP = Duration.ofMinutes(30);

  private SessionStarts() {}

  static List<Instant> of(List<ModelEvent> events) {
    List<Instant> starts = new ArrayList<>();
    Map<String, Instant> ofKeys = new TreeMap<>();
    Instant previous = null;
    for (ModelEvent view :
        events.stream()
            .filter(ModelEvent::isPageView)
            .sorted(Comparator.comparing(ModelEvent::time))
            .toList()) {
      if (view.sessionKey() != null) {
        ofKeys.putIfAbsent(view.sessionKey(), view.time());
      } else {
        if (startsOne(previous, view.time())) {
          starts.add(view.time());
        }
        previous = view.time();
      }
    }
    starts.addAll(ofKeys.values());
    return starts;
  }

  private static boolean startsOne(@Nullable Instant previous, Instant time) {
    return previous == null || Duration.between(previous, time).compareTo(GAP) > 0;
  }

  /** Decides a leaf about sessions. */
  static LeafFacts facts(JsonNode leaf, List<String> apps, ModelCustomer customer, Clock clock) {
    List<Instant> starts =
        apps.stream()
            .filter(app -> Reference.app(leaf).isEmpty() || Reference.app(leaf).equals(app))
            .flatMap(app -> of(eventsOf(customer, app)).stream())
            .toList();
    JsonNode window = leaf.path("window");
    long count =
        starts.stream()
            .filter(start -> start.isBefore(clock.now()))
            .filter(
                start -> !window.isObject() || ValueTest.of(window).holds(List.of(start), clock))
            .count();
    BigDecimal value = BigDecimal.valueOf(count);
    return new LeafFacts(ValueTest.of(leaf).holds(List.of(value), clock), value, starts, List.of());
  }

  private static List<ModelEvent> eventsOf(ModelCustomer customer, String app) {
    return customer.events().stream().filter(event -> event.app().equals(app)).toList();
  }
}
