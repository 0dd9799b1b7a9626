package dev.shopwire.attribution;

import dev.shopwire.attribution.affiliates.AffiliateHandlers;
import dev.shopwire.attribution.credit.PostAttribution;
import dev.shopwire.attribution.eligibility.EligibilityHandlers;
import dev.shopwire.attribution.history.Corrections;
import dev.shopwire.attribution.history.HistoryHandlers;
import dev.shopwire.attribution.history.Reevaluations;
import dev.shopwire.attribution.installs.InstallSourceStatus;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.LastSeen;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.function.Function;

/** Affiliates and first touch, over the bus; ready when the bus knows every address. */
public final class AttributionVerticle extends VerticleBase {
  private final AttributionConfig config;
  private final Postgres postgres;
  private Pool pool;
  private LastSeen lastSeen;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public AttributionVerticle(AttributionConfig config, Postgres postgres) {
    this.config = config;
    this.postgres = postgres;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, config.connections(), SessionSettings.CALLS);
    lastSeen = new LastSeen(vertx, pool);
    PostAttribution attribute = new PostAttribution(vertx, pool, config.domains(), lastSeen);
    AffiliateHandlers affiliates = new AffiliateHandlers(pool);
    EligibilityHandlers programmes = new EligibilityHandlers(pool, config.domains());
    HistoryHandlers history = new HistoryHandlers(pool);
    Corrections corrections = new Corrections(vertx, pool);
    Reevaluations reevaluations = new Reevaluations(vertx, pool);
    InstallSourceStatus listing = new InstallSourceStatus(pool, config.listing());
    return Future.all(
        List.of(
            Role.ATTRIBUTION.serveStatus(vertx),
            serve(AttributionContracts.ATTRIBUTE, attribute::handle),
            serve(AttributionContracts.LIST_AFFILIATES, affiliates::list),
            serve(AttributionContracts.CREATE_AFFILIATE, affiliates::create),
            serve(AttributionContracts.SHOW_AFFILIATE, affiliates::show),
            serve(AttributionContracts.CHANGE_AFFILIATE, affiliates::change),
            serve(AttributionContracts.ADD_CODE, affiliates::addCode),
            serve(AttributionContracts.CHANGE_CODE, affiliates::changeCode),
            serve(AttributionContracts.SHOW_EXCLUDED_SHOPS, programmes::showExcluded),
            serve(AttributionContracts.REPLACE_EXCLUDED_SHOPS, programmes::replaceExcluded),
            serve(AttributionContracts.SHOW_SETTINGS, programmes::showSettings),
            serve(AttributionContracts.CHANGE_SETTINGS, programmes::changeSettings),
            serve(AttributionContracts.CORRECT, corrections::correct),
            serve(AttributionContracts.LIST_ATTRIBUTIONS, history::list),
            serve(AttributionContracts.LOG, history::log),
            serve(AttributionContracts.REEVALUATE, reevaluations::reevaluate),
            serve(AttributionContracts.TIMELINE, history::timeline),
            serve(AttributionContracts.TIMELINE_CSV, history::timelineCsv),
            serve(AttributionContracts.SHOW_LISTING_SOURCE, listing::show)));
  }

  private <Q, R> Future<Void> serve(Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, handler);
  }

  @Override
  public Future<?> stop() {
    return lastSeen.close().eventually(pool::close);
  }
}
