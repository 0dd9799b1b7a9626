package dev.shopwire.app.analytics.behavior;

import dev.shopwire.app.analytics.behavior.TimeRangeOracle.Range;
import dev.shopwire.app.support.PlainJson;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Computes {@code GET /v1/usage_events} (docs/api/reads.md) by checking every event. */
final class EventListOracle {
  static final List<String> OPERATORS =
      List.of(
          "equals",
          "not_equals",
          "contains",
          "in",
          "not_in",
          "gt",
          "gte",
          "lt",
          "lte",
          "is_blank",
          "is_not_blank",
          "is_true",
          "is_false");

  private EventListOracle() {}

  /** One condition of the parameter {@code properties}. */
  record Condition(String property, String operator, @Nullable Object value) {
    boolean matches(BehaviorEvent event) {
      Optional<Object> found = event.property(property);
      return switch (operator) {
        case "is_blank" -> found.map(""::equals).orElse(true);
        case "is_not_blank" -> found.map(actual -> !actual.equals("")).orElse(false);
        case "not_equals" -> !found.equals(Optional.ofNullable(comparable()));
        case "not_in" -> found.filter(this::isListed).isEmpty();
        case "equals" -> found.map(actual -> actual.equals(comparable())).orElse(false);
        case "in" -> found.map(this::isListed).orElse(false);
        case "contains" -> found.map(this::isContained).orElse(false);
        case "is_true" -> found.equals(Optional.of(true));
        case "is_false" -> found.equals(Optional.of(false));
        case "gt" -> numberMatches(found, sign -> sign > 0);
        case "gte" -> numberMatches(found, sign -> sign >= 0);
        case "lt" -> numberMatches(found, sign -> sign < 0);
        default -> numberMatches(found, sign -> sign <= 0);
      };
    }

    private @Nullable Object comparable() {
      return PlainJson.comparable(value);
    }

    private boolean isListed(Object actual) {
      return comparable() instanceof List<?> values && values.contains(actual);
    }

    private boolean isContained(Object actual) {
      return actual instanceof List<?> items
          ? items.contains(value)
          : actual instanceof String text && text.contains(String.valueOf(value));
    }

    private boolean numberMatches(Optional<Object> found, IntPredicate predicate) {
      return found
          .map(
              actual ->
                  actual instanceof BigDecimal one
                      && value instanceof BigDecimal other
                      && predicate.test(one.compareTo(other)))
          .orElse(false);
    }

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("property", property);
      json.put("operator", operator);
      if (!operator.startsWith("is_")) {
        json.put("value", value);
      }
      return json;
    }
  }

  /** The filters of a request. */
  record Filter(
      Optional<String> customer,
      Optional<String> eventName,
      Optional<String> sessionKey,
      Optional<String> path,
      Optional<Range> range,
      List<Condition> conditions) {

    static final Filter ALL =
        new Filter(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    boolean matches(BehaviorEvent event) {
      return customer.map(event.customer()::equals).orElse(true)
          && eventName.map(event.name()::equals).orElse(true)
          && sessionKey.map(key -> key.equals(event.sessionKey())).orElse(true)
          && path.map(expected -> expected.equals(event.path())).orElse(true)
          && range.map(requested -> requested.contains(event.time())).orElse(true)
          && conditions.stream().allMatch(condition -> condition.matches(event));
    }

    Map<String, String> parameters() {
      Map<String, String> parameters = new TreeMap<>();
      customer.ifPresent(shop -> parameters.put("customerId", shop));
      eventName.ifPresent(name -> parameters.put("eventName", name));
      sessionKey.ifPresent(key -> parameters.put("sessionKey", key));
      path.ifPresent(expected -> parameters.put("path", expected));
      range.ifPresent(
          requested -> {
            parameters.put("startDate", requested.startDate());
            parameters.put("endDate", requested.endDate());
            parameters.put("timezone", requested.zone().getId());
          });
      if (!conditions.isEmpty()) {
        List<Object> list = conditions.stream().map(c -> (Object) c.json()).toList();
        parameters.put("properties", PlainJson.write(list));
      }
      return parameters;
    }
  }

  /** The events that match {@code filter}, newest first. */
  static List<BehaviorEvent> of(Collection<BehaviorEvent> events, Filter filter) {
    return events.stream().filter(filter::matches).sorted(BehaviorEvent.ORDER.reversed()).toList();
  }

  /** The fields of an event in the list. */
  static Map<String, @Nullable Object> shown(BehaviorEvent event) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("eventId", event.id());
    shown.put("eventName", event.name());
    shown.put("timestamp", event.time());
    shown.put("myplatformDomain", event.customer());
    shown.put("path", event.path());
    shown.put("sessionKey", event.sessionKey());
    shown.put("properties", PlainJson.comparable(event.properties()));
    return shown;
  }
}
