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
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lists the pages of an app that shops viewed, most viewed first. */
final class PageViewsPage {
  private static final String HEADING = "Pages";

  private final PageKit kit;
  private final BehaviorKit behavior;

  PageViewsPage(PageKit kit, BehaviorKit behavior) {
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
    ListView pages =
        ListView.of(
                "pages",
                HEADING,
                app.list("listPageViews", "page-views", "pages"),
                parameters ->
                    behavior
                        .reads()
                        .response(AnalyticsContracts.PAGE_VIEWS, app, parameters, request))
            .filteredBy(AppReads.parameters(request, "startDate", "endDate"), fields)
            .columns(
                List.of(
                    Column.link("Path", "/path", page -> events(request, app, page)),
                    Column.number("Views", "/views"),
                    Column.number("Shops", "/uniqueShops"),
                    Column.number("Entries", "/entries"),
                    Column.number("Exits", "/exits")))
            .whenEmpty(
                "No page was viewed in the last 30 days. A page view is the event page_view with a"
                    + " path:",
                BehaviorView.firstEvent(kit.curl(), "pages-try"));
    BehaviorView page = new BehaviorView(request, HEADING, app, fields);
    return kit.lists().page(request, HEADING, pages).recover(page::refused);
  }

  private static List<Field> fields(PageRequest request, ChosenApp app) {
    return Stream.concat(Stream.of(app.field()), TimeFilters.of(request)).toList();
  }

  private static String events(PageRequest request, ChosenApp app, JsonNode page) {
    return app.address(
        request,
        ConsolePage.EVENTS.pathInWorkspace(),
        Map.of("eventName", "page_view", "path", page.path("path").asText()));
  }
}
