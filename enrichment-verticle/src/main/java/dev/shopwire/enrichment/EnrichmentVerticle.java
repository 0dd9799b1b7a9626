package dev.shopwire.enrichment;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.calls.EnrichmentCalls;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.enrichment.contacts.ContactCalls;
import dev.shopwire.enrichment.contacts.PostStaff;
import dev.shopwire.enrichment.fields.FieldCalls;
import dev.shopwire.enrichment.fields.FieldCatalogs;
import dev.shopwire.enrichment.fields.FieldConversions;
import dev.shopwire.enrichment.fields.FieldSweep;
import dev.shopwire.enrichment.fields.RetypeField;
import dev.shopwire.enrichment.identify.Identify;
import dev.shopwire.enrichment.lookup.CustomerLookup;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.function.Function;

/** Customers, custom fields and staff, over the bus; ready when the bus knows every address. */
public final class EnrichmentVerticle extends VerticleBase {
  private final EnrichmentConfig config;
  private final Postgres postgres;
  private Pool pool;
  private LastSeen lastSeen;
  private FieldSweep sweep;
  private FieldConversions conversions;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public EnrichmentVerticle(EnrichmentConfig config, Postgres postgres) {
    this.config = config;
    this.postgres = postgres;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, config.connections(), SessionSettings.BACKGROUND);
    lastSeen = new LastSeen(vertx, pool);
    sweep = new FieldSweep(vertx, pool, config.sweepInterval());
    conversions = new FieldConversions(vertx, pool, config.fields(), config.sweepInterval());
    FieldCatalogs catalogs = new FieldCatalogs();
    Identify identify =
        new Identify(vertx, pool, catalogs, config.fields(), config.domains(), lastSeen);
    PostStaff staff = new PostStaff(vertx, pool, config.domains(), config.staff(), lastSeen);
    CustomerLookup lookup = new CustomerLookup(pool, catalogs, config.fields());
    FieldCalls fields = new FieldCalls(vertx, pool);
    RetypeField retype = new RetypeField(vertx, pool, config.fields(), conversions);
    ContactCalls contacts = new ContactCalls(vertx, pool, config.staff().contacts());
    return Future.all(
        List.of(
            Role.ENRICHMENT.serveStatus(vertx),
            serve(EnrichmentCalls.IDENTIFY, identify::handle),
            serve(EnrichmentCalls.STAFF, staff::handle),
            serve(EnrichmentCalls.CUSTOMER, lookup::find),
            serve(EnrichmentCalls.LIST_FIELDS, fields::list),
            serve(EnrichmentCalls.CREATE_FIELD, fields::create),
            serve(EnrichmentCalls.CHANGE_FIELD, fields::change),
            serve(EnrichmentCalls.PROMOTE_FIELD, fields::promote),
            serve(EnrichmentCalls.RETYPE_FIELD, retype::handle),
            serve(EnrichmentCalls.DELETE_FIELD, fields::delete),
            serve(EnrichmentCalls.LIST_CUSTOMERS, lookup::list),
            serve(EnrichmentCalls.SHOW_CUSTOMER, lookup::show),
            serve(EnrichmentCalls.LIST_CONTACTS, contacts::list),
            serve(EnrichmentCalls.CREATE_CONTACT, contacts::create),
            serve(EnrichmentCalls.CHANGE_CONTACT, contacts::change),
            serve(EnrichmentCalls.DELETE_CONTACT, contacts::delete)));
  }

  private <Q> Future<Void> serve(
      Contract<Q, JsonAnswer> contract, Function<Q, Future<JsonAnswer>> handler) {
    return contract.serve(vertx, handler);
  }

  @Override
  public Future<?> stop() {
    sweep.close();
    conversions.close();
    return lastSeen.close().eventually(pool::close);
  }
}
