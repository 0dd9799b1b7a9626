package dev.shopwire.console.pages.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds the custom fields of a page's workspace. */
final class WorkspaceFields {
  private final RoleRequests roles;

  WorkspaceFields(RoleRequests roles) {
    this.roles = roles;
  }

  /** Fails with 404 if the workspace has no such field, or the caller may not see it. */
  Future<JsonNode> find(PageRequest request, long id) {
    Map<String, String> only = new LinkedHashMap<>(Map.of("take", "1"));
    if (id > 1) {
      only.put("cursor", Long.toString(id - 1));
    }
    return roles
        .list(EnrichmentContracts.LIST_FIELDS, request.workspaceId(), only, request.caller())
        .map(listed -> ApiJson.find(listed, "customFields", Long.toString(id), "custom field"));
  }

  /** What a field is called where apps matter. */
  static String title(JsonNode field) {
    String app = field.at("/app/slug").asText("");
    return field.path("name").asText() + (app.isEmpty() ? "" : " of " + app);
  }
}
