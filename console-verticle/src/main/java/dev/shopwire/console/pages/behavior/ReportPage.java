package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.behavior.KnownNames.Names;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.ListLinks;
import dev.shopwire.console.pages.parts.Notice;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds reports: any calculation over events, by time, as a chart and a table. */
final class ReportPage {
  private static final String HEADING = "Report";
  private static final String PATH = "usage-events/report";

  private final PageKit kit;
  private final BehaviorKit behavior;

  ReportPage(PageKit kit, BehaviorKit behavior) {
    this.kit = kit;
    this.behavior = behavior;
  }

  Future<PageResponse> show(PageRequest request) {
    return behavior
        .apps()
        .page(
            request,
            HEADING,
            app -> fields(request, app, Names.UNKNOWN),
            app -> behavior.names().all(app, request).compose(names -> show(request, app, names)));
  }

  private Future<PageResponse> show(PageRequest request, ChosenApp app, Names names) {
    BehaviorView page = new BehaviorView(request, HEADING, app, fields(request, app, names));
    if (names.areNone()) {
      return Future.succeededFuture(page.nothingYet(kit.curl()));
    }
    Map<String, String> parameters = parameters(request);
    return behavior
        .reads()
        .json(AnalyticsContracts.REPORT, app, parameters, request)
        .map(response -> page.with(parts(request, app, parameters, response)))
        .recover(page::refused);
  }

  private static List<Field> fields(PageRequest request, ChosenApp app, Names names) {
    Stream<Field> measure =
        Stream.of(
            app.field(),
            Field.text("eventName", "Event").withSuggestions(names.events().stream()),
            Field.select(
                "calculation", "Calculation", ReportWords.CALCULATIONS.toArray(String[]::new)),
            Field.text("overProperty", "Property").withSuggestions(names.properties().stream()),
            Field.text("groupBy", "Group by").withSuggestions(names.properties().stream()),
            ReportWords.orDefault("interval", "Interval", "by range", ReportWords.INTERVALS),
            ReportWords.orDefault("compare", "Compare", "nothing", List.of("previous")),
            ReportWords.orDefault("period", "Period", "from and to", ReportWords.PERIODS),
            Shops.field(names.shops()),
            Field.number("limit", "Groups"));
    return Stream.concat(measure, TimeFilters.of(request)).toList();
  }

  private static Map<String, String> parameters(PageRequest request) {
    Map<String, String> parameters =
        AppReads.parameters(
            request,
            "eventName",
            "calculation",
            "overProperty",
            "groupBy",
            "limit",
            "interval",
            "compare",
            "period",
            "startDate",
            "endDate");
    Shops.addTo(parameters, request);
    return parameters;
  }

  private List<Part> parts(
      PageRequest request, ChosenApp app, Map<String, String> parameters, JsonNode response) {
    ReportTable report = new ReportTable(response.path("report"));
    List<Part> parts = new ArrayList<>();
    if (request.query().get("done").equals(Lists.VIEW_SAVED)) {
      parts.add(new Notice("The view was saved."));
    }
    if (report.isTooLarge()) {
      parts.add(
          new Region(
              "too-large",
              "Too many values for a page",
              List.of(
                  new Text(
                      "Choose a longer interval, a shorter range or fewer groups, or download all"
                          + " values as CSV."))));
    } else {
      parts.add(report.chart());
      parts.add(report.table());
    }
    parts.addAll(AsOf.of(response, request));
    Map<String, String> csv = new LinkedHashMap<>(parameters);
    csv.put("format", "csv");
    parts.add(
        new ListLinks(
            Optional.empty(),
            Optional.of(new Link("Download CSV", Curl.address(app.path(PATH), csv))),
            Lists.saveView(request)));
    parts.add(new Link("The events of this report", events(request, app)));
    parts.add(kit.curl().same("curl", app.path(PATH), parameters));
    return parts;
  }

  private static String events(PageRequest request, ChosenApp app) {
    Map<String, String> same = new LinkedHashMap<>();
    for (String name : List.of("eventName", Shops.PARAMETER)) {
      if (request.query().has(name)) {
        same.put(name, request.query().get(name));
      }
    }
    return app.address(request, ConsolePage.EVENTS.pathInWorkspace(), same);
  }
}
