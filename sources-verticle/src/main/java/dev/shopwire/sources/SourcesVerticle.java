package dev.shopwire.sources;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretReencryption;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.sources.addresses.SourceAddresses;
import dev.shopwire.sources.connections.ActionHandlers;
import dev.shopwire.sources.connections.ConnectionDrafts;
import dev.shopwire.sources.connections.ConnectionHandlers;
import dev.shopwire.sources.connections.PartnerSecrets;
import dev.shopwire.sources.databases.DatabaseHandlers;
import dev.shopwire.sources.databases.DatabaseList;
import dev.shopwire.sources.databases.DatabaseSecrets;
import dev.shopwire.sources.databases.DatabaseUses;
import dev.shopwire.sources.dialects.Dialects;
import dev.shopwire.sources.events.PartnerEventList;
import dev.shopwire.sources.fence.DatabaseAddresses;
import dev.shopwire.sources.frozen.Restatements;
import dev.shopwire.sources.lifecycle.calls.CustomerLifecycle;
import dev.shopwire.sources.lifecycle.calls.UninstallReasons;
import dev.shopwire.sources.linked.PreviewHandlers;
import dev.shopwire.sources.linked.calls.FieldLinks;
import dev.shopwire.sources.linked.calls.LinkedQueryHandlers;
import dev.shopwire.sources.linked.calls.LinkedQueryList;
import dev.shopwire.sources.linked.calls.RunHandlers;
import dev.shopwire.sources.linked.calls.RunLists;
import dev.shopwire.sources.linked.calls.SourceCheck;
import dev.shopwire.sources.pull.TestHandlers;
import dev.shopwire.sources.report.ReportCalls;
import dev.shopwire.sources.requests.PlatformClient;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.function.Function;

/** Serves the console's calls about sources; ready when every bus address is registered. */
public final class SourcesVerticle extends VerticleBase {
  private final SourcesConfig config;
  private final SecretKeys keys;
  private final Dialects dialects;
  private final SharedStores stores;
  private Pool pool;
  private PlatformClient client;
  private DatabaseUses databases;
  private SecretReencryption reencryption;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public SourcesVerticle(
      SourcesConfig config, SecretKeys keys, Dialects dialects, SharedStores stores) {
    this.config = config;
    this.keys = keys;
    this.dialects = dialects;
    this.stores = stores;
  }

  @Override
  public Future<?> start() {
    pool = stores.postgres().pool(vertx, config.connections(), SessionSettings.CALLS);
    SourceAddresses addresses = config.rules(stores.postgres());
    client = new PlatformClient(vertx, addresses, config.request());
    databases =
        new DatabaseUses(
            vertx,
            pool,
            DatabaseUses.Budget.CALLS,
            new DatabaseAddresses(vertx, addresses.policy()),
            new DatabaseSecrets(keys));
    reencryption =
        PartnerSecrets.reencryption(vertx, pool, keys, DatabaseSecrets.stored(pool, keys));
    return reencryption
        .check()
        .compose(checked -> Future.all(serve(addresses), serveLinkedFields(), serveLinkedQueries()))
        .onSuccess(served -> reencryption.start());
  }

  private Future<?> serve(SourceAddresses addresses) {
    PartnerSecrets secrets = new PartnerSecrets(keys);
    ConnectionHandlers connections = new ConnectionHandlers(pool, dialects, addresses, secrets);
    ActionHandlers actions = new ActionHandlers(pool, dialects);
    TestHandlers tests =
        new TestHandlers(
            vertx,
            pool,
            new ConnectionDrafts(pool, dialects, addresses, secrets),
            client,
            config.domains());
    CursorSigner signer = CursorSigner.of(stores.installation());
    PartnerEventList events = new PartnerEventList(pool, signer);
    CustomerLifecycle lifecycles = new CustomerLifecycle(pool, signer);
    UninstallReasons reasons = new UninstallReasons(pool);
    Restatements restatements = new Restatements(pool, signer);
    ReportCalls reports = new ReportCalls(vertx, pool, config.reports(), signer);
    return Future.all(
        List.of(
            Role.SOURCES.serveStatus(vertx),
            serve(PartnerContracts.DIALECTS, connections::listDialects),
            serve(PartnerContracts.SHOW, connections::show),
            serve(PartnerContracts.PUT, connections::put),
            serve(PartnerContracts.DELETE, connections::delete),
            serve(PartnerContracts.TRY, tests::test),
            serve(PartnerContracts.SYNC, actions::sync),
            serve(PartnerContracts.PAUSE, actions::pause),
            serve(PartnerContracts.RESUME, actions::resume),
            serve(PartnerContracts.BACKFILL, actions::backfill),
            serve(PartnerContracts.REBUILD, actions::rebuild),
            serve(PartnerContracts.EVENTS, events::page),
            serve(PartnerContracts.LIFECYCLE, lifecycles::page),
            serve(PartnerContracts.UNINSTALL_REASONS, reasons::list),
            serve(PartnerContracts.RESTATEMENTS, restatements::page),
            reports.serve(),
            reports
                .addExports(new ExportServer(Role.SOURCES, vertx, stores))
                .list("listPartnerEvents", PartnerEventList.export())
                .list("getCustomerLifecycle", CustomerLifecycle.export())
                .list("listDatabases", DatabaseList.export())
                .list("listLinkedQueries", LinkedQueryList.export())
                .list("listLinkedRuns", RunLists.allRuns())
                .list("listBadRows", RunLists.allBadRows())
                .list("listLinkedChanges", RunLists.allChanges())
                .list("listPartnerRestatements", Restatements.export())
                .serve()));
  }

  private Future<?> serveLinkedFields() {
    DatabaseHandlers handlers =
        new DatabaseHandlers(vertx, pool, databases, new DatabaseSecrets(keys));
    DatabaseList list = new DatabaseList(pool, CursorSigner.of(stores.installation()));
    PreviewHandlers previews =
        new PreviewHandlers(vertx, pool, databases, config.values(), config.domains());
    return Future.all(
        List.of(
            serve(LinkedFieldContracts.LIST_DATABASES, list::page),
            serve(LinkedFieldContracts.CREATE_DATABASE, handlers::create),
            serve(LinkedFieldContracts.SHOW_DATABASE, handlers::show),
            serve(LinkedFieldContracts.CHANGE_DATABASE, handlers::change),
            serve(LinkedFieldContracts.DELETE_DATABASE, handlers::delete),
            serve(LinkedFieldContracts.CHECK_DATABASE, handlers::check),
            serve(LinkedFieldContracts.PREVIEW, previews::preview)));
  }

  private Future<?> serveLinkedQueries() {
    LinkedQueryHandlers queries =
        new LinkedQueryHandlers(
            pool, new SourceCheck(databases, config.values()), new FieldLinks(vertx));
    RunHandlers runs = new RunHandlers(vertx, pool);
    CursorSigner signer = CursorSigner.of(stores.installation());
    LinkedQueryList list = new LinkedQueryList(pool, signer);
    RunLists lists = new RunLists(pool, signer);
    return Future.all(
        List.of(
            serve(LinkedFieldContracts.LIST_QUERIES, list::page),
            serve(LinkedFieldContracts.CREATE_QUERY, queries::create),
            serve(LinkedFieldContracts.SHOW_QUERY, queries::show),
            serve(LinkedFieldContracts.CHANGE_QUERY, queries::change),
            serve(LinkedFieldContracts.DELETE_QUERY, queries::delete),
            serve(LinkedFieldContracts.RUN_QUERY, runs::run),
            serve(LinkedFieldContracts.ROLL_BACK, runs::rollBack),
            serve(LinkedFieldContracts.RUNS, lists::runs),
            serve(LinkedFieldContracts.SHOW_RUN, runs::show),
            serve(LinkedFieldContracts.BAD_ROWS, lists::badRows),
            serve(LinkedFieldContracts.CHANGES, lists::changes),
            serve(LinkedFieldContracts.APPROVE, runs::approve),
            serve(LinkedFieldContracts.REJECT, runs::reject)));
  }

  private <Q, R> Future<Void> serve(Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, handler);
  }

  @Override
  public Future<?> stop() {
    reencryption.close();
    databases.close();
    return client.close().eventually(pool::close);
  }
}
