package dev.shopwire.console.pages.overview;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.RoleParts;
import dev.shopwire.console.overview.Overview;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows the figures of a workspace over a range of days, and how its webhooks are. */
public final class OverviewPage implements PageGroup {
  private static final String HEADING = "Overview";
  private static final String API = "/console/api/workspaces/";
  private static final List<String> RANGE = List.of("startDate", "endDate");

  private final PageKit kit;
  private final Overview overview;

  public OverviewPage(PageKit kit) {
    this.kit = kit;
    this.overview = kit.services().merged().overview();
  }

  @Override
  public void addTo(PageRoutes routes) {
    routes.page(ConsolePage.OVERVIEW, this::show);
  }

  private Future<PageResponse> show(PageRequest request) {
    List<Field> fields = TimeFilters.of(request).toList();
    Map<String, String> parameters = parameters(request);
    return Future.succeededFuture(parameters)
        .compose(valid -> overview.read(request.workspaceId(), valid, request.caller()))
        .compose(
            response ->
                content(request, response)
                    .map(
                        content -> {
                          List<Part> parts = new ArrayList<>();
                          Map<String, String> range = range(response.path("overview"));
                          parts.add(Lists.filters(request, fields, range, Faults.NONE));
                          parts.addAll(content);
                          parts.add(
                              kit.curl()
                                  .same(
                                      "overview-curl",
                                      API + request.workspaceId() + "/overview",
                                      parameters));
                          return request.page(HEADING, parts);
                        }))
        .recover(error -> Lists.refused(request, HEADING, fields, Map.of(), error));
  }

  /** In the zone that the page names. */
  private static Map<String, String> parameters(PageRequest request) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String name : RANGE) {
      if (request.query().has(name)) {
        parameters.put(name, request.query().get(name));
      }
    }
    String zone = request.query().get("timezone");
    parameters.put("timezone", zone.isBlank() ? request.zone().getId() : zone);
    return parameters;
  }

  /** The days that are shown, also where they are those by default. */
  private static Map<String, String> range(JsonNode overview) {
    Map<String, String> range = new LinkedHashMap<>();
    RANGE.forEach(name -> range.put(name, overview.path(name).asText()));
    return range;
  }

  private Future<List<Part>> content(PageRequest request, JsonNode response) {
    OverviewFigures figures = new OverviewFigures(response.path("overview"));
    Future<List<Part>> firstSteps =
        figures.isZero() ? whatIsMissing(request) : Future.succeededFuture(List.of());
    return firstSteps.map(
        nothing -> {
          List<Part> parts = new ArrayList<>(figures.keyFigures(nothing.isEmpty()));
          parts.addAll(unavailable(response));
          parts.addAll(figures.webhooks(request));
          parts.addAll(nothing.isEmpty() ? figures.days() : nothing);
          return parts;
        });
  }

  private static List<Part> unavailable(JsonNode response) {
    return ApiJson.rows(response, "missing").stream()
        .map(JsonNode::asText)
        .<Part>map(
            role ->
                new UnavailableRole(
                    "unavailable-" + role, OverviewFigures.namesOf(role), Role.of(role)))
        .toList();
  }

  /** The first steps, if the workspace has no customers at all; else nothing. */
  private Future<List<Part>> whatIsMissing(PageRequest request) {
    return kit.roles()
        .query(
            EnrichmentContracts.LIST_CUSTOMERS,
            request.workspaceId(),
            Map.of("take", "1"),
            request.caller())
        .compose(
            customers ->
                ApiJson.rows(ApiJson.of(customers), "customers").isEmpty()
                    ? firstSteps(request)
                    : Future.succeededFuture(List.<Part>of()))
        .recover(
            error ->
                RoleParts.isMissing(error)
                    ? Future.succeededFuture(List.of())
                    : Future.failedFuture(error));
  }

  private Future<List<Part>> firstSteps(PageRequest request) {
    return kit.services()
        .apps()
        .list(request.workspaceId(), PageParameters.of(Map.of("take", "1")))
        .map(ApiJson::of)
        .map(
            apps ->
                ApiJson.rows(apps, "apps").isEmpty()
                    ? nothing("Create an app, then send its first event.", tryApp(request))
                    : nothing(
                        "Events that apps send appear here. Send the first one.", tryEvent()));
  }

  private static List<Part> nothing(String text, Figure command) {
    return List.of(
        new Region("overview-nothing", "Nothing here yet", List.of(new Text(text), command)));
  }

  private Figure tryApp(PageRequest request) {
    return kit.curl()
        .tryWithToken(
            "overview-try",
            API + request.workspaceId() + "/apps",
            "{\"slug\":\"my-app\",\"name\":\"My app\"}",
            "TOKEN is an API token of this workspace with the role admin.");
  }

  private Figure tryEvent() {
    return kit.curl()
        .tryWithKey(
            "overview-try",
            "/v1/usage_events",
            "{\"eventName\":\"opened\",\"customerId\":\"acme.platform.example\"}");
  }
}
