package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares the explanation of a condition for one customer with the reference, leaf by leaf. */
final class ExplanationComparison {
  private static final int MAX_EVIDENCE = 5;
  private static final BigDecimal ROUNDING = new BigDecimal("1e-9");

  private final Reference reference;
  private final ModelCustomer customer;
  private final List<String> differences = new ArrayList<>();

  private ExplanationComparison(Reference reference, ModelCustomer customer) {
    this.reference = reference;
    this.customer = customer;
  }

  /**
   * What differs, by path in the tree.
   *
   * @param condition whose explanation it is
   */
  static List<String> differences(
      Reference reference,
      JsonNode condition,
      ModelCustomer customer,
      JsonNode explanation,
      Clock clock) {
    ExplanationComparison comparison = new ExplanationComparison(reference, customer);
    comparison.compare("id", customer.id(), explanation.at("/customer/id").asText());
    comparison.compare(
        "member",
        reference.holds(condition, customer, clock),
        explanation.path("member").booleanValue());
    comparison.tree("condition", condition, explanation.path("condition"), clock);
    return comparison.differences;
  }

  private void compare(String where, @Nullable Object expected, @Nullable Object actual) {
    if (!Objects.equals(expected, actual)) {
      differences.add(where + ": expected " + expected + ", was " + actual);
    }
  }

  private void tree(String path, JsonNode condition, JsonNode explained, Clock clock) {
    compare(
        path + " result",
        reference.holds(condition, customer, clock),
        explained.path("result").booleanValue());
    for (String kind : List.of("all", "any")) {
      compare(path + " " + kind, condition.path(kind).size(), explained.path(kind).size());
      for (int i = 0; i < condition.path(kind).size(); i++) {
        tree(
            path + "/" + kind + "/" + i,
            condition.path(kind).path(i),
            explained.path(kind).path(i),
            clock);
      }
    }
    if (condition.has("not")) {
      tree(path + "/not", condition.path("not"), explained.path("not"), clock);
    }
    if (condition.has("type")) {
      leaf(path + " " + condition, condition, explained, clock);
    }
  }

  private void leaf(String path, JsonNode leaf, JsonNode explained, Clock clock) {
    compare(path + " type", leaf.path("type"), explained.path("type"));
    if (leaf.path("type").asText().equals("segment")) {
      ModelSegment segment = reference.segmentOf(leaf);
      tree(
          path + "/explanation",
          segment.condition(),
          explained.path("explanation"),
          clock.in(segment.zone()));
      return;
    }
    LeafFacts facts = reference.facts(leaf, customer, clock);
    if (leaf.path("type").asText().equals("lifecycle")) {
      oneOf(path, (List<?>) facts.value(), explained);
    } else {
      compare(path + " value", comparable(facts.value()), actual(facts.value(), explained));
    }
    evidence(path, leaf, facts, explained.path("evidence"));
    nextChange(path, leaf, explained.path("nextChangeAt"), clock);
  }

  /** Of several apps, the value of one is shown; quotients are rounded. */
  private void oneOf(String path, @Nullable List<?> values, JsonNode explained) {
    JsonNode value = explained.path("value");
    boolean isOne =
        (values == null || values.isEmpty())
            ? value.isNull()
            : values.stream()
                .anyMatch(
                    each ->
                        (each instanceof BigDecimal number && value.isNumber())
                            ? number.subtract(value.decimalValue()).abs().compareTo(ROUNDING) < 0
                            : Objects.equals(comparable(each), actual(each, explained)));
    compare(path + " value " + value + " is one of " + values, true, isOne);
  }

  private static @Nullable Object comparable(@Nullable Object value) {
    return value instanceof List<?> list ? sorted(list) : PlainJson.comparable(value);
  }

  private static List<String> sorted(List<?> list) {
    return list.stream().map(item -> String.valueOf(PlainJson.comparable(item))).sorted().toList();
  }

  /** In the form of the expected value. */
  private static @Nullable Object actual(@Nullable Object expected, JsonNode explained) {
    Object value = PlainJson.plain(explained.path("value"));
    if (expected instanceof Instant && value instanceof String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeException e) {
        return text;
      }
    }
    return comparable(value);
  }

  /** Time may be expected to change a leaf too early, never too late. */
  private void nextChange(String path, JsonNode leaf, JsonNode explained, Clock clock) {
    Optional<Instant> expected = reference.nextChange(leaf, customer, clock);
    if (expected.isPresent()) {
      boolean isInTime =
          explained.isTextual() && !Instant.parse(explained.textValue()).isAfter(expected.get());
      compare(path + " nextChangeAt " + explained + " in time for " + expected, true, isInTime);
    }
    if (explained.isTextual()) {
      compare(
          path + " nextChangeAt " + explained + " is ahead of " + clock.now(),
          false,
          Instant.parse(explained.textValue()).isBefore(clock.now()));
    }
  }

  private void evidence(String path, JsonNode leaf, LeafFacts facts, JsonNode explained) {
    String type = leaf.path("type").asText();
    List<String> actual = new ArrayList<>();
    explained.forEach(each -> actual.add(description(type, each)));
    switch (type) {
      case "event", "page", "contact", "credit", "lifecycle" -> {
        compare(
            path + " number of evidence",
            Math.min(MAX_EVIDENCE, facts.evidence().size()),
            actual.size());
        compare(
            path + " evidence of " + facts.evidence(), List.of(), minus(actual, facts.evidence()));
        newestFirst(path, explained);
      }
      case "field" -> {
        // What was unset has another evidence.
        if (!facts.evidence().isEmpty()) {
          compare(
              path + " evidence",
              facts.evidence().stream().sorted().toList(),
              actual.stream().sorted().toList());
        }
      }
      default -> {}
    }
  }

  private static String description(String type, JsonNode evidence) {
    String app = evidence.path("app").asText();
    return switch (type) {
      case "event", "page" -> app + " " + evidence.path("eventId").asText();
      case "contact" -> evidence.path("role").asText() + " " + evidence.path("email").textValue();
      case "credit" -> app + " " + evidence.path("code").textValue();
      case "lifecycle" -> app + " " + evidence.path("state").asText();
      default -> app + " " + evidence.path("requestId").asText();
    };
  }

  private static List<String> minus(List<String> actual, List<String> expected) {
    List<String> rest = new ArrayList<>(actual);
    expected.forEach(rest::remove);
    return rest;
  }

  private void newestFirst(String path, JsonNode explained) {
    List<Instant> times = new ArrayList<>();
    explained.forEach(
        each -> {
          if (each.path("at").isTextual()) {
            times.add(Instant.parse(each.path("at").asText()));
          }
        });
    compare(
        path + " evidence newest first",
        times.stream().sorted(Comparator.reverseOrder()).toList(),
        times);
  }
}
