package dev.shopwire.console.pages.apps;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.tenants.KeyRequests;
import io.vertx.core.Future;
import java.util.Optional;

/** Finds a key in the list of its app's keys. */
final class ListedKeys {
  private final KeyRequests keys;

  ListedKeys(KeyRequests keys) {
    this.keys = keys;
  }

  /** Fails with 404 if the app has no such key. */
  Future<JsonNode> find(long appId, String keyId) {
    return find(appId, keyId, Optional.empty());
  }

  private Future<JsonNode> find(long appId, String keyId, Optional<String> cursor) {
    return keys.list(appId, new PageParameters(PageSize.MAX, cursor))
        .map(ApiJson::of)
        .compose(
            page ->
                ApiJson.rows(page, "keys").stream()
                    .filter(key -> key.path("id").asText().equals(keyId))
                    .findFirst()
                    .map(Future::succeededFuture)
                    .orElseGet(() -> findAfter(appId, keyId, page)));
  }

  private Future<JsonNode> findAfter(long appId, String keyId, JsonNode page) {
    return page.path("hasNextPage").asBoolean()
        ? find(appId, keyId, Optional.of(page.path("cursor").asText()))
        : Future.failedFuture(Failure.notFound("key"));
  }
}
