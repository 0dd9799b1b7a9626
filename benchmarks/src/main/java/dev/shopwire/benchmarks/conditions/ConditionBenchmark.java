package dev.shopwire.benchmarks.conditions;

import static dev.shopwire.benchmarks.measure.Output.line;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.Segments;
import dev.shopwire.benchmarks.measure.Spread;
import dev.shopwire.benchmarks.measure.TimedCalls;
import dev.shopwire.benchmarks.measure.TimedCalls.Call;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.benchmarks.population.Amounts;
import dev.shopwire.benchmarks.population.EventShape;
import dev.shopwire.benchmarks.population.Population;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures reads of segments on a large installation and compares the medians with what is asked of
 * them: previews, pages of members, explanations, checks, and a customer's segments. Service,
 * stores and client share the machine.
 *
 * <p>Arguments, each in the form {@code name=value}: those of {@link
 * dev.shopwire.benchmarks.population.DataGenerator}, with {@code fields=30 days=365} for the
 * documented figures, {@code parts} (previews,pages,check,explanations,include), {@code runs} of
 * each read (7), {@code repeats} of short ones (200), {@code tracked} segments (50).
 */
public final class ConditionBenchmark {
  private static final List<String> PARTS =
      List.of("previews", "pages", "check", "explanations", "include");
  private static final Set<String> OPTIONS =
      Set.of("data", "postgres", "patience", "parts", "runs", "repeats", "tracked");
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(5);

  /** Pages that are read to reach a deep one. */
  private static final int DEPTH = 500;

  private static final double PAGE_MILLIS = 20;
  private static final double RARE_PAGE_MILLIS = 100;
  private static final double EXPLANATION_MILLIS = 20;
  private static final double INCLUDE_MILLIS = 2;
  private static final double CHECK_MILLIS = 5;

  private final Installation installation;
  private final Amounts amounts;
  private final Segments segments;
  private final TimedCalls console;
  private final int runs;
  private final int repeats;
  private final int tracked;
  private final Verdicts verdicts = new Verdicts();

  private ConditionBenchmark(Installation installation, Options options) {
    this.installation = installation;
    this.amounts = Amounts.of(options);
    this.segments = new Segments(installation, installation.app().workspaceId());
    this.console = segments.console();
    this.runs = (int) options.number("runs", 7);
    this.repeats = (int) options.number("repeats", 200);
    this.tracked = (int) options.number("tracked", 50);
  }

  public static void main(String[] arguments) throws IOException {
    Set<String> names = new HashSet<>(OPTIONS);
    names.addAll(Amounts.OPTIONS);
    Options options = Options.of(names, arguments);
    try (Installation installation = options.start()) {
      new Population(installation, Amounts.of(options), options.number("patience", 120)).fill();
      ConditionBenchmark benchmark = new ConditionBenchmark(installation, options);
      Set<String> parts = Set.of(options.text("parts", String.join(",", PARTS)).split(",", -1));
      PARTS.stream().filter(parts::contains).forEach(benchmark::measure);
      benchmark.verdicts.print();
    }
  }

  private void measure(String part) {
    switch (part) {
      case "previews" -> List.of(Preview.values()).forEach(this::measurePreview);
      case "pages" -> measurePages();
      case "check" -> measureCheck();
      case "explanations" -> {
        measureExplanation("", amounts.customers() / 1_000);
        measureExplanation(" of the busiest customer", 0);
      }
      default -> measureInclude();
    }
  }

  private void measurePreview(Preview preview) {
    Call call = segments.call("preview", preview.text(), Map.of("take", 10));
    JsonNode found = console.require(call).path("preview");
    judge(
        "preview, %s (%,d members)".formatted(preview.title(), found.path("count").asLong()),
        console.repeat(call, runs),
        preview.millis());
  }

  private void measurePages() {
    measurePages("live", segments.save("live", Preview.STANDARD.text(), false));
    String stored = segments.save("tracked", Preview.STANDARD.text(), true);
    segments.awaitCurrent(stored, BUILD_LIMIT);
    measurePages("tracked", stored);
    for (RarePage rare : RarePage.values()) {
      String id = segments.save("rare", rare.text(), false);
      judge("first page, " + rare.title(), membersOf(id, ""), RARE_PAGE_MILLIS);
    }
  }

  private void measurePages(String kind, String segment) {
    judge("first page, " + kind, membersOf(segment, ""), PAGE_MILLIS);
    String cursor = "";
    int page = 0;
    while (page < DEPTH) {
      JsonNode next = console.require(page(segment, 100, cursor));
      if (!next.path("hasNextPage").asBoolean()) {
        break;
      }
      cursor = next.path("cursor").asText();
      page++;
    }
    judge(
        "page after %,d members, %s".formatted(100 * page, kind),
        membersOf(segment, cursor),
        PAGE_MILLIS);
  }

  private Spread membersOf(String segment, String cursor) {
    return console.repeat(page(segment, 50, cursor), runs);
  }

  private Call page(String segment, int take, String cursor) {
    return segments.call(
        segment, "/members?take=" + take + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
  }

  private void measureCheck() {
    String text =
        IntStream.range(0, 100)
            .mapToObj(i -> "cf:seats gte " + i)
            .collect(Collectors.joining(" OR "));
    judge(
        "check of 100 tests",
        console.repeat(segments.call("check", text, Map.of()), repeats),
        CHECK_MILLIS);
  }

  private void measureExplanation(String of, long shop) {
    String text =
        String.join(
            " AND ",
            "cf:seats gte 100",
            "cf:plan = \"pro\"",
            "cf:renews_on within next 90d",
            "NOT cf:country = \"country-1\"",
            "email is set",
            "lastSeenAt before 1d ago",
            "event:" + EventShape.EXPORTED + " count gte 3 within 30d",
            "event:" + EventShape.SENT + " last before 1d ago",
            "page:\"/pages/1*\" viewed within 30d",
            "contact where (role = \"owner\")");
    judge(
        "explanation of 10 tests" + of,
        console.repeat(
            segments.call("explain", text, Map.of("customerId", EventShape.domain(shop))), runs),
        EXPLANATION_MILLIS);
  }

  private void measureInclude() {
    for (int i = 0; i < tracked - 1; i++) {
      segments.awaitCurrent(
          segments.save("included " + i, "cf:seats gte " + (990 + i % 10), true), BUILD_LIMIT);
    }
    TimedCalls api = new TimedCalls(installation.publicTarget());
    String customer = "/v1/customer?id=" + EventShape.domain(0);
    double without = api.repeat(Call.get(customer), repeats).median();
    double with = api.repeat(Call.get(customer + "&include=segments"), repeats).median();
    line("%na customer: %.2f ms, with segments: %.2f ms", without, with);
    verdicts.atMost(
        "include=segments with %d tracked, ms more".formatted(tracked),
        "%.2f",
        with - without,
        INCLUDE_MILLIS);
    List<String> names = IntStream.range(0, tracked - 1).mapToObj(i -> "included " + i).toList();
    names.forEach(segments::delete);
  }

  private void judge(String figure, Spread millis, double limit) {
    verdicts.add(
        figure,
        "≤ %.0f ms".formatted(limit),
        millis.text("%.1f") + " ms",
        millis.median() <= limit);
  }
}
