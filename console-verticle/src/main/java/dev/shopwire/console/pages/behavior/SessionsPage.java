package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Cell;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lists the sessions of an app's shops, newest first. */
final class SessionsPage {
  private static final String HEADING = "Sessions";

  private final PageKit kit;
  private final BehaviorKit behavior;

  SessionsPage(PageKit kit, BehaviorKit behavior) {
    this.kit = kit;
    this.behavior = behavior;
  }

  Future<PageResponse> show(PageRequest request) {
    return behavior
        .apps()
        .page(request, HEADING, app -> fields(request, app), app -> show(request, app));
  }

  private Future<PageResponse> show(PageRequest request, ChosenApp app) {
    List<Field> fields = fields(request, app);
    Map<String, String> conditions = AppReads.parameters(request, "startDate", "endDate");
    Shops.addTo(conditions, request);
    ListView sessions =
        ListView.of(
                "sessions",
                HEADING,
                app.list("listSessions", "sessions", "sessions"),
                parameters ->
                    behavior
                        .reads()
                        .response(AnalyticsContracts.SESSIONS, app, parameters, request))
            .filteredBy(conditions, fields)
            .columns(columns(request, app))
            .whenEmpty(
                "No session started in the last 30 days. Sessions are made of the events page_view"
                    + " with a path:",
                BehaviorView.firstEvent(kit.curl(), "sessions-try"));
    BehaviorView page = new BehaviorView(request, HEADING, app, fields);
    return kit.lists().page(request, HEADING, sessions).recover(page::refused);
  }

  private static List<Field> fields(PageRequest request, ChosenApp app) {
    return Stream.concat(Stream.of(app.field(), Shops.field(List.of())), TimeFilters.of(request))
        .toList();
  }

  private static List<Column> columns(PageRequest request, ChosenApp app) {
    return List.of(
        Column.time("Started", "/startedAt"),
        Column.time("Ended", "/endedAt"),
        Column.of("Shop", session -> Shops.cell(request, session)),
        Column.of("Page views", session -> Cell.data(session.path("pageViews"))),
        Column.text("Entry page", "/entryPath"),
        Column.text("Exit page", "/exitPath"),
        Column.text("Session", "/sessionKey"),
        Column.of(
            "Events",
            session ->
                new Cell.Link(
                    "Events from " + Cell.local(session.path("startedAt").asText(), request.zone()),
                    events(request, app, session))));
  }

  /** The page views of a session: those with its key, or those of the shop from start to end. */
  private static String events(PageRequest request, ChosenApp app, JsonNode session) {
    Map<String, String> filters = new LinkedHashMap<>();
    filters.put(ChosenApp.PARAMETER, app.slug());
    filters.put("eventName", "page_view");
    filters.put(Shops.PARAMETER, session.path(Shops.PARAMETER).asText());
    if (session.path("sessionKey").isTextual()) {
      filters.put("sessionKey", session.path("sessionKey").asText());
    } else {
      filters.put("startDate", session.path("startedAt").asText());
      Instant end = Instant.parse(session.path("endedAt").asText());
      filters.put("endDate", end.plusMillis(1).toString());
    }
    return ConsolePage.EVENTS.path(request.workspaceId()) + "?" + PageRequest.encode(filters);
  }
}
