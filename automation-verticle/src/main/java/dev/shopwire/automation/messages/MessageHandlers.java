package dev.shopwire.automation.messages;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Handles the console's requests about mails. Runs on the caller's event loop. */
public final class MessageHandlers {
  private static final List<String> STATE = List.of("state");

  private final Vertx vertx;
  private final Pool pool;
  private final CursorSigner signer;
  private final Resent resent;

  /**
   * @param resent called for each mail of a campaign that is queued again
   */
  public MessageHandlers(Vertx vertx, Pool pool, CursorSigner signer, Resent resent) {
    this.vertx = vertx;
    this.pool = pool;
    this.signer = signer;
    this.resent = resent;
  }

  /** Takes note, in the same transaction, that a mail of a campaign waits again. */
  @FunctionalInterface
  public interface Resent {
    Future<Void> ofCampaign(SqlConnection connection, long workspaceId, long campaignId);
  }

  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    MessageFilter filter = MessageFilter.read(query);
    PageCursors cursors = cursors(query, request.id());
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return new Workspaces(pool)
        .require(request.id())
        .compose(
            exists ->
                MessageLog.page(pool, request.caller(), request.id(), filter, before, take + 1))
        .map(
            found ->
                ListResponse.of(
                    "messages",
                    found,
                    take,
                    last -> cursors.encode(String.valueOf(last.get("id")))));
  }

  /** The mails of the campaign whose id the request has. The caller has checked that it exists. */
  public Future<JsonResponse> listOfCampaign(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    MessageFilter filter = MessageFilter.ofCampaign(query, request.id());
    long workspaceId = request.caller().workspaceId();
    PageCursors cursors =
        query.cursors(
            new AppScope(workspaceId, 0),
            List.of("recipients", Long.toString(request.id()), query.rawValues(STATE).toString()));
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return MessageLog.page(pool, request.caller(), workspaceId, filter, before, take + 1)
        .map(
            found ->
                ListResponse.of(
                    "messages",
                    found,
                    take,
                    last -> cursors.encode(String.valueOf(last.get("id")))));
  }

  private static PageCursors cursors(Query query, long workspaceId) {
    List<String> criteria = new ArrayList<>(List.of("messages", Long.toString(workspaceId)));
    criteria.addAll(query.rawValues(MessageFilter.PARAMETERS));
    return query.cursors(new AppScope(workspaceId, 0), criteria);
  }

  private Future<Void> noteResent(
      SqlConnection connection, long workspaceId, Map<String, @Nullable Object> message) {
    return message.get("campaignId") instanceof String id
        ? resent.ofCampaign(connection, workspaceId, Long.parseLong(id))
        : Future.succeededFuture();
  }

  /** The complete list. */
  public static ExportSource export() {
    return MessageHandlers::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    Query query = new Query(request.parameters());
    MessageFilter filter = MessageFilter.read(query);
    query.throwIfInvalid();
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(exists -> rows(request.caller(), workspaceId, filter));
  }

  /** The complete list of a campaign's mails. */
  public static ExportSource.Rows rowsOfCampaign(OpenRequest request, long campaignId) {
    Query query = new Query(request.parameters());
    MessageFilter filter = MessageFilter.ofCampaign(query, campaignId);
    query.throwIfInvalid();
    return rows(request.caller(), request.caller().workspaceId(), filter);
  }

  private static ExportSource.Rows rows(Caller caller, long workspaceId, MessageFilter filter) {
    SqlParameters parameters = new SqlParameters();
    String sql = MessageLog.all(filter, workspaceId, parameters);
    return new ExportSource.Rows(
        sql,
        "select count(*) as count from (" + sql + ") rows",
        parameters.tuple(),
        ExportSource.Rows.SMALL_ROWS,
        (rows, connection) -> MessageLog.json(connection, caller, workspaceId, rows));
  }

  /** Includes the mail as it was sent, for those who see private fields. */
  public Future<JsonResponse> show(AdminRequest request) {
    Caller caller = request.caller();
    return MessageLog.require(pool, caller, caller.workspaceId(), request.id())
        .compose(
            message ->
                (caller.seesPrivateFields()
                        ? source(caller.workspaceId(), request.id())
                        : Future.succeededFuture(Optional.<String>empty()))
                    .map(source -> withSource(message, source)))
        .map(JsonResponse::of);
  }

  private static Map<String, Map<String, @Nullable Object>> withSource(
      Map<String, @Nullable Object> message, Optional<String> source) {
    message.put("source", source.orElse(null));
    return Map.of("message", message);
  }

  private Future<Optional<String>> source(long workspaceId, long id) {
    return MessageLog.source(pool, workspaceId, id)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : vertx.executeBlocking(
                        () -> Optional.of(MessageLog.inflated(found.get())), false));
  }

  /** Queues a mail again that has failed, has bounced or is unknown. */
  public Future<JsonResponse> resend(AdminRequest request) {
    Caller caller = request.caller();
    return Transactions.run(
            pool, connection -> resend(connection, caller, caller.workspaceId(), request.id()))
        .map(message -> JsonResponse.of(Map.of("message", message)));
  }

  private Future<Map<String, @Nullable Object>> resend(
      SqlConnection connection, Caller caller, long workspaceId, long id) {
    return MailMessages.resend(connection, workspaceId, id)
        .compose(
            changed ->
                MessageLog.require(connection, caller, workspaceId, id)
                    .map(
                        message -> {
                          if (changed == 0 && message.get("to") == null) {
                            throw Failure.of(
                                Code.CONFLICT,
                                "address_erased",
                                "The address of this mail was erased");
                          }
                          if (changed == 0) {
                            throw Failure.of(
                                Code.CONFLICT,
                                "wrong_state",
                                "Only a mail that is unknown, failed or bounced can be sent again");
                          }
                          return message;
                        }))
        .compose(message -> noteResent(connection, workspaceId, message).map(message))
        .compose(
            message ->
                AuditLog.write(
                        connection,
                        caller,
                        AuditEntry.of(
                            "message.resent",
                            new AuditObject("message", Long.toString(id), null),
                            Map.of()))
                    .map(message));
  }
}
