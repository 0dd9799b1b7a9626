package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Decides leaves about usage events and page views. */
final class EventRule {
  private EventRule() {}

  static LeafFacts facts(JsonNode leaf, ModelCustomer customer, Clock clock) {
    List<ModelEvent> candidates =
        customer.events().stream().filter(event -> isMeant(leaf, event)).toList();
    List<ModelEvent> found =
        candidates.stream()
            .filter(event -> event.time().isBefore(clock.now()))
            .filter(event -> isInWindow(leaf, event, clock))
            .filter(event -> matchesAll(leaf.path("where"), event, clock))
            .sorted(ModelEvent.NEWEST_FIRST)
            .toList();
    Object value = value(leaf, found);
    return new LeafFacts(
        holds(leaf, found, value, clock),
        value,
        candidates.stream().map(ModelEvent::time).toList(),
        found.stream().map(event -> event.app() + " " + event.id()).toList());
  }

  private static boolean isMeant(JsonNode leaf, ModelEvent event) {
    String app = Reference.app(leaf);
    boolean isOfApp = app.isEmpty() || app.equals(event.app());
    return isOfApp
        && (leaf.path("type").asText().equals("page")
            ? event.isPageView() && isPath(leaf.path("path").asText(), event.path())
            : leaf.path("name").asText().equals(event.name()));
  }

  /** A final star stands for any end. */
  private static boolean isPath(String pattern, @Nullable String path) {
    return path != null
        && (pattern.endsWith("*")
            ? path.startsWith(pattern.substring(0, pattern.length() - 1))
            : path.equals(pattern));
  }

  private static boolean isInWindow(JsonNode leaf, ModelEvent event, Clock clock) {
    JsonNode window = leaf.path("window");
    return !window.isObject() || ValueTest.of(window).holds(List.of(event.time()), clock);
  }

  private static boolean matchesAll(JsonNode filters, ModelEvent event, Clock clock) {
    return StreamSupport.stream(filters.spliterator(), false)
        .allMatch(
            filter ->
                ValueTest.of(filter)
                    .holds(at(event.properties(), filter.path("property").asText()), clock));
  }

  /** The value at a path of names joined by dots; none if it is missing or null. */
  static List<Object> at(@Nullable Object document, String path) {
    Object value = document;
    for (String name : path.split("(?<!\\\\)\\.", -1)) {
      value = value instanceof Map<?, ?> object ? object.get(name.replace("\\.", ".")) : null;
    }
    return Optional.ofNullable(PlainJson.comparable(value)).stream().toList();
  }

  private static @Nullable Object value(JsonNode leaf, List<ModelEvent> newestFirst) {
    return switch (leaf.path("measure").asText()) {
      case "sum" ->
          newestFirst.stream()
              .flatMap(event -> at(event.properties(), leaf.path("property").asText()).stream())
              .filter(BigDecimal.class::isInstance)
              .map(BigDecimal.class::cast)
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      case "first" -> newestFirst.isEmpty() ? null : newestFirst.get(newestFirst.size() - 1).time();
      case "last" -> newestFirst.isEmpty() ? null : newestFirst.get(0).time();
      default -> BigDecimal.valueOf(newestFirst.size());
    };
  }

  private static boolean holds(
      JsonNode leaf, List<ModelEvent> found, @Nullable Object value, Clock clock) {
    return switch (leaf.path("measure").asText()) {
      case "performed", "viewed" -> !found.isEmpty();
      case "not_performed", "not_viewed" -> found.isEmpty();
      // Without an event there is no first one, which satisfies no time operator.
      default -> ValueTest.of(leaf).holds(Optional.ofNullable(value).stream().toList(), clock);
    };
  }
}
