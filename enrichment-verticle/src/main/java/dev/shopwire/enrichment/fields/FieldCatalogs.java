package dev.shopwire.enrichment.fields;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The definitions of the workspaces that were busy lately. Whoever uses them names the version that
 * the database holds now, read together with what it needs anyway: so what is remembered is never
 * out of date, on any process, without a message. For one event loop.
 */
public final class FieldCatalogs {
  private static final int MAX_WORKSPACES = 1_000;

  private final Map<Integer, FieldCatalog> known =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, FieldCatalog> eldest) {
          return size() > MAX_WORKSPACES;
        }
      };

  /**
   * The definitions at {@code version}; empty if they have changed again meanwhile, so that the
   * caller must read anew.
   */
  public Future<Optional<FieldCatalog>> at(SqlClient client, int workspaceId, long version) {
    FieldCatalog catalog = known.get(workspaceId);
    if (catalog != null && catalog.version() == version) {
      return Future.succeededFuture(Optional.of(catalog));
    }
    return CustomFields.load(client, workspaceId)
        .map(
            loaded -> {
              known.merge(
                  workspaceId,
                  loaded,
                  (one, other) -> one.version() > other.version() ? one : other);
              return Optional.of(loaded).filter(fresh -> fresh.version() == version);
            });
  }
}
