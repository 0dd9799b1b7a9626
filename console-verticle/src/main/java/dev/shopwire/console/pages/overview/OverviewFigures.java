package dev.shopwire.console.pages.overview;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.charts.Sparkline;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Group;
import dev.shopwire.console.pages.parts.KeyFigure;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Section;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of an overview, as the API returned it. */
final class OverviewFigures {
  private static final String ACTIVE_NOW = "activeNow";

  /** More make a page heavy; who wants them all reads them by curl. */
  static final int MAX_ROWS = 400;

  /** The names of the figures by those of the API, in the order of the page. */
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put("activeShops", "Active shops");
    NAMES.put("events", "Events");
    NAMES.put("pageViews", "Page views");
    NAMES.put("sessions", "Sessions");
    NAMES.put("attributions", "Attributions");
  }

  private final JsonNode overview;

  OverviewFigures(JsonNode overview) {
    this.overview = overview;
  }

  /** What the page lacks while this role is unavailable. */
  static String namesOf(String role) {
    return switch (Role.of(role)) {
      case ATTRIBUTION -> "Attributions";
      case WEBHOOK -> "Webhooks";
      default -> "Active shops, events, page views, sessions";
    };
  }

  private Stream<String> known() {
    return NAMES.keySet().stream().filter(name -> figure(name).isObject());
  }

  private JsonNode figure(String name) {
    return overview.path("figures").path(name);
  }

  /**
   * Those that are known.
   *
   * @param withHistory whether each has its course, for pages that also have {@link #days}
   */
  List<Part> keyFigures(boolean withHistory) {
    List<Part> figures = new ArrayList<>();
    if (overview.path(ACTIVE_NOW).isNumber()) {
      figures.add(
          new KeyFigure(
              "figure-active-now",
              "Active now",
              overview.path(ACTIVE_NOW).asText(),
              null,
              Optional.empty()));
    }
    known().map(name -> keyFigure(name, withHistory)).forEach(figures::add);
    return figures.isEmpty() ? List.of() : List.of(new Group(figures));
  }

  private KeyFigure keyFigure(String name, boolean withHistory) {
    JsonNode figure = figure(name);
    return new KeyFigure(
        "figure-" + name,
        String.valueOf(NAMES.get(name)),
        text(figure.path("value")),
        text(figure.path("previous")),
        withHistory ? Optional.of(history(name, figure)) : Optional.empty());
  }

  private static Sparkline history(String name, JsonNode figure) {
    List<@Nullable Double> history = new ArrayList<>();
    figure
        .path("data")
        .forEach(day -> history.add(day.path("value").isNumber() ? number(day) : null));
    return new Sparkline(NAMES.get(name) + " by day", history);
  }

  private static Double number(JsonNode day) {
    return day.path("value").doubleValue();
  }

  private static @Nullable String text(JsonNode value) {
    return value.isNumber() ? value.asText() : null;
  }

  /** Whether nothing happened in the range nor before it, as far as is known. */
  boolean isZero() {
    return known().allMatch(name -> isZero(figure(name)));
  }

  private static boolean isZero(JsonNode figure) {
    return figure.path("value").doubleValue() == 0 && figure.path("previous").doubleValue() == 0;
  }

  /** The same figures as a table, one row a day, of the newest days; nothing if none is known. */
  List<Part> days() {
    Map<String, Map<String, JsonNode>> byDay = new TreeMap<>();
    known()
        .forEach(
            name ->
                figure(name)
                    .path("data")
                    .forEach(
                        day ->
                            byDay
                                .computeIfAbsent(
                                    day.path("date").asText(), date -> new LinkedHashMap<>())
                                .put(name, day.path("value"))));
    List<String> columns = new ArrayList<>(List.of("Date"));
    columns.addAll(NAMES.values());
    List<List<Cell>> rows = new ArrayList<>();
    byDay.forEach((date, values) -> rows.add(row(date, values)));
    if (rows.isEmpty()) {
      return List.of();
    }
    List<List<Cell>> newest = rows.subList(Math.max(0, rows.size() - MAX_ROWS), rows.size());
    Table table = new Table("days", "Daily figures", columns, newest);
    return newest.size() == rows.size()
        ? List.of(table)
        : List.of(
            new Text("The table has the last %d days of the range.".formatted(MAX_ROWS)), table);
  }

  private static List<Cell> row(String date, Map<String, JsonNode> values) {
    List<Cell> row = new ArrayList<>(List.of(new Cell.Date(date)));
    for (String name : NAMES.keySet()) {
      JsonNode value = values.get(name);
      row.add(value == null ? new Cell.None() : Cell.data(value));
    }
    return row;
  }

  /** How many endpoints are in which state, and how many deliveries failed; nothing if unknown. */
  List<Part> webhooks(PageRequest request) {
    JsonNode webhooks = overview.path("webhooks");
    if (!webhooks.isObject()) {
      return List.of();
    }
    Definitions states =
        Definitions.of(
            new Definition("Enabled endpoints", Cell.data(webhooks.path("enabled"))),
            new Definition("Probing endpoints", Cell.data(webhooks.path("probing"))),
            new Definition("Disabled endpoints", Cell.data(webhooks.path("disabled"))),
            new Definition("Failed deliveries", Cell.data(webhooks.path("failed"))));
    return List.of(
        new Section(
            "webhooks",
            "Webhooks",
            List.of(states, new Link("All endpoints", request.workspace().path("/webhooks")))));
  }
}
