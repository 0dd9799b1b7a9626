package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads an app's events as the API's operations do. Faults have the names of pages' fields. */
final class AppReads {
  private final RoleRequests roles;

  AppReads(RoleRequests roles) {
    this.roles = roles;
  }

  /** The response of an operation, which may take long. */
  Future<JsonResponse> response(
      Contract<AdminQuery, JsonResponse> contract,
      ChosenApp app,
      Map<String, String> parameters,
      PageRequest request) {
    return roles
        .unlessSilent(Role.ANALYTICS, roles.query(contract, app.id(), parameters, request.caller()))
        .recover(
            error ->
                Future.failedFuture(
                    error instanceof Failure failure ? FaultNames.translate(failure) : error));
  }

  Future<JsonNode> json(
      Contract<AdminQuery, JsonResponse> contract,
      ChosenApp app,
      Map<String, String> parameters,
      PageRequest request) {
    return response(contract, app, parameters, request).map(ApiJson::of);
  }

  /**
   * The parameters of an operation: those of the page's address with these names, and the zone that
   * bare dates are days of.
   */
  static Map<String, String> parameters(PageRequest request, String... names) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String name : names) {
      if (request.query().has(name)) {
        parameters.put(name, request.query().get(name));
      }
    }
    boolean isChosen = request.query().has("timezone");
    parameters.put("timezone", isChosen ? request.query().get("timezone") : request.zone().getId());
    return parameters;
  }
}
