package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;

/** The second step before a metric is deleted. */
final class MetricSteps {
  static final String DELETE = "delete";

  private final RoleRequests roles;
  private final Apps apps;

  MetricSteps(RoleRequests roles, Apps apps) {
    this.roles = roles;
    this.apps = apps;
  }

  SecondSteps all() {
    return new SecondSteps(
        MetricsPage.HEADING,
        Map.of(
            DELETE,
            new Step(
                this::confirmation,
                (request, body) ->
                    roles.send(
                        AnalyticsContracts.DELETE_METRIC, request.id(), "", request.caller()),
                (request, deleted) ->
                    MetricsPage.done(
                        request, request.query().get(ChosenApp.PARAMETER), "deleted"))));
  }

  /** Finds the metric among those of an app of the page's workspace. */
  private Future<Confirmation> confirmation(PageRequest request) {
    request.require(AccessLevel.ADMIN);
    return apps.require(request, request.query().get(ChosenApp.PARAMETER))
        .compose(
            app ->
                roles
                    .list(
                        AnalyticsContracts.LIST_METRICS,
                        app.id(),
                        only(request.id()),
                        request.caller())
                    .map(
                        listed ->
                            ApiJson.find(listed, "metrics", request.query().get("id"), "metric"))
                    .map(metric -> confirmation(request, app, metric)));
  }

  /** The page of the list that has only the row with this id. */
  private static Map<String, String> only(long id) {
    Map<String, String> parameters = new LinkedHashMap<>(Map.of("take", "1"));
    if (id > 1) {
      parameters.put("cursor", Long.toString(id - 1));
    }
    return parameters;
  }

  private static Confirmation confirmation(PageRequest request, ChosenApp app, JsonNode metric) {
    return new Confirmation(
        "Delete the metric %s?".formatted(metric.path("name").asText()),
        "Apps that ask for it get 404 from then on. Its events stay.",
        Form.of(DELETE, "", "Delete")
            .farReaching()
            .withFixed(Map.of("id", metric.path("id").asText(), ChosenApp.PARAMETER, app.slug())),
        request.path() + "?" + PageRequest.encode(Map.of(ChosenApp.PARAMETER, app.slug())));
  }
}
