package dev.shopwire.sources.connections;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.addresses.SourceAddresses;
import dev.shopwire.sources.connections.ConnectionTable.Draft;
import dev.shopwire.sources.dialects.Dialects;
import dev.shopwire.sources.dialects.StreamRule;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for the configuration of connections (docs/api/partner.md). Runs
 * on the caller's event loop.
 */
public final class ConnectionHandlers {
  private final Pool pool;
  private final Dialects dialects;
  private final SourceAddresses addresses;
  private final PartnerSecrets secrets;

  public ConnectionHandlers(
      Pool pool, Dialects dialects, SourceAddresses addresses, PartnerSecrets secrets) {
    this.pool = pool;
    this.dialects = dialects;
    this.addresses = addresses;
    this.secrets = secrets;
  }

  /** The dialects of the process that responds. */
  public Future<JsonResponse> listDialects(AdminRequest request) {
    return Future.succeededFuture(
        JsonResponse.of(
            Map.of("partnerDialects", dialects.all().stream().map(DialectView::json).toList())));
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return new Workspaces(pool)
        .findApp(request.id())
        .compose(
            owned ->
                require(request.id())
                    .compose(found -> ConnectionView.response(pool, owned.app(), found)));
  }

  private Future<Connection> require(long appId) {
    return ConnectionTable.find(pool, appId)
        .map(found -> found.orElseThrow(() -> Failure.notFound("partner connection")));
  }

  /** Creates or replaces it; if that fails, the old one stays as it is. */
  public Future<JsonResponse> put(AdminRequest request) {
    long appId = request.id();
    return Transactions.run(
        pool,
        connection ->
            ConnectionTable.lock(connection, appId)
                .compose(locked -> new Workspaces(connection).findApp(appId))
                .compose(
                    owned ->
                        put(connection, request, owned)
                            .compose(done -> ConnectionTable.find(connection, appId))
                            .compose(
                                found ->
                                    ConnectionView.response(
                                        connection, owned.app(), found.orElseThrow()))));
  }

  private Future<Void> put(
      SqlConnection connection, AdminRequest request, Workspaces.OwnedApp owned) {
    long appId = request.id();
    return ConnectionTable.find(connection, appId)
        .compose(
            before ->
                PartnerSecrets.names(connection, appId)
                    .map(
                        stored ->
                            ConnectionInput.read(
                                request.body(), dialects, addresses, Set.copyOf(stored)))
                    .compose(
                        input ->
                            write(connection, owned, before, input)
                                .compose(
                                    done ->
                                        secrets.write(
                                            connection,
                                            appId,
                                            input.secrets(),
                                            input.secretNames()))
                                .compose(
                                    done ->
                                        audit(
                                            connection,
                                            request.caller().in(owned.workspaceId()),
                                            owned,
                                            before,
                                            input))));
  }

  private static Future<Void> write(
      SqlConnection connection,
      Workspaces.OwnedApp owned,
      Optional<Connection> before,
      ConnectionInput input) {
    long appId = Long.parseLong(owned.app().id());
    if (before
        .filter(old -> old.fetchesSame(input.dialect().name(), input.parameters(), input.since()))
        .isPresent()) {
      return ConnectionTable.setInterval(connection, appId, input.intervalSeconds())
          .compose(
              done ->
                  input.secrets().isEmpty()
                      ? Future.succeededFuture()
                      : ConnectionTable.clearStop(connection, appId));
    }
    return ConnectionTable.now(connection)
        .map(now -> now.truncatedTo(ChronoUnit.SECONDS))
        .compose(
            now ->
                FetchTable.add(connection, appId)
                    .compose(
                        fetchId -> {
                          Draft draft =
                              new Draft(
                                  input.dialect().name(),
                                  input.parameters(),
                                  input.since(),
                                  input.intervalSeconds(),
                                  now,
                                  Windows.count(
                                      Windows.startOf(input.since()), now, input.dialect()));
                          return (before.isPresent()
                                  ? ConnectionTable.replace(connection, appId, fetchId, draft)
                                  : ConnectionTable.insert(
                                      connection, appId, owned.workspaceId(), fetchId, draft))
                              .compose(
                                  done ->
                                      StreamTable.add(
                                          connection,
                                          appId,
                                          fetchId,
                                          input.dialect().streams().stream()
                                              .map(StreamRule::name)
                                              .toList(),
                                          Windows.startOf(input.since())));
                        }))
        .compose(done -> FetchTable.drop(connection, appId));
  }

  private static Future<Void> audit(
      SqlConnection connection,
      Caller caller,
      Workspaces.OwnedApp owned,
      Optional<Connection> before,
      ConnectionInput input) {
    Map<String, @Nullable Object> after = new LinkedHashMap<>();
    after.put("dialect", input.dialect().name());
    after.put("parameters", input.parameters());
    after.put("since", input.since().toString());
    after.put("intervalSeconds", input.intervalSeconds());
    if (!input.secrets().isEmpty()) {
      after.put("secrets", List.copyOf(input.secrets().keySet()));
    }
    AuditObject object = object(owned.app());
    return AuditLog.write(
        connection,
        caller,
        before.isEmpty()
            ? Optional.of(AuditEntry.created("partner_connection.created", object, after))
            : AuditEntry.changed(
                "partner_connection.changed",
                object,
                ConnectionView.configuration(before.get()),
                after));
  }

  static AuditObject object(Workspaces.App app) {
    return new AuditObject("partner_connection", app.id(), app.name());
  }

  /**
   * What was fetched is deleted in the background, after its customers were noted for segments;
   * customers stay.
   */
  public Future<JsonResponse> delete(AdminRequest request) {
    long appId = request.id();
    return Transactions.run(
        pool,
        connection ->
            ConnectionTable.lock(connection, appId)
                .compose(locked -> new Workspaces(connection).findApp(appId))
                .compose(
                    owned ->
                        ConnectionTable.find(connection, appId)
                            .map(
                                found ->
                                    found.orElseThrow(() -> Failure.notFound("partner connection")))
                            .compose(
                                found ->
                                    FetchTable.hide(connection, appId)
                                        .compose(
                                            hidden -> ConnectionTable.delete(connection, appId))
                                        .compose(done -> FetchTable.drop(connection, appId))
                                        .compose(
                                            done ->
                                                AuditLog.write(
                                                    connection,
                                                    request.caller().in(owned.workspaceId()),
                                                    AuditEntry.deleted(
                                                        "partner_connection.deleted",
                                                        object(owned.app()),
                                                        ConnectionView.configuration(found)))))
                            .map(done -> JsonResponse.success())));
  }
}
