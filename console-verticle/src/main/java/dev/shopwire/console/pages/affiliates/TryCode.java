package dev.shopwire.console.pages.affiliates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Figure;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Makes the command that sends a first code, with an app and a code that exist. */
final class TryCode {
  private final RoleRequests roles;
  private final Curl curl;

  TryCode(RoleRequests roles, Curl curl) {
    this.roles = roles;
    this.curl = curl;
  }

  /** A code of the workspace's first affiliate; without one, an example. */
  Future<String> code(PageRequest request) {
    return roles
        .list(
            AttributionContracts.LIST_AFFILIATES,
            request.workspaceId(),
            Map.of("take", "1"),
            request.caller())
        .map(listed -> ApiJson.of(listed).at("/affiliates/0/codes/0/code").asText("JANE10"));
  }

  /**
   * @param slugs those of the workspace's apps
   */
  Figure figure(String id, List<String> slugs, String code) {
    ObjectNode body =
        Json.MAPPER
            .createObjectNode()
            .put("app", slugs.isEmpty() ? "report-builder" : slugs.get(0))
            .put("myplatformDomain", "acme.platform.example")
            .put("mref", code);
    return curl.tryWithKey(id, "/v1/attribution", body.toString());
  }
}
