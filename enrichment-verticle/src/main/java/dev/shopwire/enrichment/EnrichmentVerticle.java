package dev.shopwire.enrichment;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.contracts.LinkedValueContracts;
import dev.shopwire.common.contracts.StepContracts;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.enrichment.contacts.ContactHandlers;
import dev.shopwire.enrichment.contacts.StaffHandler;
import dev.shopwire.enrichment.contacts.StepTags;
import dev.shopwire.enrichment.fields.FieldCatalogs;
import dev.shopwire.enrichment.fields.FieldConversions;
import dev.shopwire.enrichment.fields.FieldCountCache;
import dev.shopwire.enrichment.fields.FieldHandlers;
import dev.shopwire.enrichment.fields.FieldSweep;
import dev.shopwire.enrichment.fields.LinkHandler;
import dev.shopwire.enrichment.fields.RetypeHandler;
import dev.shopwire.enrichment.identify.IdentifyHandler;
import dev.shopwire.enrichment.identify.StepFields;
import dev.shopwire.enrichment.linked.LinkedRuns;
import dev.shopwire.enrichment.linked.RunSlots;
import dev.shopwire.enrichment.lookup.CustomerLookup;
import dev.shopwire.enrichment.search.CustomerList;
import dev.shopwire.enrichment.steps.StepHandler;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.function.Function;

/**
 * Serves customers, custom fields and staff over the event bus; started once every address is
 * registered.
 */
public final class EnrichmentVerticle extends VerticleBase {
  private final EnrichmentConfig config;
  private final SharedStores stores;
  private final FieldCountCache fieldCounts;
  private final RunSlots runSlots;
  private Pool pool;
  private LastSeen lastSeen;
  private FieldSweep sweep;
  private FieldConversions conversions;
  private LinkedRuns runs;

  /**
   * @param fieldCounts of the process
   * @param runSlots of the process
   */
  @SuppressWarnings("NullAway.Init") // start() sets the other fields
  public EnrichmentVerticle(
      EnrichmentConfig config,
      SharedStores stores,
      FieldCountCache fieldCounts,
      RunSlots runSlots) {
    this.config = config;
    this.stores = stores;
    this.fieldCounts = fieldCounts;
    this.runSlots = runSlots;
  }

  @Override
  public Future<?> start() {
    pool = stores.postgres().pool(vertx, config.connections(), SessionSettings.BACKGROUND);
    lastSeen = new LastSeen(vertx, pool);
    LinkHandler links = new LinkHandler(pool, config.fields());
    sweep = new FieldSweep(vertx, pool, links, config.sweepInterval());
    runs = new LinkedRuns(vertx, pool, runSlots);
    conversions = new FieldConversions(vertx, pool, config.fields(), config.sweepInterval());
    FieldCatalogs catalogs = new FieldCatalogs();
    IdentifyHandler identify =
        new IdentifyHandler(vertx, pool, catalogs, config.fields(), config.domains(), lastSeen);
    StaffHandler staff = new StaffHandler(vertx, pool, config.domains(), config.staff(), lastSeen);
    CustomerLookup lookup = new CustomerLookup(vertx, pool, catalogs, config.fields());
    CustomerList customers =
        new CustomerList(
            pool,
            CursorSigner.of(stores.installation()),
            config.fields(),
            Math.max(1, config.connections() / 2));
    FieldHandlers fields = new FieldHandlers(vertx, pool, fieldCounts);
    RetypeHandler retype = new RetypeHandler(vertx, pool, config.fields(), conversions);
    ContactHandlers contacts = new ContactHandlers(vertx, pool, config.staff().contacts());
    StepHandler steps =
        new StepHandler(
            new StepFields(vertx, pool, config.fields())::set,
            new StepTags(vertx, pool, config.staff().contacts())::change);
    return Future.all(
        List.of(
            Role.ENRICHMENT.serveStatus(vertx),
            serve(EnrichmentContracts.IDENTIFY, identify::handle),
            serve(EnrichmentContracts.STAFF, staff::handle),
            serve(EnrichmentContracts.CUSTOMER, lookup::find),
            serve(EnrichmentContracts.LIST_FIELDS, fields::list),
            serve(EnrichmentContracts.CREATE_FIELD, fields::create),
            serve(EnrichmentContracts.CHANGE_FIELD, fields::change),
            serve(EnrichmentContracts.PROMOTE_FIELD, fields::promote),
            serve(EnrichmentContracts.PREVIEW_PROMOTION, fields::previewPromotion),
            serve(EnrichmentContracts.RETYPE_FIELD, retype::handle),
            serve(EnrichmentContracts.DELETE_FIELD, fields::delete),
            serve(EnrichmentContracts.LIST_CUSTOMERS, customers::handle),
            serve(EnrichmentContracts.SHOW_CUSTOMER, lookup::show),
            serve(EnrichmentContracts.LIST_CONTACTS, contacts::list),
            serve(EnrichmentContracts.CREATE_CONTACT, contacts::create),
            serve(EnrichmentContracts.CHANGE_CONTACT, contacts::change),
            serve(EnrichmentContracts.DELETE_CONTACT, contacts::delete),
            StepContracts.APPLY.serve(vertx, steps::apply),
            LinkedValueContracts.LINK.serve(vertx, links::link),
            LinkedValueContracts.UNLINK.serve(vertx, links::unlink),
            LinkedValueContracts.APPLY.serve(vertx, runs::apply)));
  }

  private <Q> Future<Void> serve(
      Contract<Q, JsonResponse> contract, Function<Q, Future<JsonResponse>> handler) {
    return contract.serve(vertx, handler);
  }

  @Override
  public Future<?> stop() {
    sweep.close();
    conversions.close();
    return Future.join(lastSeen.close(), runs.close()).eventually(pool::close);
  }
}
