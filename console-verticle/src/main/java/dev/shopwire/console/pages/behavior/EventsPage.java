package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.behavior.KnownNames.Names;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Link;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists an app's events, newest first. */
final class EventsPage {
  private static final String HEADING = "Events";

  private final PageKit kit;
  private final BehaviorKit behavior;

  EventsPage(PageKit kit, BehaviorKit behavior) {
    this.kit = kit;
    this.behavior = behavior;
  }

  Future<PageResponse> show(PageRequest sent) {
    Optional<PropertyConditions> conditions = PropertyConditions.of(sent.query());
    PageRequest request =
        conditions.map(known -> sent.withQuery(known.in(sent.query()))).orElse(sent);
    return behavior
        .apps()
        .page(
            request,
            HEADING,
            app -> fields(request, app, Names.UNKNOWN, conditions),
            app ->
                behavior
                    .names()
                    .all(app, request)
                    .compose(names -> show(request, app, names, conditions)));
  }

  private Future<PageResponse> show(
      PageRequest request, ChosenApp app, Names names, Optional<PropertyConditions> conditions) {
    List<Field> fields = fields(request, app, names, conditions);
    BehaviorView page = new BehaviorView(request, HEADING, app, fields);
    if (names.areNone()) {
      return Future.succeededFuture(page.nothingYet(kit.curl()));
    }
    ListView events =
        ListView.of(
                "events",
                HEADING,
                app.list("listUsageEvents", "usage-events", "events"),
                parameters ->
                    behavior.reads().response(AnalyticsContracts.EVENTS, app, parameters, request))
            .filteredBy(parameters(request, conditions), fields)
            .columns(columns(request, app));
    return kit.lists()
        .page(request, HEADING, List.of(), events, List.of(report(request, app)))
        .recover(page::refused);
  }

  private static List<Field> fields(
      PageRequest request, ChosenApp app, Names names, Optional<PropertyConditions> conditions) {
    List<Field> fields =
        new ArrayList<>(
            List.of(
                app.field(),
                Field.text("eventName", "Event").withSuggestions(names.events().stream()),
                Shops.field(names.shops()),
                Field.text("path", "Path").withSuggestions(names.paths().stream()),
                Field.text("sessionKey", "Session")));
    TimeFilters.of(request).forEach(fields::add);
    conditions.ifPresentOrElse(
        known -> fields.addAll(known.fields(names.properties())),
        () -> fields.add(Field.text(PropertyConditions.PARAMETER, "Property conditions")));
    return fields;
  }

  private static Map<String, String> parameters(
      PageRequest request, Optional<PropertyConditions> conditions) {
    Map<String, String> parameters =
        AppReads.parameters(
            request, "eventName", "path", "sessionKey", "startDate", "endDate", "period");
    Shops.addTo(parameters, request);
    conditions
        .map(PropertyConditions::parameter)
        .orElseGet(() -> Optional.of(request.query().get(PropertyConditions.PARAMETER)))
        .ifPresent(json -> parameters.put(PropertyConditions.PARAMETER, json));
    return parameters;
  }

  private static List<Column> columns(PageRequest request, ChosenApp app) {
    LongCells properties =
        new LongCells(Integer.MAX_VALUE, 1, "filter by shop and time, or export");
    return List.of(
        Column.time("Time", "/timestamp"),
        Column.link(
            "Event",
            "/eventName",
            event -> filtered(request, app, "eventName", event.path("eventName"))),
        Column.of("Shop", event -> Shops.cell(request, event)),
        Column.of("Path", event -> link(request, app, "path", event.path("path"))),
        Column.of("Session", event -> link(request, app, "sessionKey", event.path("sessionKey"))),
        Column.of("Properties", event -> properties.json(event.path("properties"))));
  }

  private static Cell link(PageRequest request, ChosenApp app, String filter, JsonNode value) {
    return value.isTextual()
        ? new Cell.Link(value.asText(), filtered(request, app, filter, value))
        : new Cell.None();
  }

  /** The address of this list with one more filter. */
  private static String filtered(
      PageRequest request, ChosenApp app, String filter, JsonNode value) {
    return request.address(
        Map.of(
            ChosenApp.PARAMETER, app.slug(), filter, value.asText(), "cursor", "", "export", ""));
  }

  private static Link report(PageRequest request, ChosenApp app) {
    Map<String, String> same = new LinkedHashMap<>();
    for (String name : List.of("eventName", Shops.PARAMETER)) {
      if (request.query().has(name)) {
        same.put(name, request.query().get(name));
      }
    }
    return new Link(
        "Report on these events", app.address(request, ConsolePage.REPORT.pathInWorkspace(), same));
  }
}
