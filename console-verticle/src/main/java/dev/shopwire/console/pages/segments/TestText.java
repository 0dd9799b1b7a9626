package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;

/** Writes the operator and the value of a test as text. */
final class TestText {
  /** Whose values are moments and durations, which are not quoted; so are those of between. */
  private static final Set<String> OF_TIMES =
      Set.of("before", "since", "after", "within", "within_next", "between");

  private static final String STARTS_WITH = "starts_with";

  /** Shown for a value that is not known. */
  private static final String UNKNOWN = "…";

  private TestText() {}

  /**
   * @param test has {@code op}, and a {@code value} if the operator needs one; without an operator
   *     the text is empty
   */
  static String of(JsonNode test) {
    String op = test.path("op").asText("");
    JsonNode value = test.path("value");
    if (op.isEmpty()) {
      return "";
    }
    String word = op.equals(STARTS_WITH) ? op : op.replace('_', ' ');
    if (op.startsWith("is_")) {
      return word;
    }
    if (value.isMissingNode()) {
      return word + " " + UNKNOWN;
    }
    return word + " " + operand(op, value, test.path("name").asText().equals("affiliate"));
  }

  private static String operand(String op, JsonNode value, boolean isAffiliate) {
    if (!value.isArray()) {
      return single(op, value, isAffiliate);
    }
    List<String> all = value.valueStream().map(each -> single(op, each, isAffiliate)).toList();
    return op.equals("between") ? String.join(" and ", all) : "(" + String.join(", ", all) + ")";
  }

  /** JSON has the ids of affiliates. */
  private static String single(String op, JsonNode value, boolean isAffiliate) {
    if (isAffiliate) {
      return "#" + value.asText();
    }
    return value.isTextual() && OF_TIMES.contains(op) ? value.asText() : value.toString();
  }
}
