package dev.shopwire.attribution;

import dev.shopwire.attribution.affiliates.AffiliateHandlers;
import dev.shopwire.attribution.history.CustomerTimeline;
import dev.shopwire.attribution.history.HistoryExports;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves the role's complete lists; one instance per process. */
public final class AttributionExportsVerticle extends VerticleBase {
  private final SharedStores stores;

  public AttributionExportsVerticle(SharedStores stores) {
    this.stores = stores;
  }

  @Override
  public Future<?> start() {
    return new ExportServer(Role.ATTRIBUTION, vertx, stores)
        .list("listAffiliates", AffiliateHandlers.export())
        .list("listAttributions", HistoryExports.credits())
        .list("listAttributionLog", HistoryExports.log())
        .list("getAttributionTimeline", HistoryExports.timeline())
        .list("getCustomerTimeline", CustomerTimeline.export())
        .serve();
  }
}
