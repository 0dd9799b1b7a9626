package dev.shopwire.automation.suppressions;

import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Handles the console's requests about suppressed addresses. Runs on the caller's event loop. */
public final class SuppressionHandlers {
  static final String UNKNOWN_TOPIC = "unknown_topic";

  private final Pool pool;
  private final CursorSigner signer;
  private final HashKeys hashKeys;
  private final SoftBounces softBounces;

  public SuppressionHandlers(
      Pool pool, CursorSigner signer, HashKeys hashKeys, SoftBounces softBounces) {
    this.pool = pool;
    this.hashKeys = hashKeys;
    this.signer = signer;
    this.softBounces = softBounces;
  }

  /** The soft bounces that suppress an address if there are enough of them. */
  @FunctionalInterface
  public interface SoftBounces {
    /**
     * Keeps those that an address has had so far from suppressing it again. Reports about the
     * address wait for the end of the transaction.
     */
    Future<Void> settle(SqlConnection connection, long workspaceId, String email);
  }

  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    Optional<String> email = email(query);
    PageCursors cursors =
        query.cursors(
            new AppScope(request.id(), 0),
            List.of("suppressions", Long.toString(request.id()), email.orElse("")));
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return new Workspaces(pool)
        .require(request.id())
        .compose(exists -> names(pool, request.id(), email))
        .compose(names -> SuppressionTable.page(pool, request.id(), names, before, take + 1))
        .map(
            found ->
                ListResponse.of(
                    "suppressions",
                    found,
                    take,
                    Suppression::json,
                    last -> cursors.encode(Long.toString(last.id()))));
  }

  private static Optional<String> email(Query query) {
    return query
        .text("email", MailAddress.MAX_LENGTH)
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .map(SuppressionHandlers::normalized);
  }

  /** What is no address is in no row. */
  private static String normalized(String email) {
    try {
      return MailAddress.parse(email).normalized();
    } catch (InvalidAddress e) {
      return email;
    }
  }

  /** What an address may be suppressed under. */
  private Future<Optional<String[]>> names(
      SqlClient client, long workspaceId, Optional<String> email) {
    return email.isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : hash(client, workspaceId, email.get())
            .map(
                hash ->
                    Optional.of(
                        Stream.concat(email.stream(), hash.stream()).toArray(String[]::new)));
  }

  private Future<Optional<String>> hash(SqlClient client, long workspaceId, String email) {
    return hashKeys.find(client).map(found -> found.map(hashes -> hashes.of(workspaceId, email)));
  }

  /** The complete list. */
  public ExportSource export() {
    return this::open;
  }

  private Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    Query query = new Query(request.parameters());
    Optional<String> email = email(query);
    query.throwIfInvalid();
    return new Workspaces(snapshot)
        .require(workspaceId)
        .compose(exists -> names(snapshot, workspaceId, email))
        .map(
            names ->
                ExportSource.Rows.of(
                    SuppressionTable.ALL,
                    Tuple.of(workspaceId).addArrayOfString(names.orElse(null)),
                    row -> Suppression.read(row).json()));
  }

  /** The suppression that there is already stays as it is. */
  public Future<JsonResponse> create(AdminRequest request) {
    SuppressionInput input = SuppressionInput.read(request.body());
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists ->
                Transactions.run(
                    pool,
                    connection ->
                        create(connection, workspaceId, input, request.caller().in(workspaceId))))
        .map(suppression -> JsonResponse.of(Map.of("suppression", suppression.json())));
  }

  /** An address that was erased and is suppressed isn't stored again. */
  private Future<Suppression> create(
      SqlConnection connection, long workspaceId, SuppressionInput input, Caller caller) {
    return requireTopic(connection, workspaceId, input.topicId())
        .compose(topic -> hash(connection, workspaceId, input.email()))
        .compose(
            hash ->
                hash.isEmpty()
                    ? Future.succeededFuture(Optional.<Suppression>empty())
                    : SuppressionTable.find(connection, workspaceId, hash.get(), input.topicId()))
        .compose(
            erased ->
                erased
                    .map(Future::succeededFuture)
                    .orElseGet(() -> add(connection, workspaceId, input, caller)));
  }

  private static Future<Suppression> add(
      SqlConnection connection, long workspaceId, SuppressionInput input, Caller caller) {
    return SuppressionTable.add(
            connection, workspaceId, input.email(), input.topicId(), Suppression.MANUAL)
        .compose(
            added ->
                added.isNew()
                    ? recordCreation(connection, caller, added.suppression())
                    : Future.succeededFuture(added.suppression()));
  }

  private static Future<Void> requireTopic(
      SqlConnection connection, long workspaceId, long topicId) {
    return topicId == 0
        ? Future.succeededFuture()
        : MailTopicTable.hold(connection, workspaceId, topicId)
            .map(
                found -> {
                  if (found.isEmpty()) {
                    throw Failure.invalid(
                        "/topicId", UNKNOWN_TOPIC, "The workspace has no such topic");
                  }
                  return null;
                });
  }

  private static Future<Suppression> recordCreation(
      SqlConnection connection, Caller caller, Suppression created) {
    return AuditLog.write(
            connection,
            caller,
            AuditEntry.created("suppression.created", created.auditObject(), created.auditFields()))
        .map(created);
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    return Transactions.run(pool, connection -> delete(connection, request.id(), request.caller()))
        .map(deleted -> JsonResponse.success());
  }

  private Future<Void> delete(SqlConnection connection, long id, Caller caller) {
    long workspaceId = caller.workspaceId();
    return SuppressionTable.require(connection, workspaceId, id)
        .compose(
            found ->
                settle(connection, workspaceId, found)
                    .compose(settled -> SuppressionTable.delete(connection, workspaceId, id))
                    .compose(
                        deleted ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.deleted(
                                    "suppression.deleted",
                                    found.auditObject(),
                                    found.auditFields()))));
  }

  /** Precedes the deletion: a report that comes in between would find the bounces unsettled. */
  private Future<Void> settle(SqlConnection connection, long workspaceId, Suppression suppression) {
    return suppression.reason().equals(Suppression.SOFT_BOUNCES)
        ? softBounces.settle(connection, workspaceId, suppression.email())
        : Future.succeededFuture();
  }
}
