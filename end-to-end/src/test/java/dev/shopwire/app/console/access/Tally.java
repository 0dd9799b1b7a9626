package dev.shopwire.app.console.access;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;

/** Counts calls by what they got, and keeps those that got something else. Thread-safe. */
final class Tally {
  private static final int SHOWN = 5;

  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, List<String>> wrong = new TreeMap<>();

  synchronized void count(String outcome) {
    counts.merge(outcome, 1, Integer::sum);
  }

  /**
   * Keeps a call that got another response than it should.
   *
   * @param expected the same for all calls with the same fault
   */
  synchronized void wrong(MatrixCaller caller, Object called, String expected, Response response) {
    String fault = "expected %s, got %d".formatted(expected, response.status());
    wrong
        .computeIfAbsent(fault, first -> new ArrayList<>())
        .add("%s: %s: %.300s".formatted(caller, called, text(response)));
  }

  private static String text(Response response) {
    return response.json().isMissingNode()
        ? Jsoup.parse(response.body()).select("main").text()
        : response.body();
  }

  synchronized int calls() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  synchronized int of(String outcome) {
    return counts.getOrDefault(outcome, 0);
  }

  /** Prints the figures. */
  synchronized void print(String title) {
    System.out.printf("%s: %d calls, %s%n", title, calls(), counts);
  }

  /** Shows some calls with each fault. */
  synchronized void assertNothingWrong() {
    assertTrue(
        wrong.isEmpty(),
        () ->
            wrong.entrySet().stream()
                .map(fault -> fault.getKey() + ": " + text(fault.getValue()))
                .collect(Collectors.joining("\n")));
  }

  private static String text(List<String> calls) {
    return calls.size()
        + " calls\n  "
        + calls.stream().limit(SHOWN).collect(Collectors.joining("\n  "));
  }
}
