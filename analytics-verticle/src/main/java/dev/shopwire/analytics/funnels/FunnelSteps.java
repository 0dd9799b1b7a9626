package dev.shopwire.analytics.funnels;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.query.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a funnel: event names, which may repeat.
 *
 * @param names in the requested order
 * @param kinds the distinct names
 */
record FunnelSteps(List<String> names, List<String> kinds) {
  static final int MAX = 10;

  private static final String NAME = "steps";
  private static final int MIN = 2;
  private static final int MAX_NAME = 1_000;
  private static final int MAX_LENGTH = 16_384;

  FunnelSteps {
    names = List.copyOf(names);
    kinds = List.copyOf(kinds);
  }

  static FunnelSteps of(List<String> names) {
    return new FunnelSteps(names, names.stream().distinct().toList());
  }

  /**
   * Reads the parameter {@code steps}: names separated by commas, or a JSON array of names, which
   * may then contain commas.
   */
  static FunnelSteps read(Query query) {
    Optional<String> text = query.text(NAME, MAX_LENGTH);
    if (text.isEmpty() && !query.has(NAME)) {
      query.addError(NAME, "required", "is required");
    }
    return text.flatMap(value -> names(query, value)).map(FunnelSteps::of).orElse(of(List.of()));
  }

  private static Optional<List<String>> names(Query query, String text) {
    List<String> names =
        text.strip().startsWith("[")
            ? array(text)
            : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    boolean named =
        names.stream()
            .allMatch(
                name ->
                    !name.isBlank()
                        && StorableText.length(name) <= MAX_NAME
                        && StorableText.findProblem(name).isEmpty());
    return !named || names.size() < MIN || names.size() > MAX
        ? query.addError(
            NAME,
            "invalid_" + NAME,
            "must be "
                + MIN
                + " to "
                + MAX
                + " event names separated by commas, or a JSON array of them")
        : Optional.of(names);
  }

  /** Empty if it is not JSON; elements that are not strings become empty names. */
  private static List<String> array(String text) {
    List<String> names = new ArrayList<>();
    try {
      for (JsonNode item : Json.MAPPER.readTree(text)) {
        names.add(item.isTextual() ? item.textValue() : "");
      }
    } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
      return List.of();
    }
    return names;
  }

  int size() {
    return names.size();
  }

  /** The index of each step in {@link #kinds}. */
  int[] kindOfEach() {
    return names.stream().mapToInt(kinds::indexOf).toArray();
  }
}
