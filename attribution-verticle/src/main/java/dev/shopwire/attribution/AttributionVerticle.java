package dev.shopwire.attribution;

import dev.shopwire.attribution.affiliates.AffiliateHandlers;
import dev.shopwire.attribution.affiliates.CodeHandlers;
import dev.shopwire.attribution.credit.AttributionHandler;
import dev.shopwire.attribution.eligibility.ExcludedShopsHandlers;
import dev.shopwire.attribution.eligibility.SettingsHandlers;
import dev.shopwire.attribution.history.CorrectionHandler;
import dev.shopwire.attribution.history.CustomerTimeline;
import dev.shopwire.attribution.history.HistoryHandlers;
import dev.shopwire.attribution.history.ReevaluationHandler;
import dev.shopwire.attribution.installs.InstallSourceStatus;
import dev.shopwire.attribution.overview.CreditOverview;
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

/**
 * Serves affiliates and first touch over the event bus; started once every address is registered.
 */
public final class AttributionVerticle extends VerticleBase {
  private final AttributionConfig config;
  private final Postgres postgres;
  private Pool pool;
  private LastSeen lastSeen;

  @SuppressWarnings("NullAway.Init") // start() sets the other fields
  public AttributionVerticle(AttributionConfig config, Postgres postgres) {
    this.config = config;
    this.postgres = postgres;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, config.connections(), SessionSettings.CALLS);
    lastSeen = new LastSeen(vertx, pool);
    AttributionHandler attribute = new AttributionHandler(vertx, pool, config.domains(), lastSeen);
    AffiliateHandlers affiliates = new AffiliateHandlers(pool);
    CodeHandlers codes = new CodeHandlers(pool);
    ExcludedShopsHandlers excludedShops = new ExcludedShopsHandlers(pool, config.domains());
    SettingsHandlers settings = new SettingsHandlers(pool);
    HistoryHandlers history = new HistoryHandlers(pool);
    CorrectionHandler corrections = new CorrectionHandler(vertx, pool);
    ReevaluationHandler reevaluations = new ReevaluationHandler(vertx, pool);
    InstallSourceStatus installSource = new InstallSourceStatus(pool, config.installSource());
    return Future.all(
        List.of(
            Role.ATTRIBUTION.serveStatus(vertx),
            serve(AttributionContracts.ATTRIBUTE, attribute::handle),
            serve(AttributionContracts.LIST_AFFILIATES, affiliates::list),
            serve(AttributionContracts.CREATE_AFFILIATE, affiliates::create),
            serve(AttributionContracts.SHOW_AFFILIATE, affiliates::show),
            serve(AttributionContracts.CHANGE_AFFILIATE, affiliates::change),
            serve(AttributionContracts.ADD_CODE, codes::add),
            serve(AttributionContracts.CHANGE_CODE, codes::change),
            serve(AttributionContracts.SHOW_EXCLUDED_SHOPS, excludedShops::show),
            serve(AttributionContracts.REPLACE_EXCLUDED_SHOPS, excludedShops::replace),
            serve(AttributionContracts.ADD_EXCLUDED_SHOPS, excludedShops::add),
            serve(AttributionContracts.REMOVE_EXCLUDED_SHOPS, excludedShops::remove),
            serve(AttributionContracts.SHOW_SETTINGS, settings::show),
            serve(AttributionContracts.CHANGE_SETTINGS, settings::change),
            serve(AttributionContracts.CORRECT, corrections::correct),
            serve(AttributionContracts.LIST_ATTRIBUTIONS, history::list),
            serve(AttributionContracts.LOG, history::log),
            serve(AttributionContracts.REEVALUATE, reevaluations::reevaluate),
            serve(AttributionContracts.TIMELINE, history::timeline),
            serve(AttributionContracts.CUSTOMER_TIMELINE, new CustomerTimeline(pool)::read),
            serve(AttributionContracts.OVERVIEW, new CreditOverview(pool)::read),
            serve(AttributionContracts.SHOW_INSTALL_SOURCE, installSource::show)));
  }

  private <Q, R> Future<Void> serve(Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, handler);
  }

  @Override
  public Future<?> stop() {
    return lastSeen.close().eventually(pool::close);
  }
}
