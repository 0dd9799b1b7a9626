package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a condition as text in one of the many spellings that mean it: words in any case, other
 * white space, signs for words, more parentheses, names and texts quoted or bare, escapes.
 */
final class ConditionSpelling {
  private static final Map<String, String> SIGNS =
      Map.of("gt", ">", "gte", ">=", "lt", "<", "lte", "<=");
  private static final Set<String> TIMES_OF_MOMENTS = Set.of("before", "since", "after");

  /** A tree of at most this depth gets more parentheses than it needs. */
  private static final int SHALLOW = 5;

  private final Dice dice;
  private final WordSpelling words;
  private final ModelWorkspace workspace;

  ConditionSpelling(Dice dice, ModelWorkspace workspace) {
    this.dice = dice;
    this.words = new WordSpelling(dice);
    this.workspace = workspace;
  }

  String write(JsonNode condition) {
    return words.optionalSpace()
        + tree(condition, depth(condition) <= SHALLOW)
        + words.optionalSpace();
  }

  private static int depth(JsonNode condition) {
    if (condition.has("type")) {
      return 1;
    }
    return 1
        + (condition.has("not")
            ? depth(condition.path("not"))
            : Reference.parts(list(condition)).mapToInt(ConditionSpelling::depth).max().orElse(0));
  }

  private static JsonNode list(JsonNode group) {
    return group.has("all") ? group.path("all") : group.path("any");
  }

  /** Without groups of one, which texts don't have. */
  private static JsonNode simple(JsonNode condition) {
    JsonNode simple = condition;
    while (!simple.has("type") && !simple.has("not") && list(simple).size() == 1) {
      simple = list(simple).path(0);
    }
    return simple;
  }

  private String tree(JsonNode given, boolean mayAddParentheses) {
    JsonNode condition = simple(given);
    String text;
    if (condition.has("not")) {
      JsonNode part = simple(condition.path("not"));
      boolean isGroup = part.has("all") || part.has("any");
      String inner = tree(part, mayAddParentheses);
      text =
          words.word("NOT")
              + (isGroup ? words.optionalSpace() + group(inner) : words.space() + inner);
    } else if (condition.has("type")) {
      text = leaf(condition);
    } else {
      return list(condition, mayAddParentheses);
    }
    return mayAddParentheses && dice.oneIn(8) ? group(text) : text;
  }

  private String list(JsonNode condition, boolean mayAddParentheses) {
    boolean isAll = condition.has("all");
    return Reference.parts(list(condition))
        .map(
            part -> {
              JsonNode simple = simple(part);
              String text = tree(simple, mayAddParentheses);
              // A group within one of its own kind is another tree without its parentheses.
              boolean needs = simple.has("any") || (simple.has("all") && isAll);
              return needs || (simple.has("all") && mayAddParentheses && dice.oneIn(2))
                  ? group(text)
                  : text;
            })
        .collect(
            Collectors.joining(words.space() + words.word(isAll ? "AND" : "OR") + words.space()));
  }

  private String group(String text) {
    return "(" + words.optionalSpace() + text + words.optionalSpace() + ")";
  }

  private String leaf(JsonNode leaf) {
    return switch (leaf.path("type").asText()) {
      case "field" -> field(leaf) + test(leaf);
      case "member" -> words.word(leaf.path("name").asText()) + test(leaf);
      case "event" ->
          event(leaf, words.word("event:") + app(leaf, "/") + words.name(leaf.path("name")));
      case "page" ->
          event(
              leaf,
              words.word("page:") + app(leaf, "/") + words.string(leaf.path("path").asText()));
      case "sessions" ->
          words.word("sessions")
              + suffix(leaf)
              + words.space()
              + words.word("count")
              + test(leaf)
              + window(leaf);
      case "contact" ->
          words.word("contact")
              + (leaf.hasNonNull("op") ? words.space() + words.word("count") + test(leaf) : "")
              + where(leaf);
      case "credit" -> words.word("credit") + suffix(leaf) + where(leaf);
      case "lifecycle" -> lifecycle(leaf);
      case "segment" -> segment(leaf);
      default -> words.word("everyone");
    };
  }

  private String lifecycle(JsonNode leaf) {
    return words.word("app:")
        + (leaf.hasNonNull("app") ? words.name(leaf.path("app")) : words.word("any"))
        + words.space()
        + words.word(leaf.path("name").asText())
        + (leaf.hasNonNull("currency") ? ":" + words.name(leaf.path("currency")) : "")
        + (leaf.hasNonNull("op") ? test(leaf) : "");
  }

  private String suffix(JsonNode leaf) {
    return leaf.hasNonNull("app") ? ":" + words.name(leaf.path("app")) : "";
  }

  private String app(JsonNode leaf, String separator) {
    return leaf.hasNonNull("app") ? words.name(leaf.path("app")) + separator : "";
  }

  private String field(JsonNode leaf) {
    ModelField field = new Reference(workspace).fieldOf(leaf);
    List<String> apps = FieldNames.apps(workspace, field);
    // Of a field with one value per app the app says whose value is meant.
    String app = field.isPerApp() || !leaf.hasNonNull("id") ? Reference.app(leaf) : dice.any(apps);
    String path = leaf.hasNonNull("path") ? "[" + words.name(leaf.path("path")) + "]" : "";
    return words.word("cf:")
        + (app.isEmpty() ? "" : words.name(app) + "/")
        + words.name(field.name())
        + path;
  }

  private String segment(JsonNode leaf) {
    ModelSegment segment = new Reference(workspace).segmentOf(leaf);
    return words.word("segment:")
        + (dice.oneIn(2) ? "#" + segment.id() : words.name(segment.name()));
  }

  private String event(JsonNode leaf, String head) {
    String measure = leaf.path("measure").asText();
    String text =
        switch (measure) {
          case "sum" -> words.word("sum(") + words.name(leaf.path("property")) + ")" + test(leaf);
          case "count", "first", "last" -> words.word(measure) + test(leaf);
          default -> words.words(measure);
        };
    return head + words.space() + text + window(leaf) + where(leaf);
  }

  private String window(JsonNode leaf) {
    return leaf.path("window").isObject() ? test(leaf.path("window")) : "";
  }

  private String where(JsonNode leaf) {
    if (leaf.path("where").isEmpty()) {
      return "";
    }
    String filters =
        Reference.parts(leaf.path("where"))
            .map(filter -> filterName(filter) + filterTest(filter))
            .collect(Collectors.joining(words.space() + words.word("AND") + words.space()));
    return words.space() + words.word("where") + words.optionalSpace() + group(filters);
  }

  private String filterName(JsonNode filter) {
    return filter.has("property")
        ? words.name(filter.path("property"))
        : words.word(filter.path("name").asText());
  }

  private String filterTest(JsonNode filter) {
    if (!filter.path("name").asText().equals("affiliate")) {
      return test(filter);
    }
    String operator = filter.path("op").asText();
    JsonNode value = filter.path("value");
    return operator.endsWith("in")
        ? words.space()
            + words.words(operator)
            + words.optionalSpace()
            + group(
                Reference.parts(value)
                    .map(each -> affiliate(each.asText()))
                    .collect(Collectors.joining("," + words.optionalSpace())))
        : words.optionalSpace() + operator + words.optionalSpace() + affiliate(value.asText());
  }

  private String affiliate(String id) {
    String name = workspace.affiliates().getOrDefault(id, "");
    long namesakes = workspace.affiliates().values().stream().filter(name::equals).count();
    return namesakes > 1 || dice.oneIn(2) ? "#" + id : words.text(name);
  }

  /** An operator with its operand, after what it tests. */
  private String test(JsonNode test) {
    String operator = test.path("op").asText();
    JsonNode value = test.path("value");
    if (TimeTest.isOne(operator, value)) {
      return words.space() + words.words(operator) + words.space() + time(operator, value);
    }
    return switch (operator) {
      case "=", "!=" -> words.optionalSpace() + operator + words.optionalSpace() + value(value);
      case "in", "not_in" ->
          words.space()
              + words.words(operator)
              + words.optionalSpace()
              + group(
                  Reference.parts(value)
                      .map(this::value)
                      .collect(
                          Collectors.joining(words.optionalSpace() + "," + words.optionalSpace())));
      case "between" ->
          words.space()
              + words.word(operator)
              + words.space()
              + value(value.path(0))
              + words.space()
              + words.word("and")
              + words.space()
              + value(value.path(1));
      case "is_unset" ->
          words.space() + (dice.oneIn(2) ? words.words("is_not_set") : words.words(operator));
      case "gt", "gte", "lt", "lte" -> comparison(operator, value);
      default ->
          words.space()
              + words.words(operator)
              + (value.isMissingNode() ? "" : words.space() + value(value));
    };
  }

  private String comparison(String operator, JsonNode value) {
    return dice.oneIn(2)
        ? words.optionalSpace() + SIGNS.get(operator) + words.optionalSpace() + value(value)
        : words.space() + words.word(operator) + words.space() + value(value);
  }

  private String time(String operator, JsonNode value) {
    if (operator.equals("between")) {
      return moment(value.path(0))
          + words.space()
          + words.word("and")
          + words.space()
          + moment(value.path(1));
    }
    return TIMES_OF_MOMENTS.contains(operator) ? moment(value) : value.asText();
  }

  private String moment(JsonNode value) {
    String moment = value.asText();
    if (moment.equals("now")) {
      return words.word(moment);
    }
    int blank = moment.indexOf(' ');
    if (blank > 0) {
      return moment.substring(0, blank) + words.space() + words.word(moment.substring(blank + 1));
    }
    return dice.oneIn(4) ? words.string(moment) : moment;
  }

  private String value(JsonNode value) {
    return value.isTextual() ? words.text(value.textValue()) : value.toString();
  }
}
