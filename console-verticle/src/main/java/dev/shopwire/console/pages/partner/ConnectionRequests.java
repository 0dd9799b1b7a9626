package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Sends requests about the partner connection of a page's app, as the API does. */
final class ConnectionRequests {
  private final RoleRequests roles;

  ConnectionRequests(RoleRequests roles) {
    this.roles = roles;
  }

  /** The path of the connection, or of a call about it, in the API. */
  static String path(PageRequest request) {
    return "/console/api/apps/%s/partner-connection".formatted(request.pathId());
  }

  /** The connection; empty if the app has none. */
  Future<Optional<JsonNode>> find(PageRequest request) {
    return send(PartnerContracts.SHOW, request, "")
        .map(shown -> Optional.of(shown.path("partnerConnection")))
        .recover(
            error ->
                error instanceof Failure failure && failure.code() == Code.NOT_FOUND
                    ? Future.succeededFuture(Optional.empty())
                    : Future.failedFuture(error));
  }

  /** The connection; fails with 404 if the app has none. */
  Future<JsonNode> get(PageRequest request) {
    return find(request)
        .map(found -> found.orElseThrow(() -> Failure.notFound("partner connection")));
  }

  Future<List<JsonNode>> dialects(PageRequest request) {
    return roles
        .send(PartnerContracts.DIALECTS, 0, "", request.caller())
        .map(listed -> ApiJson.rows(ApiJson.of(listed), "partnerDialects"));
  }

  Future<JsonNode> put(PageRequest request, ObjectNode body) {
    return send(PartnerContracts.PUT, request, body.toString());
  }

  /** Reads a page of each stream with what the body says, and stores nothing. */
  Future<JsonNode> test(PageRequest request, ObjectNode body) {
    return send(PartnerContracts.TRY, request, body.toString()).map(tried -> tried.path("test"));
  }

  Future<JsonNode> send(
      Contract<AdminRequest, JsonResponse> contract, PageRequest request, String body) {
    return roles.send(contract, request.numericPathId(), body, request.caller()).map(ApiJson::of);
  }
}
