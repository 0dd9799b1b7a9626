package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import io.vertx.core.Future;

/** Sends requests about databases, linked queries and runs, as the API does. */
final class LinkedRequests {
  private final RoleRequests roles;

  LinkedRequests(RoleRequests roles) {
    this.roles = roles;
  }

  /** The path of a workspace's databases in the API. */
  static String databasesPath(PageRequest request) {
    return "/console/api/workspaces/%d/databases".formatted(request.workspaceId());
  }

  static String databasePath(String id) {
    return "/console/api/databases/" + id;
  }

  /** The path of a database's queries in the API. */
  static String queriesPath(String database) {
    return databasePath(database) + "/linked-queries";
  }

  static String queryPath(String id) {
    return "/console/api/linked-queries/" + id;
  }

  static String runPath(String id) {
    return "/console/api/linked-runs/" + id;
  }

  Future<JsonNode> database(PageRequest request, long id) {
    return send(LinkedFieldContracts.SHOW_DATABASE, request, id, "")
        .map(shown -> shown.path("database"));
  }

  /** The database that the page is about. */
  Future<JsonNode> database(PageRequest request) {
    return database(request, request.numericPathId());
  }

  /** The query that the page is about. */
  Future<JsonNode> query(PageRequest request) {
    return send(LinkedFieldContracts.SHOW_QUERY, request, request.numericPathId(), "")
        .map(shown -> shown.path("linkedQuery"));
  }

  /** The run that the page is about. */
  Future<JsonNode> run(PageRequest request) {
    return send(LinkedFieldContracts.SHOW_RUN, request, request.numericPathId(), "")
        .map(shown -> shown.path("run"));
  }

  Future<JsonNode> send(
      Contract<AdminRequest, JsonResponse> contract, PageRequest request, long id, String body) {
    return roles.send(contract, id, body, request.caller()).map(ApiJson::of);
  }

  /** The same for what connects to a database, and so may take long. */
  Future<JsonNode> sendSlow(
      Contract<AdminRequest, JsonResponse> contract, PageRequest request, long id, String body) {
    return roles.unlessSilent(Role.SOURCES, send(contract, request, id, body));
  }
}
