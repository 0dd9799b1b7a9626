package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.behavior.KnownNames.Names;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.ListLinks;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows how many shops complete a series of steps, and which ones dropped out. */
final class FunnelPage {
  private static final String HEADING = "Funnel";
  private static final String PATH = "funnels";
  private static final String STEP = "step";

  private final PageKit kit;
  private final BehaviorKit behavior;

  FunnelPage(PageKit kit, BehaviorKit behavior) {
    this.kit = kit;
    this.behavior = behavior;
  }

  Future<PageResponse> show(PageRequest sent) {
    PageRequest request = sent.withQuery(Steps.of(sent.query()).in(sent.query()));
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
    if (Steps.of(request.query()).areNone()) {
      return Future.succeededFuture(
          page.with(
              List.of(
                  new Text(
                      "Enter the events that shops should pass through, in order: two to ten."))));
    }
    Map<String, String> parameters =
        AppReads.parameters(
            request, Steps.PARAMETER, "window", "order", "breakdown", "startDate", "endDate");
    return behavior
        .reads()
        .json(AnalyticsContracts.FUNNEL, app, parameters, request)
        .compose(
            funnel ->
                dropouts(request, app, new FunnelTables(funnel))
                    .map(shops -> page.with(parts(request, app, parameters, funnel, shops))))
        .recover(page::refused);
  }

  private static List<Field> fields(PageRequest request, ChosenApp app, Names names) {
    return Stream.concat(
            Stream.of(
                app.field(),
                Field.texts(Steps.PARAMETER, "Steps").withSuggestions(names.events().stream()),
                Field.text("window", "Window").withHint("30m, 12h, 7d or 2w; empty: 14d"),
                ReportWords.orDefault("order", "Order", "ordered", List.of("any")),
                Field.text("breakdown", "Breakdown").withHint("A property of the first event")),
            TimeFilters.of(request))
        .toList();
  }

  private List<Part> parts(
      PageRequest request,
      ChosenApp app,
      Map<String, String> parameters,
      JsonNode response,
      List<Part> shops) {
    FunnelTables funnel = new FunnelTables(response);
    List<Part> parts = new ArrayList<>();
    parts.add(funnel.chart());
    parts.add(
        funnel.steps(step -> request.address(Map.of(STEP, Integer.toString(step), "cursor", ""))));
    parts.add(funnel.overall());
    parts.addAll(funnel.breakdown());
    parts.add(new ListLinks(Optional.empty(), Optional.empty(), Lists.saveView(request)));
    parts.add(kit.curl().same("curl", app.path(PATH), parameters));
    parts.addAll(shops);
    return parts;
  }

  /** The shops that dropped out at the step in the address, if it names one. */
  private Future<List<Part>> dropouts(PageRequest request, ChosenApp app, FunnelTables funnel) {
    String step = request.query().get(STEP).strip();
    if (step.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    if (funnel.isPassedByAll(step)) {
      return Future.succeededFuture(
          List.of(new Text("No shop dropped out at step %s.".formatted(step))));
    }
    return kit.lists()
        .parts(
            request,
            ListView.of(
                    "dropouts",
                    "Shops that dropped out",
                    app.list("listDropouts", PATH + "/dropouts", "shops"),
                    parameters ->
                        behavior
                            .reads()
                            .response(AnalyticsContracts.DROPOUTS, app, parameters, request))
                .withParameters(
                    AppReads.parameters(
                        request, Steps.PARAMETER, STEP, "window", "order", "startDate", "endDate"))
                .columns(
                    List.of(
                        Column.of("Shop", shop -> Shops.cell(request, shop)),
                        Column.time("Last step completed", "/reachedAt"))));
  }
}
