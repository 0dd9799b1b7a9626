package dev.shopwire.automation.suppressions;

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
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;

/** Handles the console's requests about topics of mails. Runs on the caller's event loop. */
public final class MailTopicHandlers {
  private static final int MAX_NAME = 100;

  private final Pool pool;
  private final CursorSigner signer;

  public MailTopicHandlers(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(
            new AppScope(request.id(), 0), List.of("mail topics", Long.toString(request.id())));
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return new Workspaces(pool)
        .require(request.id())
        .compose(exists -> MailTopicTable.page(pool, request.id(), before, take + 1))
        .map(
            topics ->
                ListResponse.of(
                    "mailTopics",
                    topics,
                    take,
                    MailTopic::json,
                    last -> cursors.encode(Long.toString(last.id()))));
  }

  /** The complete list. */
  public static ExportSource export() {
    return MailTopicHandlers::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(
            exists ->
                ExportSource.Rows.of(
                    MailTopicTable.ALL, Tuple.of(workspaceId), row -> MailTopic.read(row).json()));
  }

  public Future<JsonResponse> create(AdminRequest request) {
    String name = readName(request);
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists ->
                Transactions.run(
                    pool,
                    connection ->
                        create(connection, workspaceId, name, request.caller().in(workspaceId))))
        .map(MailTopicHandlers::respond);
  }

  private static String readName(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    String name = input.requiredString("name", MAX_NAME);
    input.throwIfInvalid();
    return name;
  }

  private static Future<MailTopic> create(
      SqlConnection connection, long workspaceId, String name, Caller caller) {
    return MailTopicTable.check(connection, workspaceId, 0, name)
        .compose(fits -> MailTopicTable.insert(connection, workspaceId, name))
        .compose(
            topic ->
                AuditLog.write(
                        connection,
                        caller,
                        AuditEntry.created(
                            "mail_topic.created", topic.auditObject(), topic.auditFields()))
                    .map(topic));
  }

  public Future<JsonResponse> change(AdminRequest request) {
    String name = readName(request);
    return Transactions.run(
            pool, connection -> rename(connection, request.id(), name, request.caller()))
        .map(MailTopicHandlers::respond);
  }

  private static Future<MailTopic> rename(
      SqlConnection connection, long id, String name, Caller caller) {
    long workspaceId = caller.workspaceId();
    return MailTopicTable.check(connection, workspaceId, id, name)
        .compose(free -> MailTopicTable.require(connection, workspaceId, id))
        .compose(
            before ->
                MailTopicTable.rename(connection, workspaceId, id, name)
                    .compose(
                        after ->
                            AuditLog.write(
                                    connection,
                                    caller,
                                    AuditEntry.changed(
                                        "mail_topic.changed",
                                        after.auditObject(),
                                        before.auditFields(),
                                        after.auditFields()))
                                .map(after)));
  }

  /** Deletes unsubscriptions from the topic, too. */
  public Future<JsonResponse> delete(AdminRequest request) {
    return Transactions.run(pool, connection -> delete(connection, request.id(), request.caller()))
        .map(deleted -> JsonResponse.success());
  }

  private static Future<Void> delete(SqlConnection connection, long id, Caller caller) {
    long workspaceId = caller.workspaceId();
    return MailTopicTable.require(connection, workspaceId, id)
        .compose(
            topic ->
                MailTopicTable.delete(connection, workspaceId, id)
                    .compose(deleted -> SuppressionTable.deleteOfTopic(connection, workspaceId, id))
                    .compose(
                        deleted ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.deleted(
                                    "mail_topic.deleted",
                                    topic.auditObject(),
                                    topic.auditFields()))));
  }

  private static JsonResponse respond(MailTopic topic) {
    return JsonResponse.of(Map.of("mailTopic", topic.json()));
  }
}
