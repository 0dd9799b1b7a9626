package dev.shopwire.attribution;

import dev.shopwire.attribution.affiliates.AffiliateCalls;
import dev.shopwire.attribution.credit.PostAttribution;
import dev.shopwire.attribution.history.Corrections;
import dev.shopwire.attribution.history.HistoryCalls;
import dev.shopwire.attribution.history.Reevaluations;
import dev.shopwire.attribution.listing.ListingStatus;
import dev.shopwire.attribution.programmes.ProgrammeCalls;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.calls.AttributionCalls;
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
    AffiliateCalls affiliates = new AffiliateCalls(pool);
    ProgrammeCalls programmes = new ProgrammeCalls(pool, config.domains());
    HistoryCalls history = new HistoryCalls(pool);
    Corrections corrections = new Corrections(vertx, pool);
    Reevaluations reevaluations = new Reevaluations(vertx, pool);
    ListingStatus listing = new ListingStatus(pool, config.listing());
    return Future.all(
        List.of(
            Role.ATTRIBUTION.serveStatus(vertx),
            serve(AttributionCalls.ATTRIBUTE, attribute::handle),
            serve(AttributionCalls.LIST_AFFILIATES, affiliates::list),
            serve(AttributionCalls.CREATE_AFFILIATE, affiliates::create),
            serve(AttributionCalls.SHOW_AFFILIATE, affiliates::show),
            serve(AttributionCalls.CHANGE_AFFILIATE, affiliates::change),
            serve(AttributionCalls.ADD_CODE, affiliates::addCode),
            serve(AttributionCalls.CHANGE_CODE, affiliates::changeCode),
            serve(AttributionCalls.SHOW_EXCLUDED_SHOPS, programmes::showExcluded),
            serve(AttributionCalls.REPLACE_EXCLUDED_SHOPS, programmes::replaceExcluded),
            serve(AttributionCalls.SHOW_SETTINGS, programmes::showSettings),
            serve(AttributionCalls.CHANGE_SETTINGS, programmes::changeSettings),
            serve(AttributionCalls.CORRECT, corrections::correct),
            serve(AttributionCalls.LIST_ATTRIBUTIONS, history::list),
            serve(AttributionCalls.LOG, history::log),
            serve(AttributionCalls.REEVALUATE, reevaluations::reevaluate),
            serve(AttributionCalls.TIMELINE, history::timeline),
            serve(AttributionCalls.TIMELINE_CSV, history::timelineCsv),
            serve(AttributionCalls.SHOW_LISTING_SOURCE, listing::show)));
  }

  private <Q, R> Future<Void> serve(Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, handler);
  }

  @Override
  public Future<?> stop() {
    return lastSeen.close().eventually(pool::close);
  }
}
