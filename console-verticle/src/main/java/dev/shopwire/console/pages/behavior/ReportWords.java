package dev.shopwire.console.pages.behavior;

import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import java.util.List;
import java.util.stream.Stream;

/** The closed sets of the parameters of reports, as the OpenAPI document lists them. */
public final class ReportWords {
  public static final List<String> CALCULATIONS =
      List.of("count", "unique", "sum", "avg", "min", "max", "median", "p90", "p95", "p99");
  public static final List<String> INTERVALS =
      List.of("hourly", "daily", "weekly", "monthly", "yearly");
  public static final List<String> PERIODS =
      List.of(
          "last_7_days",
          "last_30_days",
          "last_90_days",
          "last_12_months",
          "year_to_date",
          "all_time");

  private ReportWords() {}

  /**
   * A select for a parameter that may be absent.
   *
   * @param absent what is done without it
   */
  static Field orDefault(String name, String label, String absent, List<String> words) {
    return Field.select(
        name,
        label,
        Stream.concat(
                Stream.of(new Option("", absent)),
                words.stream().map(word -> new Option(word, word)))
            .toList());
  }
}
