package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.behavior.KnownNames.Names;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists an app's saved metrics, and saves new ones. */
final class MetricsPage {
  static final String HEADING = "Metrics";

  private static final String NEW = "new-metric";
  private static final Map<String, String> DONE =
      Map.of("created", "The metric was saved.", "deleted", "The metric was deleted.");

  private final PageKit kit;
  private final BehaviorKit behavior;

  MetricsPage(PageKit kit, BehaviorKit behavior) {
    this.kit = kit;
    this.behavior = behavior;
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  Future<PageResponse> submit(PageRequest submitted) {
    if (!submitted.form().get(Form.ID_FIELD).equals(NEW)) {
      return Future.failedFuture(Failure.notFound("form"));
    }
    String slug = submitted.form().get(ChosenApp.PARAMETER);
    PageRequest request = submitted.withQuery(FormData.of(Map.of(ChosenApp.PARAMETER, slug)));
    return behavior
        .apps()
        .page(
            request,
            HEADING,
            app -> List.of(app.field()),
            app ->
                Submissions.submit(
                    request,
                    form(app, Names.UNKNOWN),
                    body -> create(request, app, body),
                    created -> Future.succeededFuture(done(request, slug, "created")),
                    again -> show(request, again)));
  }

  private Future<?> create(PageRequest request, ChosenApp app, byte[] body) {
    return kit.roles()
        .send(
            AnalyticsContracts.CREATE_METRIC,
            app.id(),
            new String(body, StandardCharsets.UTF_8),
            request.caller());
  }

  /** Back to the metrics of the app. */
  static PageResponse done(PageRequest request, String slug, String what) {
    return new PageResponse.Redirect(
        request.path()
            + "?"
            + PageRequest.encode(Map.of(ChosenApp.PARAMETER, slug))
            + "&done="
            + what);
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    return behavior
        .apps()
        .page(
            request,
            HEADING,
            app -> List.of(app.field()),
            app ->
                behavior
                    .names()
                    .all(app, request)
                    .compose(names -> show(request, app, names, submission)));
  }

  private Future<PageResponse> show(
      PageRequest request, ChosenApp app, Names names, Submission submission) {
    List<Part> before = new ArrayList<>(Outcomes.notice(request, DONE));
    List<Part> after = new ArrayList<>();
    if (request.may(AccessLevel.ADMIN)) {
      Form form = form(app, names);
      before.addAll(Outcomes.alert(form, submission));
      after.add(form.after(submission));
    }
    BehaviorView page = new BehaviorView(request, HEADING, app, List.of(app.field()));
    return kit.lists()
        .page(request, HEADING, before, metrics(request, app), after)
        .recover(page::refused);
  }

  private ListView metrics(PageRequest request, ChosenApp app) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.link("Name", "/name", metric -> report(request, app, metric)),
                Column.text("Event", "/eventName"),
                Column.word("Calculation", "/calculation"),
                Column.text("Property", "/overProperty")));
    if (request.may(AccessLevel.ADMIN)) {
      columns.add(Column.actions(metric -> List.of(delete(app, metric))));
    }
    return ListView.of(
            "metrics",
            HEADING,
            app.list("listUsageMetrics", "usage-metrics", "metrics"),
            parameters -> kit.roles().unlessSilent(Role.ANALYTICS, list(request, app, parameters)))
        .filteredBy(Map.of(), List.of(app.field()))
        .columns(columns)
        .whenEmpty(
            "A metric keeps an event and a calculation under a name, which apps can ask for too.",
            kit.curl()
                .tryWithToken(
                    "metrics-try",
                    app.path("usage-metrics"),
                    "{\"name\":\"Pages viewed\",\"eventName\":\"page_view\"}",
                    "TOKEN is an API token of an admin, made on the page Account."));
  }

  private Future<JsonResponse> list(
      PageRequest request, ChosenApp app, Map<String, String> parameters) {
    return kit.roles()
        .list(AnalyticsContracts.LIST_METRICS, app.id(), parameters, request.caller());
  }

  private static Action delete(ChosenApp app, JsonNode metric) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("step", MetricSteps.DELETE);
    parameters.put("id", metric.path("id").asText());
    parameters.put(ChosenApp.PARAMETER, app.slug());
    return new Action("Delete", parameters);
  }

  private static String report(PageRequest request, ChosenApp app, JsonNode metric) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("eventName", metric.path("eventName").asText());
    parameters.put("calculation", metric.path("calculation").asText());
    if (metric.path("overProperty").isTextual()) {
      parameters.put("overProperty", metric.path("overProperty").asText());
    }
    return app.address(request, ConsolePage.REPORT.pathInWorkspace(), parameters);
  }

  private static Form form(ChosenApp app, Names names) {
    return Form.of(
            NEW,
            "New metric",
            "New metric",
            Field.text("name", "Name").required(),
            Field.text("eventName", "Event").required().withSuggestions(names.events().stream()),
            Field.select(
                "calculation", "Calculation", ReportWords.CALCULATIONS.toArray(String[]::new)),
            Field.text("overProperty", "Property")
                .withHint("What it is calculated from; count and unique work without.")
                .withSuggestions(names.properties().stream()))
        .withFixed(Map.of(ChosenApp.PARAMETER, app.slug()));
  }
}
