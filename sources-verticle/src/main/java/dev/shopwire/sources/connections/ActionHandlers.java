package dev.shopwire.sources.connections;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.Dialects;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for what connections do (docs/api/partner.md): they are noted, and
 * the poller does it. Runs on the caller's event loop.
 */
public final class ActionHandlers {
  private final Pool pool;
  private final Dialects dialects;

  public ActionHandlers(Pool pool, Dialects dialects) {
    this.pool = pool;
    this.dialects = dialects;
  }

  /** A change of a connection; the details for the audit log, empty if nothing changes. */
  private interface Action {
    Future<Optional<Map<String, @Nullable Object>>> run(
        SqlConnection client, Connection connection);
  }

  public Future<JsonResponse> sync(AdminRequest request) {
    return act(
        request,
        "partner_connection.sync_requested",
        (client, connection) ->
            ConnectionTable.requestSync(client, connection.appId()).map(Optional.of(Map.of())));
  }

  public Future<JsonResponse> pause(AdminRequest request) {
    return act(
        request,
        "partner_connection.paused",
        (client, connection) ->
            connection.isPaused()
                ? Future.succeededFuture(Optional.empty())
                : ConnectionTable.pause(client, connection.appId()).map(Optional.of(Map.of())));
  }

  public Future<JsonResponse> resume(AdminRequest request) {
    return act(
        request,
        "partner_connection.resumed",
        (client, connection) ->
            !connection.isPaused() && connection.stopped().isEmpty()
                ? Future.succeededFuture(Optional.empty())
                : ConnectionTable.resume(client, connection.appId()).map(Optional.of(Map.of())));
  }

  public Future<JsonResponse> rebuild(AdminRequest request) {
    return act(
        request,
        "partner_connection.rebuild_requested",
        (client, connection) -> {
          requireBackfilled(connection);
          return ConnectionTable.requestRebuild(client, connection.appId())
              .map(Optional.of(Map.of()));
        });
  }

  /** Reads the range again, in place of a backfill that was requested before. */
  public Future<JsonResponse> backfill(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body().isEmpty() ? "{}" : request.body());
    Optional<LocalDate> from = ConnectionInput.date(input, "from");
    Optional<LocalDate> to = ConnectionInput.date(input, "to");
    input.throwIfInvalid();
    return act(
        request,
        "partner_connection.backfill_requested",
        (client, connection) -> {
          requireBackfilled(connection);
          return ConnectionTable.now(client)
              .compose(now -> backfill(client, connection, from, to, now));
        });
  }

  private Future<Optional<Map<String, @Nullable Object>>> backfill(
      SqlConnection client,
      Connection connection,
      Optional<LocalDate> from,
      Optional<LocalDate> to,
      Instant now) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    LocalDate first = from.orElse(connection.since());
    LocalDate last = to.filter(date -> date.isBefore(today)).orElse(today);
    if (first.isAfter(last)) {
      throw Failure.invalid(
          from.isPresent() ? "/from" : "/to",
          "invalid_range",
          "The range from %s to %s is empty".formatted(first, last));
    }
    Instant start = Windows.startOf(first);
    Instant nextDay = Windows.startOf(last.plusDays(1));
    Instant end = nextDay.isBefore(now) ? nextDay : now.truncatedTo(ChronoUnit.SECONDS);
    Dialect dialect =
        dialects
            .find(connection.dialect())
            .orElseThrow(
                () ->
                    Failure.of(
                        Code.CONFLICT,
                        "unknown_dialect",
                        "The file of dialect " + connection.dialect() + " is not installed"));
    return ConnectionTable.requestBackfill(
            client, connection.appId(), first, last, end, Windows.count(start, end, dialect))
        .compose(
            done ->
                StreamTable.backfillFrom(client, connection.appId(), connection.fetchId(), start))
        .map(Optional.of(Map.of("from", first.toString(), "to", last.toString())));
  }

  private static void requireBackfilled(Connection connection) {
    if (connection.isBackfilling()) {
      throw Failure.of(
          Code.CONFLICT, "backfilling", "The first backfill of the connection is in progress");
    }
  }

  private Future<JsonResponse> act(AdminRequest request, String name, Action action) {
    long appId = request.id();
    return Transactions.run(
        pool,
        client ->
            ConnectionTable.lock(client, appId)
                .compose(locked -> new Workspaces(client).findApp(appId))
                .compose(
                    owned ->
                        ConnectionTable.find(client, appId)
                            .map(
                                found ->
                                    found.orElseThrow(() -> Failure.notFound("partner connection")))
                            .compose(connection -> action.run(client, connection))
                            .compose(
                                details ->
                                    AuditLog.write(
                                        client,
                                        request.caller().in(owned.workspaceId()),
                                        details.map(
                                            fields ->
                                                AuditEntry.of(
                                                    name,
                                                    ConnectionHandlers.object(owned.app()),
                                                    fields))))
                            .compose(done -> ConnectionTable.find(client, appId))
                            .compose(
                                found ->
                                    ConnectionView.response(
                                        client, owned.app(), found.orElseThrow()))));
  }
}
