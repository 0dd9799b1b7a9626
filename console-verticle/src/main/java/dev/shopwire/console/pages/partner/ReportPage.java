package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.RoleParts;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.ListLinks;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import dev.shopwire.console.tenants.AppRequests;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows the figures of the partner report, each with its formula, as charts and tables. */
final class ReportPage {
  static final String HEADING = "Revenue";

  /** Of all metrics, what is looked at first; the field offers the others. */
  private static final String FIRST = "mrr,active_installs,installs,uninstalls,net_revenue";

  /** More would make a page slow and hard to read. */
  private static final int MAX_CELLS = 4_000;

  private final AppRequests apps;
  private final RoleRequests roles;
  private final Curl curl;

  ReportPage(PageKit kit) {
    this.apps = kit.services().apps();
    this.roles = kit.roles();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return apps(request)
        .compose(
            listed ->
                Future.succeededFuture(listed)
                    .map(all -> ReportApp.of(request, all))
                    .compose(app -> show(request, app))
                    .recover(
                        error ->
                            Lists.refused(
                                request,
                                HEADING,
                                fields(request, ReportApp.all(listed)),
                                Map.of(),
                                error)));
  }

  private Future<PageResponse> show(PageRequest request, ReportApp app) {
    return read(request, app)
        .map(report -> page(request, app, parts(request, app, report)))
        .recover(error -> instead(request, app, error));
  }

  private Future<List<JsonNode>> apps(PageRequest request) {
    return apps.list(
            request.workspaceId(), new PageParameters(PageSize.MAX, Optional.<String>empty()))
        .map(listed -> ApiJson.rows(ApiJson.of(listed), "apps"));
  }

  private Future<JsonNode> read(PageRequest request, ReportApp app) {
    return roles
        .unlessSilent(
            Role.SOURCES,
            roles.query(
                app.choose(PartnerContracts.REPORT, PartnerContracts.WORKSPACE_REPORT),
                app.id(request),
                parameters(request),
                request.caller()))
        .map(response -> ApiJson.of(response).path("report"));
  }

  private static Map<String, String> parameters(PageRequest request) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String name : List.of("metrics", "interval", "startDate", "endDate", "groupBy")) {
      if (request.query().has(name)) {
        parameters.put(name, request.query().get(name));
      }
    }
    parameters.putIfAbsent("metrics", FIRST);
    parameters.put(
        "timezone",
        request.query().has("timezone") ? request.query().get("timezone") : request.zone().getId());
    return parameters;
  }

  private static List<Field> fields(PageRequest request, ReportApp app) {
    return Stream.concat(
            Stream.of(
                app.field(),
                Field.text("metrics", "Metrics")
                    .withHint("Names, separated by commas, such as mrr,logo_churn,payouts."),
                Field.select(
                    "interval",
                    "Interval",
                    List.of(
                        new Option("", "by range"),
                        new Option("daily", "daily"),
                        new Option("weekly", "weekly"),
                        new Option("monthly", "monthly"))),
                Field.select(
                    "groupBy",
                    "Group by",
                    List.of(new Option("", "nothing"), new Option("plan", "plan")))),
            TimeFilters.of(request))
        .toList();
  }

  private static PageResponse page(PageRequest request, ReportApp app, List<Part> parts) {
    List<Part> all = new ArrayList<>();
    all.add(
        Lists.filters(
            request,
            fields(request, app),
            Map.of("metrics", parameters(request).getOrDefault("metrics", "")),
            Faults.NONE));
    all.addAll(parts);
    return request.page(HEADING, all);
  }

  private List<Part> parts(PageRequest request, ReportApp app, JsonNode report) {
    List<Part> parts = new ArrayList<>();
    parts.add(new Text(completeness(request, report)));
    List<ReportSection> sections =
        report
            .path("metrics")
            .valueStream()
            .map(metric -> new ReportSection(request, report, metric))
            .toList();
    if (sections.stream().mapToInt(ReportSection::cells).sum() > MAX_CELLS) {
      parts.add(
          new Region(
              "too-large",
              "Too many values for a page",
              List.of(new Text("Choose fewer metrics, a longer interval or a shorter range."))));
    } else {
      sections.forEach(section -> parts.add(section.part()));
    }
    parts.add(new ListLinks(Optional.empty(), Optional.empty(), Lists.saveView(request)));
    parts.add(curl.same("report-curl", app.path(request, "partner-report"), parameters(request)));
    return parts;
  }

  private static String completeness(PageRequest request, JsonNode report) {
    JsonNode time = report.path("completeTo");
    if (!time.isTextual()) {
      return "Nothing is known yet: the first records are being fetched.";
    }
    JsonNode excluded = report.path("excluded");
    return ("Complete to %s; what is later is not known yet. Not in the figures: %s test records. Not in"
            + " recurring revenue: %s subscriptions without a price, %s without an interval.")
        .formatted(
            Cell.local(time.textValue(), request.zone()),
            excluded.path("test").asText("0"),
            excluded.path("unpriced").asText("0"),
            excluded.path("unknownInterval").asText("0"));
  }

  /** What is shown if the report could not be read; other failures are passed on. */
  private Future<PageResponse> instead(PageRequest request, ReportApp app, Throwable error) {
    if (!(error instanceof Failure failure)) {
      return Future.failedFuture(error);
    }
    if (failure.code() == Code.NOT_FOUND) {
      return Future.succeededFuture(page(request, app, List.of(notConnected(request))));
    }
    boolean isTooMuch =
        failure.code() == Code.UNAVAILABLE && !failure.reason().equals(Code.UNAVAILABLE.id());
    if (isTooMuch) {
      return Future.succeededFuture(
          PageRequest.withStatus(page(request, app, List.of(later(request, failure))), failure));
    }
    return RoleParts.isMissing(error)
        ? Future.succeededFuture(
            page(
                request,
                app,
                List.of(new UnavailableRole("report-unavailable", HEADING, Role.SOURCES))))
        : Future.failedFuture(error);
  }

  private static Part later(PageRequest request, Failure failure) {
    return new Region(
        "report-busy",
        "Not available now",
        List.of(new Text(failure.message() + "."), new Link("Retry", request.address(Map.of()))));
  }

  private static Part notConnected(PageRequest request) {
    return new Region(
        "report-nothing",
        "Not connected yet",
        List.of(
            new Text(
                "Figures come from the platform's partner interface. An admin connects an app on its"
                    + " page under Settings, Apps."),
            new Link("Apps", ConsolePage.APPS.path(request.workspaceId()))));
  }
}
