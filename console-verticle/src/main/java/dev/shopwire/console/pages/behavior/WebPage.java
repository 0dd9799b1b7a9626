package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.behavior.KnownNames.Names;
import dev.shopwire.console.pages.charts.LineChart;
import dev.shopwire.console.pages.charts.Series;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Group;
import dev.shopwire.console.pages.parts.KeyFigure;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.ListLinks;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Summarizes the visits to an app: figures, and how they went day by day. */
final class WebPage {
  private static final String HEADING = "Web analytics";
  private static final String CAPTION = "Visits by day";
  private static final String PATH = "sessions/summary";
  private static final int MAX_DAYS = 800;

  /** The members of the API's statistics, with their names on the page. */
  private static final Map<String, String> STATISTICS = statistics();

  private final PageKit kit;
  private final BehaviorKit behavior;

  WebPage(PageKit kit, BehaviorKit behavior) {
    this.kit = kit;
    this.behavior = behavior;
  }

  private static Map<String, String> statistics() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("count", "Sessions");
    names.put("pagesPerSession", "Pages per session");
    names.put("bounceRate", "Bounce rate");
    names.put("meanSeconds", "Mean seconds");
    names.put("medianSeconds", "Median seconds");
    return names;
  }

  Future<PageResponse> show(PageRequest request) {
    return behavior
        .apps()
        .page(
            request,
            HEADING,
            app -> fields(request, app),
            app ->
                behavior.names().events(app, request).compose(names -> show(request, app, names)));
  }

  private Future<PageResponse> show(PageRequest request, ChosenApp app, Names names) {
    BehaviorView page = new BehaviorView(request, HEADING, app, fields(request, app));
    if (names.areNone()) {
      return Future.succeededFuture(page.nothingYet(kit.curl()));
    }
    Map<String, String> parameters = AppReads.parameters(request, "startDate", "endDate");
    Shops.addTo(parameters, request);
    parameters.put("interval", "daily");
    return behavior
        .reads()
        .json(AnalyticsContracts.SESSIONS_SUMMARY, app, parameters, request)
        .map(response -> page.with(parts(request, app, parameters, response.path("summary"))))
        .recover(page::refused);
  }

  private static List<Field> fields(PageRequest request, ChosenApp app) {
    return Stream.concat(Stream.of(app.field(), Shops.field(List.of())), TimeFilters.of(request))
        .toList();
  }

  private List<Part> parts(
      PageRequest request, ChosenApp app, Map<String, String> parameters, JsonNode summary) {
    List<Part> parts = new ArrayList<>(List.of(figures(summary)));
    List<JsonNode> days = ApiJson.rows(summary, "data");
    if (days.size() > MAX_DAYS) {
      parts.add(
          new Region(
              "too-large",
              "Too many days for a page",
              List.of(new Text("Choose a range of at most %d days.".formatted(MAX_DAYS)))));
    } else {
      parts.add(chart(days));
      parts.add(table(days));
    }
    parts.addAll(AsOf.of(summary, request));
    parts.add(new ListLinks(Optional.empty(), Optional.empty(), Lists.saveView(request)));
    parts.add(new Link("Pages viewed", address(request, app, ConsolePage.PAGE_VIEWS)));
    parts.add(new Link("Single sessions", address(request, app, ConsolePage.SESSIONS)));
    parts.add(kit.curl().same("curl", app.path(PATH), parameters));
    return parts;
  }

  private static String address(PageRequest request, ChosenApp app, ConsolePage page) {
    Map<String, String> shop =
        request.query().has(Shops.PARAMETER) && page == ConsolePage.SESSIONS
            ? Map.of(Shops.PARAMETER, request.query().get(Shops.PARAMETER))
            : Map.of();
    return app.address(request, page.pathInWorkspace(), shop);
  }

  private static Group figures(JsonNode summary) {
    List<Part> figures = new ArrayList<>(List.of(figure("activeNow", "Active shops now", summary)));
    STATISTICS.forEach((member, name) -> figures.add(figure(member, name, summary)));
    return new Group(figures);
  }

  private static KeyFigure figure(String member, String name, JsonNode summary) {
    JsonNode value = summary.path(member);
    return new KeyFigure(
        "figure-" + member, name, value.isNumber() ? value.asText() : null, null, Optional.empty());
  }

  private static LineChart chart(List<JsonNode> days) {
    List<@Nullable Double> sessions = new ArrayList<>();
    days.forEach(day -> sessions.add(day.path("count").asDouble()));
    return new LineChart(
        CAPTION,
        days.stream().map(day -> day.path("date").asText()).toList(),
        List.of(new Series("Sessions", sessions)));
  }

  private static Table table(List<JsonNode> days) {
    return new Table(
        "visits",
        CAPTION,
        Stream.concat(Stream.of("Date"), STATISTICS.values().stream()).toList(),
        days.stream()
            .map(
                day ->
                    Stream.concat(
                            Stream.<Cell>of(new Cell.Date(day.path("date").asText())),
                            STATISTICS.keySet().stream().map(name -> Cell.data(day.path(name))))
                        .toList())
            .toList());
  }
}
