package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the JSON of a single test of a condition as text, for people: other than in the canonical
 * text of a condition, the app of a field always stands before its name.
 */
final class LeafText {
  private static final Pattern BARE = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  /** Stands for all apps. */
  private static final String ANY = "any";

  private LeafText() {}

  /** A test as the API returns it in a condition. */
  static String of(JsonNode leaf) {
    List<String> words = new ArrayList<>();
    switch (leaf.path("type").asText()) {
      case "field" -> {
        words.add("cf:" + app(leaf) + name(leaf, "name") + path(leaf));
        words.add(TestText.of(leaf));
      }
      case "member" -> {
        words.add(leaf.path("name").asText());
        words.add(TestText.of(leaf));
      }
      case "event" -> measured(words, "event:" + app(leaf) + name(leaf, "name"), leaf);
      case "page" -> measured(words, "page:" + app(leaf) + leaf.path("path"), leaf);
      case "sessions" -> measured(words, "sessions" + ofApp(leaf), leaf);
      case "contact" -> counted(words, "contact", leaf);
      case "credit" -> counted(words, "credit" + ofApp(leaf), leaf);
      case "lifecycle" -> {
        words.add("app:" + (leaf.path("app").isTextual() ? appName(leaf) : ANY));
        words.add(leaf.path("name").asText() + currency(leaf));
        words.add(TestText.of(leaf));
      }
      case "segment" -> words.add("segment:" + name(leaf, "name"));
      default -> words.add(leaf.path("type").asText());
    }
    return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
  }

  /** The same of an explanation, where another value stands in the place of the test's. */
  static String withoutValue(JsonNode explained) {
    ObjectNode leaf = explained.deepCopy();
    leaf.remove("value");
    return of(leaf);
  }

  private static String app(JsonNode leaf) {
    return leaf.path("app").isTextual() ? name(leaf, "app") + "/" : "";
  }

  /** Quoted also if it is the word for all apps. */
  private static String appName(JsonNode leaf) {
    String slug = leaf.path("app").asText();
    return slug.equalsIgnoreCase(ANY) ? TextNode.valueOf(slug).toString() : name(slug);
  }

  private static String currency(JsonNode leaf) {
    return leaf.has("currency") ? ":" + name(leaf, "currency") : "";
  }

  private static String ofApp(JsonNode leaf) {
    return leaf.path("app").isTextual() ? ":" + name(leaf, "app") : "";
  }

  /** Bare where it may be, else quoted. */
  private static String name(JsonNode leaf, String member) {
    return name(leaf.path(member).asText());
  }

  private static String name(String text) {
    return BARE.matcher(text).matches() ? text : TextNode.valueOf(text).toString();
  }

  private static String path(JsonNode leaf) {
    return leaf.has("path") ? "[" + name(leaf, "path") + "]" : "";
  }

  private static void measured(List<String> words, String head, JsonNode leaf) {
    words.add(head);
    String measure = leaf.path("measure").asText().replace('_', ' ');
    words.add(leaf.has("property") ? measure + "(" + name(leaf, "property") + ")" : measure);
    words.add(TestText.of(leaf));
    words.add(TestText.of(leaf.path("window")));
    words.add(where(leaf));
  }

  private static void counted(List<String> words, String head, JsonNode leaf) {
    words.add(head);
    if (leaf.has("op")) {
      words.add("count");
      words.add(TestText.of(leaf));
    }
    words.add(where(leaf));
  }

  private static String where(JsonNode leaf) {
    return leaf.path("where").isEmpty()
        ? ""
        : leaf.path("where")
            .valueStream()
            .map(LeafText::filter)
            .collect(Collectors.joining(" AND ", "where (", ")"));
  }

  private static String filter(JsonNode filter) {
    return filter.has("property")
        ? name(filter, "property") + " " + TestText.of(filter)
        : filter.path("name").asText() + " " + TestText.of(filter);
  }
}
