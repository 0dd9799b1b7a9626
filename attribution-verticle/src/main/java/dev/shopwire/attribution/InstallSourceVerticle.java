package dev.shopwire.attribution;

import dev.shopwire.attribution.installs.InstallSourceConfig;
import dev.shopwire.attribution.installs.InstallSourceRun;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.ShopDomain;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;

/** Reads the connected source of install events at its interval; one instance a process. */
public final class InstallSourceVerticle extends VerticleBase {
  private final InstallSourceConfig config;
  private final ShopDomain domains;
  private final Postgres postgres;
  private Pool pool;
  private boolean stopped;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public InstallSourceVerticle(InstallSourceConfig config, ShopDomain domains, Postgres postgres) {
    this.config = config;
    this.domains = domains;
    this.postgres = postgres;
  }

  /** Nobody waits for the source: it may be away. */
  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, config.connections(), SessionSettings.BACKGROUND);
    run();
    return Future.succeededFuture();
  }

  private void run() {
    InstallSourceRun.once(vertx, pool, postgres, config, domains)
        .onComplete(
            done -> {
              if (!stopped) {
                vertx.setTimer(config.interval().toMillis(), id -> run());
              }
            });
  }

  /** What is being read is cut off: the next process takes it up. */
  @Override
  public Future<?> stop() {
    stopped = true;
    return pool.close();
  }
}
