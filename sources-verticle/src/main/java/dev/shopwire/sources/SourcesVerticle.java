package dev.shopwire.sources;

import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;

/** Serves the console's calls about sources; ready when every bus address is registered. */
public final class SourcesVerticle extends VerticleBase {
  private final SourcesConfig config;
  private final SharedStores stores;
  private Pool pool;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public SourcesVerticle(SourcesConfig config, SharedStores stores) {
    this.config = config;
    this.stores = stores;
  }

  @Override
  public Future<?> start() {
    pool = stores.postgres().pool(vertx, config.connections(), SessionSettings.CALLS);
    return Future.all(
        Role.SOURCES.serveStatus(vertx), new ExportServer(Role.SOURCES, vertx, stores).serve());
  }

  @Override
  public Future<?> stop() {
    return pool.close();
  }
}
