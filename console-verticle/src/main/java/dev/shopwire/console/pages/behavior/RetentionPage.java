package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.behavior.KnownNames.Names;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.ListLinks;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows how many shops come back in the weeks after their first use. */
final class RetentionPage {
  private static final String HEADING = "Retention";
  private static final String PATH = "retention";

  private final PageKit kit;
  private final BehaviorKit behavior;

  RetentionPage(PageKit kit, BehaviorKit behavior) {
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
            app ->
                behavior.names().events(app, request).compose(names -> show(request, app, names)));
  }

  private Future<PageResponse> show(PageRequest request, ChosenApp app, Names names) {
    BehaviorView page = new BehaviorView(request, HEADING, app, fields(request, app, names));
    if (names.areNone()) {
      return Future.succeededFuture(page.nothingYet(kit.curl()));
    }
    Map<String, String> parameters =
        AppReads.parameters(request, "eventName", "startDate", "endDate");
    return behavior
        .reads()
        .json(AnalyticsContracts.RETENTION, app, parameters, request)
        .map(
            response ->
                page.with(
                    List.of(
                        new Text(
                            "Shops by the week of their first use, and how many of them came back"
                                + " in each week after it; week 0 has all of them."),
                        table(ApiJson.rows(response, "cohorts")),
                        new ListLinks(Optional.empty(), Optional.empty(), Lists.saveView(request)),
                        kit.curl().same("curl", app.path(PATH), parameters))))
        .recover(page::refused);
  }

  private static List<Field> fields(PageRequest request, ChosenApp app, Names names) {
    return Stream.concat(
            Stream.of(
                app.field(),
                Field.text("eventName", "Event").withSuggestions(names.events().stream())),
            TimeFilters.of(request))
        .toList();
  }

  /** Later cohorts have fewer weeks. */
  private static Table table(List<JsonNode> cohorts) {
    int weeks = cohorts.stream().mapToInt(cohort -> cohort.path("retained").size()).max().orElse(0);
    List<String> columns = new ArrayList<>(List.of("Week", "Shops"));
    for (int i = 0; i < weeks; i++) {
      columns.add("Week " + i);
    }
    return new Table(
        "cohorts", "Cohorts", columns, cohorts.stream().map(each -> row(each, weeks)).toList());
  }

  private static List<Cell> row(JsonNode cohort, int weeks) {
    List<Cell> row = new ArrayList<>();
    row.add(new Cell.Date(cohort.path("week").asText()));
    row.add(Cell.data(cohort.path("customers")));
    for (int i = 0; i < weeks; i++) {
      row.add(Cell.data(cohort.path("retained").path(i)));
    }
    return row;
  }
}
