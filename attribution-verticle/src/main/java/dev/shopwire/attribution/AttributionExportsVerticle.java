package dev.shopwire.attribution;

import dev.shopwire.attribution.affiliates.AffiliateHandlers;
import dev.shopwire.attribution.credit.CreditIndexes;
import dev.shopwire.attribution.history.CustomerTimeline;
import dev.shopwire.attribution.history.HistoryExports;
import dev.shopwire.common.background.IndexBuild;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Serves the role's complete lists, and creates the indexes of credits; one instance per process.
 */
public final class AttributionExportsVerticle extends VerticleBase {
  /** How many connections to PostgreSQL it opens besides those of complete lists. */
  public static final int CONNECTIONS = 1;

  private final SharedStores stores;
  private IndexBuild indexes;

  @SuppressWarnings("NullAway.Init") // start() sets the other field
  public AttributionExportsVerticle(SharedStores stores) {
    this.stores = stores;
  }

  @Override
  public Future<?> start() {
    indexes = new IndexBuild(vertx, stores.postgres(), CreditIndexes.ALL);
    indexes.start();
    return new ExportServer(Role.ATTRIBUTION, vertx, stores)
        .list("listAffiliates", AffiliateHandlers.export())
        .list("listAttributions", HistoryExports.credits())
        .list("listAttributionLog", HistoryExports.log())
        .list("getAttributionTimeline", HistoryExports.timeline())
        .list("getCustomerTimeline", CustomerTimeline.export())
        .serve();
  }

  @Override
  public Future<?> stop() {
    return indexes.close();
  }
}
