package dev.shopwire.benchmarks.console;

import static dev.shopwire.benchmarks.measure.Output.progress;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.Verdicts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures lists of customers by two indexed conditions in several orders, on the first page and
 * deep in the list, and by a part of a text, which no index supports.
 *
 * @param pages the number of the deep page
 * @param runs of each request
 */
record CustomerLists(ConsoleSession session, ConsoleData data, int pages, int runs) {
  private static final int PAGE = 50;
  private static final int LARGEST_PAGE = 1_000;
  private static final double PAGE_MILLIS = 150;
  private static final double CONTAINS_MILLIS = 2_000;

  private static final String MOST =
      condition("cf:seats", "gte", "2") + "," + condition("cf:orders", "gte", "1");
  private static final String SOME =
      condition("cf:plan", "in", "[\"pro\"]")
          + ","
          + condition("cf:country", "in", "[\"country-3\"]");
  private static final String FEW =
      condition("cf:orders", "gte", "99990") + "," + condition("cf:active", "is_true", "");
  private static final String NONE =
      condition("cf:seats", "gte", "900") + "," + condition("cf:seats", "lt", "2");
  private static final List<String> SORTS =
      List.of("id", "-id", "-cf:orders", "cf:country", "firstSeenAt", "-lastSeenAt", "name");

  private static String condition(String field, String operator, String value) {
    return "{\"field\":\"%s\",\"operator\":\"%s\"%s}"
        .formatted(field, operator, value.isEmpty() ? "" : ",\"value\":" + value);
  }

  void measure(Verdicts verdicts) {
    Map<String, String> filters = new TreeMap<>(Map.of("most", MOST, "some", SOME, "few", FEW));
    filters.forEach(
        (name, filter) ->
            SORTS.forEach(
                sort ->
                    measure(verdicts, "customers: " + name + " by " + sort, list(filter, sort))));
    measure(verdicts, "customers: none", list(NONE, "name"));
    measure(verdicts, "customers: all by -lastSeenAt", list("", "-lastSeenAt"));
    for (String sort : SORTS) {
      String path = list(MOST, sort);
      measure(
          verdicts,
          "customers: most by %s, page %,d".formatted(sort, pages),
          path + "&take=" + PAGE + cursorOfDeepPage(path));
    }
    contains(verdicts, "customers: search", "search=bright tea");
    contains(verdicts, "customers: search without a match", "search=no such shop");
    contains(
        verdicts, "customers: name contains", filter(condition("name", "contains", "\"nix\"")));
    contains(
        verdicts,
        "customers: a field contains",
        filter(condition("cf:notes", "contains", "\"0fe\"")));
  }

  private void measure(Verdicts verdicts, String figure, String path) {
    Repeated.of(session, path, runs).judge(verdicts, figure, PAGE_MILLIS);
  }

  private void contains(Verdicts verdicts, String figure, String parameters) {
    String path = data.workspacePath("/customers?take=50&" + parameters.replace(" ", "%20"));
    Repeated.of(session, path, Math.min(runs, 5)).judge(verdicts, figure, CONTAINS_MILLIS);
  }

  private String list(String conditions, String sort) {
    return data.workspacePath("/customers?sort=" + sort + "&" + filter(conditions));
  }

  private static String filter(String conditions) {
    return "filter=" + URLEncoder.encode("[" + conditions + "]", StandardCharsets.UTF_8);
  }

  /** Follows the cursors of the preceding pages; a shorter list ends earlier. */
  private String cursorOfDeepPage(String path) {
    String cursor = "";
    long wanted = (pages - 1L) * PAGE;
    long start = System.nanoTime();
    for (long rows = 0; rows < wanted; rows += LARGEST_PAGE) {
      JsonNode page = session.require(path + "&take=" + LARGEST_PAGE + cursor).json();
      if (!page.path("hasNextPage").asBoolean()) {
        break;
      }
      cursor = "&cursor=" + URLEncoder.encode(page.path("cursor").asText(), StandardCharsets.UTF_8);
    }
    progress("  walked in %.1f s", (System.nanoTime() - start) / 1e9);
    return cursor;
  }
}
