package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.tenants.AppRequests;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Lists the apps of a page's workspace, for fields that choose one by its slug. */
final class WorkspaceApps {
  private final AppRequests apps;

  WorkspaceApps(PageKit kit) {
    this.apps = kit.services().apps();
  }

  Future<List<JsonNode>> all(PageRequest request) {
    return apps.list(request.workspaceId(), new PageParameters(PageSize.MAX, Optional.empty()))
        .map(listed -> ApiJson.rows(ApiJson.of(listed), "apps"));
  }

  static List<String> slugs(List<JsonNode> apps) {
    return apps.stream().map(app -> app.path("slug").asText()).toList();
  }

  /** The id of the app with this slug. */
  static Optional<Long> id(List<JsonNode> apps, String slug) {
    return apps.stream()
        .filter(app -> app.path("slug").asText().equals(slug))
        .map(app -> app.path("id").asLong())
        .findFirst();
  }
}
