package dev.shopwire.enrichment.fields;

import dev.shopwire.common.caches.BoundedMap;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Optional;

/**
 * Caches the definitions of recently used workspaces. Callers pass the current version, which they
 * have read from the database along with other data, so that a process never uses outdated
 * definitions and needs no invalidation messages. Not thread-safe; use from one event loop.
 */
public final class FieldCatalogs {
  private static final int MAX_WORKSPACES = 1_000;

  private final Map<Long, FieldCatalog> cache = BoundedMap.leastRecentlyUsed(MAX_WORKSPACES);

  /**
   * The definitions at {@code version}; empty if they have changed since, so that the caller must
   * read again.
   */
  public Future<Optional<FieldCatalog>> at(SqlClient client, long workspaceId, long version) {
    FieldCatalog catalog = cache.get(workspaceId);
    if (catalog != null && catalog.version() == version) {
      return Future.succeededFuture(Optional.of(catalog));
    }
    return CustomFields.load(client, workspaceId)
        .map(
            loaded -> {
              cache.merge(
                  workspaceId,
                  loaded,
                  (one, other) -> one.version() > other.version() ? one : other);
              return Optional.of(loaded).filter(fresh -> fresh.version() == version);
            });
  }
}
