package dev.shopwire.enrichment;

import dev.shopwire.common.background.IndexBuild;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.common.tenancy.CustomerIndexes;
import dev.shopwire.enrichment.contacts.ContactExport;
import dev.shopwire.enrichment.customers.ProfileIndexes;
import dev.shopwire.enrichment.fields.FieldExport;
import dev.shopwire.enrichment.fields.FieldInstants;
import dev.shopwire.enrichment.search.CustomerExport;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.stream.Stream;

/**
 * Serves the role's complete lists, and creates the indexes that lists of customers are ordered by
 * and that conditions on dates use; one instance per process.
 */
public final class CompleteListsVerticle extends VerticleBase {
  /** How many connections to PostgreSQL it opens besides those of complete lists. */
  public static final int CONNECTIONS = 1;

  private final EnrichmentConfig config;
  private final SharedStores stores;
  private IndexBuild indexes;

  @SuppressWarnings("NullAway.Init") // start() sets the other field
  public CompleteListsVerticle(EnrichmentConfig config, SharedStores stores) {
    this.config = config;
    this.stores = stores;
  }

  @Override
  public Future<?> start() {
    List<IndexBuild.Index> all =
        Stream.of(CustomerIndexes.ALL, ProfileIndexes.ALL, FieldInstants.INDEXES)
            .flatMap(List::stream)
            .toList();
    indexes = new IndexBuild(vertx, stores.postgres(), all);
    indexes.start();
    return new ExportServer(Role.ENRICHMENT, vertx, stores)
        .list("listCustomFields", new FieldExport())
        .list("listCustomers", new CustomerExport(config.fields()))
        .list("listContacts", new ContactExport())
        .serve();
  }

  @Override
  public Future<?> stop() {
    return indexes.close();
  }
}
